/** Counts running handlers, and knows when none runs. */
export class RunningHandlers {
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  get count(): number {
    return this.running;
  }

  /** A handler starts; call the result when it has ended. */
  begin(): () => void {
    this.running += 1;
    return () => {
      this.running -= 1;
      if (this.running === 0) for (const resolve of this.waiting.splice(0)) resolve();
    };
  }

  /** Resolves when nothing runs. */
  async idle(): Promise<void> {
    if (this.running > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}

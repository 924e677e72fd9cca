/** Counts running handlers, and knows when none runs. */
export class RunningHandlers {
  readonly #waiting: (() => void)[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** A handler starts; call the result when it has ended. */
  begin(): () => void {
    this.#count += 1;
    return () => {
      this.#count -= 1;
      if (this.#count === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    };
  }

  /** Resolves when nothing runs. */
  async idle(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

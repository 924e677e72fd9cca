/** Lets a few pieces of work run at once and a bounded number wait. */
export class WorkLimiter {
  private readonly capacity: number;
  private readonly maxWaiting: number;
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(capacity: number, maxWaiting: number) {
    this.capacity = capacity;
    this.maxWaiting = maxWaiting;
  }

  /** Runs the work when a place is free; undefined when too many wait already. */
  run<T>(work: () => Promise<T>): Promise<T> | undefined {
    if (this.running >= this.capacity && this.waiting.length >= this.maxWaiting) return undefined;
    return this.runInTurn(work);
  }

  private async runInTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.capacity) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // The place is handed over as it is, so that nobody can slip in between.
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}

/** Runs a limited number of tasks in parallel; a limited number of further tasks waits. */
export class WorkLimiter {
  private readonly capacity: number;
  private readonly maxWaiting: number;
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(capacity: number, maxWaiting: number) {
    this.capacity = capacity;
    this.maxWaiting = maxWaiting;
  }

  /** Runs the work when capacity is free; returns undefined when too many tasks wait. */
  run<T>(work: () => Promise<T>): Promise<T> | undefined {
    if (this.running >= this.capacity && this.waiting.length >= this.maxWaiting) return undefined;
    return this.runWhenFree(work);
  }

  private async runWhenFree<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.capacity) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // The next task takes over this slot, so that no new task can take it first.
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}

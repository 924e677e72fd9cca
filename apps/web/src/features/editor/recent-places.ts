/** What has just happened somewhere, forgotten by itself. */
export class RecentPlaces {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #lastMs: number;
  readonly #onForgotten: () => void;

  constructor(lastMs: number, onForgotten: () => void) {
    this.#lastMs = lastMs;
    this.#onForgotten = onForgotten;
  }

  get size(): number {
    return this.#timers.size;
  }

  has(key: string): boolean {
    return this.#timers.has(key);
  }

  add(key: string): void {
    clearTimeout(this.#timers.get(key));
    const timer = setTimeout(() => {
      this.#timers.delete(key);
      this.#onForgotten();
    }, this.#lastMs);
    this.#timers.set(key, timer);
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}

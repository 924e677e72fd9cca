/** A set of keys that expire after a time. */
export class RecentFields {
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #durationMs: number;
  readonly #onExpired: () => void;

  constructor(durationMs: number, onExpired: () => void) {
    this.#durationMs = durationMs;
    this.#onExpired = onExpired;
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
      this.#onExpired();
    }, this.#durationMs);
    this.#timers.set(key, timer);
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}

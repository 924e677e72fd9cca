import type { UploadSnapshot } from './upload.ts';

/** Holds the current snapshot and notifies listeners of each new one. */
export class SnapshotStore {
  #current: UploadSnapshot;
  readonly #listeners = new Set<() => void>();
  #isClosed = false;

  constructor(totalBytes: number) {
    this.#current = { state: 'idle', progress: 0, acceptedBytes: 0, sentBytes: 0, totalBytes, attempt: 1 };
  }

  get current(): UploadSnapshot {
    return this.#current;
  }

  subscribe(listener: () => void): () => void {
    if (!this.#isClosed) this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Replaces the given fields; a field given as undefined is cleared. */
  set(change: Partial<UploadSnapshot>): void {
    if (this.#isClosed) return;
    this.#current = { ...this.#current, ...change };
    for (const listener of [...this.#listeners]) this.#notify(listener);
  }

  /** Ignores further changes and calls no listener again. */
  close(): void {
    this.#isClosed = true;
    this.#listeners.clear();
  }

  #notify(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      // A listener that throws must not stop the transfer; the page's own error reporting receives the error.
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}

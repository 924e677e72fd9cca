import type { UploadSnapshot } from './upload.ts';

/** Holds the present snapshot and tells listeners of each new one. */
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
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Replaces what is named; a field given as undefined is cleared. */
  set(change: Partial<UploadSnapshot>): void {
    if (this.#isClosed) return;
    this.#current = { ...this.#current, ...change };
    for (const listener of [...this.#listeners]) this.#tell(listener);
  }

  /** No further change and no further call. */
  close(): void {
    this.#isClosed = true;
    this.#listeners.clear();
  }

  #tell(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      // A view that fails must not stop the transfer; the page's own error reporting gets to see it.
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}

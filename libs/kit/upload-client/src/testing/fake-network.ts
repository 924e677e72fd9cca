import type { Connectivity } from '../connectivity.ts';

/** A network that a test switches on and off. */
export class FakeNetwork implements Connectivity {
  readonly listeners = new Set<(isOnline: boolean) => void>();
  #isOnline = true;

  isOnline(): boolean {
    return this.#isOnline;
  }

  subscribe(listener: (isOnline: boolean) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  /** @param isSilent without telling anybody, as real networks fail at first */
  set(isOnline: boolean, isSilent = false): void {
    this.#isOnline = isOnline;
    if (!isSilent) for (const listener of [...this.listeners]) listener(isOnline);
  }
}

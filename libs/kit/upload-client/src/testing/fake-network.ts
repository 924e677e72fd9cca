import type { Connectivity } from '../transport/connectivity.ts';

/** A network that a test switches on and off. */
export class FakeNetwork implements Connectivity {
  readonly listeners = new Set<(isOnline: boolean) => void>();
  #isOnline = true;

  isOnline(): boolean {
    return this.#isOnline;
  }

  subscribe(listener: (isOnline: boolean) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @param isSilent no listener is called, as when a real network fails unnoticed */
  set(isOnline: boolean, isSilent = false): void {
    this.#isOnline = isOnline;
    if (!isSilent) for (const listener of [...this.listeners]) listener(isOnline);
  }
}

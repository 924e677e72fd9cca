/** Held by one request of an upload. */
export interface Lease {
  /**
   * Aborted when a newer request wants the upload: stop, save and release. With an {@link EndedError} as its reason
   * when the upload has ended: there is nothing to save.
   */
  readonly signal: AbortSignal;
  release(): void;
}

/** Why a request is asked to stop that is to be answered: its connection stays, and its sender hears the reason. */
export class GentleStop extends Error {}

/** Why a holder is asked to stop: what it holds has ended, so nobody takes over from it. */
export class EndedError extends GentleStop {
  override readonly name = 'EndedError';
}

interface Holder {
  controller: AbortController;
  released: Promise<void>;
}

/**
 * One request at a time per key, where the newest wins: taking the lock asks the holder to stop and waits until it has
 * saved what it has. So a client that reconnects is never locked out by its own dead connection.
 */
export class TakeoverLock {
  private readonly holders = new Map<string, Holder>();

  /** Takes the lock; undefined when a still newer request came while waiting. */
  async take(key: string): Promise<Lease | undefined> {
    const previous = this.holders.get(key);
    const controller = new AbortController();
    let markReleased = (): void => undefined;
    const released = new Promise<void>((resolve) => (markReleased = resolve));
    const mine: Holder = { controller, released };
    this.holders.set(key, mine);
    const release = (): void => {
      if (this.holders.get(key) === mine) this.holders.delete(key);
      markReleased();
    };
    previous?.controller.abort();
    await previous?.released;
    if (controller.signal.aborted) {
      release();
      return undefined;
    }
    return { signal: controller.signal, release };
  }

  /** Whether a request holds the key now. */
  isHeld(key: string): boolean {
    return this.holders.has(key);
  }

  /** Tells the holder of a key that it has ended, and waits until it has stopped. */
  async end(key: string): Promise<void> {
    const holder = this.holders.get(key);
    holder?.controller.abort(new EndedError('what is held has ended'));
    await holder?.released;
  }

  /** Asks every holder to stop, and waits for them. */
  async drain(): Promise<void> {
    const holders = [...this.holders.values()];
    for (const holder of holders) holder.controller.abort();
    await Promise.all(holders.map((holder) => holder.released));
  }
}

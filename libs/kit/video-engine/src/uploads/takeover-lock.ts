/** The lock of an upload, held by one request. */
export interface Lease {
  /**
   * Aborted when a newer request takes the lock: stop, save and release. Aborted with an {@link EndedError} when the
   * upload has ended: do not save.
   */
  readonly signal: AbortSignal;
  release(): void;
}

/** A reason to stop a request but answer it: its connection stays open, and the answer states the reason. */
export class GracefulStop extends Error {}

/** The reason to stop a request whose upload has ended. */
export class EndedError extends GracefulStop {
  override readonly name = 'EndedError';
}

interface Holder {
  controller: AbortController;
  released: Promise<void>;
}

/**
 * Allows one request at a time per key; the newest wins. Taking the lock signals the holder to stop and waits until it
 * has saved its bytes. Thus a client that reconnects is never blocked by its own dead connection.
 */
export class TakeoverLock {
  private readonly holders = new Map<string, Holder>();

  /** Takes the lock; returns undefined when a newer request took it during the wait. */
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

  /** Stops the holder of a key with an {@link EndedError}, and waits until it has released the lock. */
  async end(key: string): Promise<void> {
    const holder = this.holders.get(key);
    holder?.controller.abort(new EndedError('the upload has ended'));
    await holder?.released;
  }

  /** Signals every holder to stop, and waits until all have released. */
  async drain(): Promise<void> {
    const holders = [...this.holders.values()];
    for (const holder of holders) holder.controller.abort();
    await Promise.all(holders.map((holder) => holder.released));
  }
}

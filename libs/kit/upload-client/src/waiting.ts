/** The browser's offline flag can be wrong (a server on the same machine stays reachable), so the server is probed. */
export const offlineProbeMs = 5000;
/** So many requests in a row got no answer, the offset query too: the server itself is away. */
export const awayAfter = 2;

/** The engine's source of time, replaceable so that tests need not wait. */
export interface UploadClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Calls `callback` once after `milliseconds`.
   * @returns a function that cancels the timer
   */
  after(milliseconds: number, callback: () => void): () => void;
}

/** The machine's clock. */
export const systemClock: UploadClock = {
  now: () => Date.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Whether the device has a network. */
export interface Connectivity {
  isOnline(): boolean;
  /**
   * Reports changes.
   * @returns a function that ends the subscription
   */
  subscribe(listener: (isOnline: boolean) => void): () => void;
}

/** The connectivity that the browser reports: `navigator.onLine` and the window events `online` and `offline`. */
export const browserConnectivity: Connectivity = {
  isOnline: () => navigator.onLine,
  subscribe: (listener) => {
    const online = (): void => listener(true);
    const offline = (): void => listener(false);
    window.addEventListener('online', online);
    window.addEventListener('offline', offline);
    return () => {
      window.removeEventListener('online', online);
      window.removeEventListener('offline', offline);
    };
  },
};

/**
 * Lets one loop wait until another function wakes it. A wake during no wait ends the next wait at once, so the loop
 * has to check the state itself after each wait.
 */
export class WakeSignal {
  private resolveWait: (() => void) | undefined;
  private isSignalled = false;

  constructor(private readonly clock: UploadClock) {}

  /** Resolves at the next {@link WakeSignal.wake}, or after this many milliseconds. */
  async wait(milliseconds?: number): Promise<void> {
    let cancel: (() => void) | undefined;
    if (!this.isSignalled)
      await new Promise<void>((resolve) => {
        this.resolveWait = resolve;
        if (milliseconds !== undefined) cancel = this.clock.after(milliseconds, resolve);
      });
    cancel?.();
    this.resolveWait = undefined;
    this.isSignalled = false;
  }

  /** Ends the current wait, or else the next one at once. */
  wake(): void {
    this.isSignalled = true;
    this.resolveWait?.();
  }
}

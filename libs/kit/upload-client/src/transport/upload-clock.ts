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

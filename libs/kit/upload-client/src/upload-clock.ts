/** Time as the engine sees it, so that tests need not wait. */
export interface UploadClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Calls back once after so many milliseconds.
   * @returns a function that cancels
   */
  after(milliseconds: number, callback: () => void): () => void;
}

/** The machine's clock. */
export const systemClock: UploadClock = {
  now: () => Date.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
};

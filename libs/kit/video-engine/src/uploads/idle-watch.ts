/** Ends a body that delivers nothing for a while, so that a dead connection does not hold its upload. */
export interface IdleWatch {
  readonly signal: AbortSignal;
  /** Call whenever data arrives. */
  touch(): void;
  stop(): void;
}

/** Starts watching; the signal aborts after one to one and a half times `milliseconds` of silence. */
export function idleWatch(milliseconds: number): IdleWatch {
  const controller = new AbortController();
  let quietTicks = 0;
  // Ticks rather than a timer reset on every piece: pieces come 16,000 times per GiB.
  const timer = setInterval(() => {
    quietTicks += 1;
    if (quietTicks > 2) controller.abort();
  }, milliseconds / 2);
  timer.unref();
  return {
    signal: controller.signal,
    touch: () => (quietTicks = 0),
    stop: () => {
      clearInterval(timer);
    },
  };
}

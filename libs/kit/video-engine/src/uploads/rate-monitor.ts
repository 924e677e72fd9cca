import { GracefulStop } from './takeover-lock.ts';

/** The body of a request came too slowly, or not at all. */
export class TooSlowError extends GracefulStop {
  override readonly name = 'TooSlowError';
}

/** Aborts a request whose body comes too slowly, so that a dead or endless connection does not block its upload. */
export interface RateMonitor {
  readonly signal: AbortSignal;
  /** Call when data arrives. Time does not count until the next `waiting()`. */
  received(bytes: number): void;
  /** Call before waiting for the sender. */
  waiting(): void;
  stop(): void;
}

/**
 * Starts monitoring. The signal aborts when fewer bytes per second than `minRate`, or none, arrived in one window, at
 * the latest half a window later. The time to store bytes does not count.
 */
export function monitorRate(windowMs: number, minRate: number): RateMonitor {
  const controller = new AbortController();
  const minBytes = Math.max(1, (minRate * windowMs) / 1000);
  // A sliding window of two halves. A timer checks it, and not every piece, because a GiB has 16,000 pieces.
  let before = Number.POSITIVE_INFINITY;
  let now = 0;
  let isWaiting = true;
  const timer = setInterval(() => {
    if (!isWaiting) return;
    if (before + now < minBytes) controller.abort(new TooSlowError('the body came too slowly'));
    before = now;
    now = 0;
  }, windowMs / 2);
  timer.unref();
  return {
    signal: controller.signal,
    received: (bytes) => {
      now += bytes;
      isWaiting = false;
    },
    waiting: () => (isWaiting = true),
    stop: () => clearInterval(timer),
  };
}

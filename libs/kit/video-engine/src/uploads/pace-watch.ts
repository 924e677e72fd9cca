import { GentleStop } from './takeover-lock.ts';

/** Why a body is not waited for any more: it came too slowly, or not at all. */
export class TooSlowError extends GentleStop {
  override readonly name = 'TooSlowError';
}

/** Ends a body that comes too slowly, so that a dead or endless connection does not hold its upload. */
export interface PaceWatch {
  readonly signal: AbortSignal;
  /** Call whenever data arrives: until the sender is waited for again, time does not count. */
  arrived(bytes: number): void;
  /** Call whenever the sender is waited for. */
  waits(): void;
  stop(): void;
}

/**
 * Starts watching; the signal aborts when fewer bytes a second than `minRate`, or none, came in one window, at the latest
 * half a window later. What storing takes is not the sender's time.
 */
export function watchPace(windowMs: number, minRate: number): PaceWatch {
  const controller = new AbortController();
  const least = Math.max(1, (minRate * windowMs) / 1000);
  // Two halves slide on; ticks rather than a look at every piece: pieces come 16,000 times per GiB.
  let before = Number.POSITIVE_INFINITY;
  let now = 0;
  let isWaiting = true;
  const timer = setInterval(() => {
    if (!isWaiting) return;
    if (before + now < least) controller.abort(new TooSlowError('the body came too slowly'));
    before = now;
    now = 0;
  }, windowMs / 2);
  timer.unref();
  return {
    signal: controller.signal,
    arrived: (bytes) => {
      now += bytes;
      isWaiting = false;
    },
    waits: () => (isWaiting = true),
    stop: () => {
      clearInterval(timer);
    },
  };
}

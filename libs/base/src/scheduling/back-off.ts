/** How often a failing message is attempted, and how long it waits in between. */
export interface RetryPolicy {
  /** Attempts in all, including the first; then the message becomes a dead letter. */
  readonly maxAttempts: number;
  /** Milliseconds to wait after the given attempt (1, 2, ...) failed. */
  delay(attempt: number): number;
}

/** Options of {@link backOff}; times in milliseconds. */
export interface BackOff {
  maxAttempts?: number;
  firstDelay?: number;
  factor?: number;
  maxDelay?: number;
  /** Maximum share by which a delay is randomly shortened, 0 to 1. */
  jitter?: number;
  /** A number in [0, 1). */
  random?: () => number;
}

/**
 * Exponential back-off with jitter: 1, 5, 25, 60, 60 ... seconds, 8 attempts.
 * The maximum of 60 s follows from "normal again within 60 s of an outage's end"; jitter only shortens a delay, so this
 * bound always holds.
 */
export function backOff(options: BackOff = {}): RetryPolicy {
  const { maxAttempts = 8, firstDelay = 1000, factor = 5, maxDelay = 60_000 } = options;
  const { jitter = 0.2, random = Math.random } = options;
  return {
    maxAttempts,
    delay(attempt) {
      const full = Math.min(maxDelay, firstDelay * factor ** (attempt - 1));
      return Math.round(full * (1 - jitter * random()));
    },
  };
}

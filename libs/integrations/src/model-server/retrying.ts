import { setTimeout as delay } from 'node:timers/promises';
import { backOff } from '@vault/base';
import type { ServerFault } from './server-fault.ts';

/** Deadlines and waits for a server, in milliseconds. */
export interface CallTiming {
  /** Deadline of one call, from the first byte sent to the last received. */
  readonly callMs: number;
  /** Deadline of all tries of one request, including waits. */
  readonly totalMs: number;
  /** Wait before the second try; doubled before the third. */
  readonly backOffMs: number;
  /** Longest wait that a server may request. */
  readonly maxWaitMs: number;
}

export const maxTries = 3;

/** The default timing for calls that take at most `callMs`. */
export const callTiming = (callMs: number): CallTiming => ({
  callMs,
  totalMs: callMs * 2.5,
  backOffMs: 1_000,
  maxWaitMs: 30_000,
});

/**
 * Waits before the next try: as long as the server requests, and at least an exponential back-off with jitter, so that
 * refused clients do not retry at the same time.
 * @returns false when the server requests a wait longer than `maxWaitMs`
 */
export async function waitForTry(
  tries: number,
  fault: ServerFault,
  { backOffMs, maxWaitMs }: CallTiming,
  signal: AbortSignal,
): Promise<boolean> {
  const { retryAfterMs } = fault.facts;
  if (retryAfterMs !== undefined && retryAfterMs > maxWaitMs) return false;
  const ownMs = backOff({ firstDelay: backOffMs, factor: 2, jitter: 0.5 }).delay(tries);
  await delay(Math.max(retryAfterMs ?? 0, ownMs), undefined, { signal });
  return true;
}

import { setTimeout as delay } from 'node:timers/promises';
import type { ChatFault } from './chat-fault.ts';

/** How long is waited for a language model, in milliseconds. */
export interface ChatTiming {
  /** For one call, from the first byte sent to the last received. */
  readonly callMs: number;
  /** For all tries of one request, waits included. */
  readonly totalMs: number;
  /** Before the second try; twice as long before the third. */
  readonly backOffMs: number;
  /** The longest wait that a server may ask for. */
  readonly maxWaitMs: number;
}

export const maxTries = 3;

/** What is usual for calls that take `callMs` at most. */
export const chatTiming = (callMs: number): ChatTiming => ({
  callMs,
  totalMs: callMs * 2.5,
  backOffMs: 1_000,
  maxWaitMs: 30_000,
});

/**
 * Waits before the next try: as long as the server wishes, else longer each time, with jitter so that those who were
 * turned away together do not come back together.
 * @returns false when the server wishes for longer than anybody waits
 */
export async function waitForTry(
  tries: number,
  fault: ChatFault,
  { backOffMs, maxWaitMs }: ChatTiming,
  signal: AbortSignal,
): Promise<boolean> {
  const { afterMs } = fault.facts;
  if (afterMs !== undefined && afterMs > maxWaitMs) return false;
  const ownMs = backOffMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
  await delay(Math.max(afterMs ?? 0, ownMs), undefined, { signal });
  return true;
}

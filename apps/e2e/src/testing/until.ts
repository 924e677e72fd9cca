import { setTimeout as wait } from 'node:timers/promises';

/**
 * Asks again and again until the answer is something.
 * @param what for the message when it never is
 * @param limitMs the longest wait; generous, so that only a standstill ends it
 * @param pollMs between one answer and the next question; longer where asking is expensive
 */
export async function until<Value>(
  what: string,
  ask: () => Promise<Value | undefined | false> | Value | undefined | false,
  limitMs = 180_000,
  pollMs = 150,
): Promise<Value> {
  const giveUpAt = performance.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > giveUpAt) throw new Error(`waited ${String(limitMs)} ms in vain for: ${what}`);
    await wait(pollMs);
  }
}

import { setTimeout as wait } from 'node:timers/promises';

const pollMs = 150;

/**
 * Asks again and again until the answer is something.
 * @param what for the message when it never is
 * @param limitMs the longest wait; generous, so that only a standstill ends it
 */
export async function until<Value>(
  what: string,
  ask: () => Promise<Value | undefined | false> | Value | undefined | false,
  limitMs = 60_000,
): Promise<Value> {
  const giveUpAt = performance.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > giveUpAt) throw new Error(`waited ${String(limitMs)} ms in vain for: ${what}`);
    await wait(pollMs);
  }
}

import { setTimeout as wait } from 'node:timers/promises';

/**
 * Polls until the result is neither undefined nor false.
 * @param what names the condition in the error message
 * @param limitMs the timeout; generous, so that it does not expire on a busy machine
 * @param pollMs the pause between polls; longer where a poll is expensive
 * @throws after the timeout
 */
export async function until<Value>(
  what: string,
  poll: () => Promise<Value | undefined | false> | Value | undefined | false,
  limitMs = 180_000,
  pollMs = 150,
): Promise<Value> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const answer = await poll();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > deadline)
      throw new Error(`timed out after ${String(limitMs)} ms waiting for ${what}`);
    await wait(pollMs);
  }
}

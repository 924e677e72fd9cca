import { setTimeout as wait } from 'node:timers/promises';

const retryAfterMs = 500;

/**
 * Retries `connect` until it succeeds.
 * @param giveUpAt a time of `performance.now()`
 * @throws an error for the operator, with the last failure as its cause
 */
export async function waitUntilAvailable(
  name: string,
  giveUpAt: number,
  connect: () => Promise<void>,
): Promise<void> {
  for (;;) {
    try {
      await connect();
      return;
    } catch (cause) {
      if (performance.now() + retryAfterMs > giveUpAt) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`${name} was not available in time: ${reason}`, { cause });
      }
    }
    await wait(retryAfterMs);
  }
}

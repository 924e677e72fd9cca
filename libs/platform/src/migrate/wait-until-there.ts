import { setTimeout as wait } from 'node:timers/promises';

const againAfterMs = 500;

/**
 * Asks until the answer is not a failure.
 * @param giveUpAt on the clock of `performance.now()`
 * @throws the sentence for an operator, with the last failure as its cause
 */
export async function waitUntilThere(
  name: string,
  giveUpAt: number,
  ask: () => Promise<void>,
): Promise<void> {
  for (;;) {
    try {
      await ask();
      return;
    } catch (cause) {
      if (performance.now() + againAfterMs > giveUpAt) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`${name} was not there in time: ${reason}`, { cause });
      }
    }
    await wait(againAfterMs);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition holds; rejects after `timeoutMs` milliseconds. */
export async function until(holds: () => boolean | Promise<boolean>, timeoutMs = 120_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > deadline)
      throw new Error(`The condition did not hold within ${String(timeoutMs)} ms: ${holds.toString()}`);
    await sleep(2);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something holds; rejects after `patience` milliseconds. */
export async function until(holds: () => boolean | Promise<boolean>, patience = 30_000): Promise<void> {
  const deadline = performance.now() + patience;
  while (!(await holds())) {
    if (performance.now() > deadline)
      throw new Error(`It did not come true in ${String(patience)} ms: ${holds.toString()}`);
    await sleep(2);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';

/** A promise with its levers. */
export interface Deferred {
  promise: Promise<void>;
  resolve: () => void;
  isResolved: boolean;
}

/** A promise to be resolved from outside. */
export function deferred(): Deferred {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const made: Deferred = {
    promise,
    isResolved: false,
    resolve: () => {
      made.isResolved = true;
      resolve(undefined);
    },
  };
  return made;
}

/** Waits until something holds; rejects after `patience` milliseconds. */
export async function until(holds: () => boolean | Promise<boolean>, patience = 30_000): Promise<void> {
  const deadline = performance.now() + patience;
  while (!(await holds())) {
    if (performance.now() > deadline)
      throw new Error(`It did not come true in ${patience} ms: ${holds.toString()}`);
    await sleep(2);
  }
}

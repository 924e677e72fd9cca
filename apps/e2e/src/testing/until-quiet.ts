import { findUnrest } from './checker.ts';
import type { Product } from './product.ts';
import { until } from './until.ts';

/** Captions of what is still to be transcribed take their time. */
const quietWithinMs = 600_000;
/** Each look reads every store. */
const lookEveryMs = 500;

/**
 * Waits until nothing of a running product is on its way any more: messages, outboxes, webhooks, media work.
 * @throws Error that says what still is, when that does not end
 */
export async function untilQuiet(product: Product, limitMs = quietWithinMs): Promise<void> {
  let unrest: readonly string[] = [];
  const isQuiet = async () => {
    unrest = await findUnrest(product.stored());
    return unrest.length === 0;
  };
  await until('all work to end', isQuiet, limitMs, lookEveryMs).catch((cause: unknown) => {
    throw new Error(`it is not quiet: ${unrest.join('; ')}`, { cause });
  });
}

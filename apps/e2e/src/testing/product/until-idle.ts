import { findPendingWork } from '../stores/checker.ts';
import type { Product } from './product.ts';
import { until } from '../shared/until.ts';

/** Long enough for pending transcriptions. */
const idleTimeoutMs = 600_000;
/** Each check reads every store. */
const checkEveryMs = 500;

/**
 * Waits until a running product has no pending messages, outbox events, webhooks or media work.
 * @throws Error that lists the pending work, after the limit
 */
export async function untilIdle(product: Product, limitMs = idleTimeoutMs): Promise<void> {
  let pending: readonly string[] = [];
  const isIdle = async () => {
    pending = await findPendingWork(product.stored());
    return pending.length === 0;
  };
  await until('all work to end', isIdle, limitMs, checkEveryMs).catch((cause: unknown) => {
    throw new Error(`the product is not idle: ${pending.join('; ')}`, { cause });
  });
}

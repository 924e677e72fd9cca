import assert from 'node:assert/strict';
import { findInconsistencies, type CheckOptions } from '../stores/checker.ts';
import type { Product } from './product.ts';
import { untilIdle } from './until-idle.ts';
import { until } from '../shared/until.ts';

/** Data of deleted videos is removed with a delay; a quota slot of a killed process is released after a minute. */
const cleanUpTimeoutMs = 360_000;

interface ConsistencyOptions extends CheckOptions {
  /** Runs before each check, for example to make a service clean up. */
  readonly beforeEachCheck?: () => Promise<unknown>;
}

/** Waits until the product is idle, stops it cleanly, and asserts that no data is lost, duplicated or left over. */
export async function assertConsistent(product: Product, options: ConsistencyOptions = {}): Promise<void> {
  await untilIdle(product);
  let found: readonly string[] = [];
  const isConsistent = async () => {
    await options.beforeEachCheck?.();
    const all = await findInconsistencies(product.stored(), options);
    found = all.filter((sentence) => !sentence.startsWith('a process is left'));
    return found.length === 0;
  };
  await until('the stores to be consistent', isConsistent, cleanUpTimeoutMs).catch(() =>
    assert.deepEqual(found, []),
  );
  await product.stop();
  assert.deepEqual(await findInconsistencies(product.stored(), options), []);
}

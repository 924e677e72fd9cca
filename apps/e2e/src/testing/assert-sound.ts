import assert from 'node:assert/strict';
import { findInconsistencies, type CheckOptions } from './checker.ts';
import type { Product } from './product.ts';
import { untilQuiet } from './until-quiet.ts';
import { until } from './until.ts';

/** What a deleted video leaves is removed a moment later; a place in a plan that was lost with its process, after a minute. */
const tidyWithinMs = 360_000;

interface SoundOptions extends CheckOptions {
  /** Done before each look, such as what makes a service tidy up. */
  readonly prompt?: () => Promise<unknown>;
}

/** Waits until all is quiet, stops the product, which must end cleanly, and looks for anything lost, doubled or lying about. */
export async function assertSound(product: Product, options: SoundOptions = {}): Promise<void> {
  await untilQuiet(product);
  let found: readonly string[] = [];
  const isTidy = async () => {
    await options.prompt?.();
    const all = await findInconsistencies(product.stored(), options);
    found = all.filter((sentence) => !sentence.startsWith('a process is left'));
    return found.length === 0;
  };
  await until('everything to be tidy', isTidy, tidyWithinMs).catch(() => assert.deepEqual(found, []));
  await product.stop();
  assert.deepEqual(await findInconsistencies(product.stored(), options), []);
}

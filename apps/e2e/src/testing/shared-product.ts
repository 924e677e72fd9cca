import { after } from 'node:test';
import { assertSound } from './assert-sound.ts';
import type { Product } from './product.ts';
import { startProduct } from './start-product.ts';

let product: Promise<Product> | undefined;

/**
 * The product of all test files in this process, started when the first asks for it. Each test registers users of its own
 * and changes nothing for the others; whoever stops, kills or configures a product starts one of its own. After the last
 * test nothing may be lost, doubled or left behind in it.
 */
export function sharedProduct(): Promise<Product> {
  return (product ??= startProduct());
}

after(async () => {
  const started = await product;
  if (!started) return;
  try {
    await assertSound(started);
  } finally {
    await started.end();
  }
});

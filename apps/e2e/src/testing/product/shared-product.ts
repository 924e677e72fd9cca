import { after } from 'node:test';
import { assertConsistent } from './assert-consistent.ts';
import type { Product } from './product.ts';
import { startProduct } from './start-product.ts';

let product: Promise<Product> | undefined;

/**
 * The product shared by all test files of this process, started on the first call. Each test registers its own users and
 * must not affect other tests; a test that stops, kills or configures a product starts its own. After the last test the
 * stores must be consistent.
 */
export function sharedProduct(): Promise<Product> {
  return (product ??= startProduct());
}

after(async () => {
  const started = await product;
  if (!started) return;
  try {
    await assertConsistent(started);
  } finally {
    await started.end();
  }
});

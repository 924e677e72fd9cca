import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from './product.ts';
import { until } from './until.ts';

/** The uploaded bytes, once the first job of the asset has moved them to its folder. */
export function storedSource(product: Product, assetId: string): Promise<Buffer> {
  return until('the source file', () => {
    try {
      return readFileSync(join(product.mediaDir, 'assets', assetId, 'source'));
    } catch {
      return undefined;
    }
  });
}

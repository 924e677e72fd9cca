import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from './testing/browser.ts';
import { measureFirstLoad } from './testing/first-load.ts';
import type { Product } from './testing/product.ts';
import { sharedProduct } from './testing/shared-product.ts';

/** Measures times: it has the machine for itself. */
describe('a first visit', () => {
  let product: Product;
  let browser: Browser;

  before(async () => {
    product = await sharedProduct();
    browser = await openBrowser();
  });
  after(() => browser.close());

  it('loads at most 130 KiB of script before anybody touches anything', async () => {
    for (const address of ['/', '/login']) {
      const { scriptBytes } = await measureFirstLoad(browser, product, address);
      assert.ok(scriptBytes > 0 && scriptBytes <= 130 * 1_024, `${address}: ${String(scriptBytes)} bytes`);
    }
  });

  it('has painted the front page within 2.5 s on a slow line and device, and it stands still', async () => {
    const tries: string[] = [];
    let isWell = false;
    // The best of three. A machine that is busy paints a bare text late as well: then that is the measure.
    while (!isWell && tries.length < 3) {
      const bare = await measureFirstLoad(browser, product, '/robots.txt');
      const { lcpMs, cls } = await measureFirstLoad(browser, product, '/');
      isWell = lcpMs <= Math.max(2_500, 6 * bare.lcpMs) && cls <= 0.1;
      tries.push(`${String(lcpMs)} ms (bare text ${String(bare.lcpMs)} ms), moved ${String(cls)}`);
    }
    assert.ok(isWell, tries.join('; '));
  });
});

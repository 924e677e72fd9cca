import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from './testing/browser/browser.ts';
import { measureFirstLoad } from './testing/browser/first-load.ts';
import type { Product } from './testing/product/product.ts';
import { sharedProduct } from './testing/product/shared-product.ts';

/** Measures times, so its step runs alone on the machine. */
describe('a first visit', () => {
  let product: Product;
  let browser: Browser;

  before(async () => {
    product = await sharedProduct();
    browser = await openBrowser();
  });
  after(() => browser.close());

  it('loads at most 130 KiB of script before any user input', async () => {
    for (const address of ['/', '/login']) {
      const { scriptBytes } = await measureFirstLoad(browser, product, address);
      assert.ok(scriptBytes > 0 && scriptBytes <= 130 * 1_024, `${address}: ${String(scriptBytes)} bytes`);
    }
  });

  it('paints the front page within 2.5 s on a slow network and device, without layout shifts', async () => {
    const tries: string[] = [];
    let isFast = false;
    // The best of three tries. A busy machine also paints a plain text late, so the limit depends on that time.
    while (!isFast && tries.length < 3) {
      const bare = await measureFirstLoad(browser, product, '/robots.txt');
      const { lcpMs, cls } = await measureFirstLoad(browser, product, '/');
      isFast = lcpMs <= Math.max(2_500, 6 * bare.lcpMs) && cls <= 0.1;
      tries.push(`${String(lcpMs)} ms (bare text ${String(bare.lcpMs)} ms), layout shift ${String(cls)}`);
    }
    assert.ok(isFast, tries.join('; '));
  });
});

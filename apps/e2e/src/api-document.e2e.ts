import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { Api } from './testing/api/api.ts';
import { openBrowser, WatchedPage } from './testing/browser/browser.ts';
import type { Product } from './testing/product/product.ts';
import { sharedProduct } from './testing/product/shared-product.ts';
import { until } from './testing/shared/until.ts';

interface Document {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, object>>;
}

describe('the API document', () => {
  let product: Product;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let api: Api;
  let document: Document;

  before(async () => {
    product = await sharedProduct();
    browser = await openBrowser();
    watched = await WatchedPage.open(browser, product);
    page = watched.page;
    api = new Api(product.pageOrigin);
    document = (await api.send('GET', '/api/openapi.json')).json as unknown as Document;
    await api.register();
  });
  after(() => browser.close());

  const valuesOf = async (selector: string, attribute: string) => {
    const found = await page.locator(selector).all();
    const values = found.map((each) => each.getAttribute(attribute, { timeout: 1_000 }).catch(() => null));
    return (await Promise.all(values)).filter((value) => value !== null);
  };

  it('has a page that shows every section and call', async () => {
    await page.goto('/api');
    await page.waitForURL('**/api/docs');
    await page.locator('h3[data-tag]').first().waitFor();
    const calls = Object.values(document.paths).flatMap((item) => Object.keys(item));
    const tags = document.tags.map(({ name }) => name);
    // A long list has only the rows that are in view.
    const seen = { tags: new Set<string>(), calls: new Set<string>() };
    await page.mouse.move(700, 400);
    await until('all sections and calls', async () => {
      for (const tag of await valuesOf('h3[data-tag]', 'data-tag')) seen.tags.add(tag);
      for (const id of await valuesOf('.opblock', 'id')) seen.calls.add(id);
      if (seen.tags.size === tags.length && seen.calls.size === calls.length) return true;
      await page.mouse.wheel(0, 400);
      return undefined;
    });
    assert.deepEqual([...seen.tags], tags);
    watched.assertClean();
  });

  it('can be tried out: After sign-in the token is sent as a bearer authorization header on all calls.', async () => {
    const authorize = page.getByRole('button', { name: 'Authorize' });
    await authorize.press('Enter');
    const dialog = page.locator('.modal-ux');
    // The first form takes the token of a user; there is another one for staff.
    const form = dialog.locator('form', { hasText: 'bearer' }).first();
    await form.getByRole('textbox').fill(api.user!.token);
    await page.keyboard.press('Enter');
    await form.getByText('Logout').waitFor();
    await dialog.locator('.close-modal').press('Enter');
    await page.evaluate('window.scrollTo(0, 0)');
    const call = page.locator('#operations-Account-checkSession');
    await call.locator('.opblock-summary-control').press('Enter');
    await call.getByRole('button', { name: 'Try it out' }).press('Enter');
    await call.getByRole('button', { name: 'Execute' }).press('Enter');
    await call.getByText(api.user!.email).first().waitFor();
    await call.getByText('Bearer').first().waitFor();
    watched.assertClean();
  });
});

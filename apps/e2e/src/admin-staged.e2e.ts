import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, WatchedPage } from './testing/browser.ts';
import type { Product } from './testing/product.ts';
import { StagedApi } from './testing/staged-api.ts';
import { stageAdmin } from './testing/staged-admin.ts';
import { startProduct } from './testing/start-product.ts';

/** The admin area with answers in the product's place: ten thousand users, long names, failures. */
describe('the admin area', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let watched: WatchedPage;
  let staged: StagedApi;

  before(async () => {
    product = await startProduct();
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await product.end();
  });

  async function openAs(role: 'owner' | 'support' | null): Promise<void> {
    watched = await WatchedPage.open(browser, product);
    page = watched.page;
    staged = await StagedApi.before(page);
    if (!role) return;
    stageAdmin(staged, role);
    const stored = JSON.stringify({ id: 'staff-1', token: 'staged', email: 'charles@example.com' });
    await page.addInitScript((value) => {
      localStorage.setItem('admin', value);
    }, stored);
  }

  const pages = [
    'dashboard',
    'users',
    'videos',
    'token-histories',
    'token-histories/user-1',
    'audit',
    'staff',
  ];

  it('every page of it has no fault that a screen reader would meet, wide and on a phone', async () => {
    await openAs('owner');
    for (const at of pages) {
      await page.goto(`/admin/${at}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await watched.inspectOneTheme(`admin-${at.replace('/', '-')}`);
    }
    watched.assertClean();
  });
});

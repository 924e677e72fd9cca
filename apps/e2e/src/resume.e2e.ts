import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { SessionUser } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import type { Api } from './testing/api/api.ts';
import { openBrowser, WatchedPage } from './testing/browser/browser.ts';
import type { Product } from './testing/product/product.ts';
import { ThrottledProxy } from './testing/product/throttled-proxy.ts';
import { startProduct } from './testing/product/start-product.ts';
import { StoredUpload } from './testing/product/stored-upload.ts';
import { largeTalk } from './testing/api/talk.ts';
import { until } from './testing/shared/until.ts';

const media = largeTalk();
const someBytes = 2 * 1_024 * 1_024;

describe('an upload in the browser resumes', () => {
  let product: Product;
  let proxy: ThrottledProxy;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let api: Api;
  /** `Content-Range` of each PUT. */
  const ranges: string[] = [];

  before(async () => {
    proxy = new ThrottledProxy();
    product = await startProduct({ proxy });
    api = product.api();
    browser = await openBrowser();
    watched = await WatchedPage.open(browser, product);
    // A service on a busy machine may miss the deadline of a call; the page asks again.
    watched.expect(/status of 503/);
    page = watched.page;
    page.on('request', (request) => {
      if (request.method() === 'PUT') ranges.push(request.headers()['content-range'] ?? '');
    });
    await page.addInitScript(storeUser, await api.register());
    await page.goto('/asset/view');
  });
  after(async () => {
    await browser.close();
    await proxy.close();
    await product.end();
  });

  it('after a reload, when the same file is chosen, from the offset of the server', async () => {
    const stored = await uploadPart(product, page, proxy);
    const warnings: string[] = [];
    page.once('dialog', (dialog) => {
      warnings.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    proxy.drop();
    assert.deepEqual(warnings, ['beforeunload']);
    await page.getByText('Choose the same file to continue.').waitFor();
    ranges.length = 0;
    proxy.heldAfterBytes = undefined;
    await choose(page);
    await page.getByText('Upload complete!', { exact: true }).waitFor();
    assertResumed(ranges);
    await assertComplete(stored, api, 1);
  });

  it('after a broken connection, automatically', async () => {
    await page.getByText('Upload complete!', { exact: true }).waitFor({ state: 'detached' });
    const stored = await uploadPart(product, page, proxy);
    ranges.length = 0;
    watched.expect(/net::ERR_(CONNECTION|EMPTY|SOCKET)_/);
    proxy.disconnect();
    await until('the browser to detect the broken connection', () => proxy.refused > 0);
    proxy.heldAfterBytes = undefined;
    proxy.reconnect();
    await page.getByText('Upload complete!', { exact: true }).waitFor();
    assertResumed(ranges);
    await assertComplete(stored, api, 2);
  });

  it('without errors or requests to another origin', () => watched.assertClean());
});

function storeUser(user: SessionUser): void {
  localStorage.setItem('user', JSON.stringify(user));
}

async function choose(page: Page): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(media.path);
}

/** Uploads part of the talk, and returns when some of it is stored. */
async function uploadPart(product: Product, page: Page, proxy: ThrottledProxy): Promise<StoredUpload> {
  proxy.heldAfterBytes = someBytes;
  await choose(page);
  const stored = new StoredUpload(product, media.bytes.length);
  await until('part of the file to be stored', () => stored.open() && stored.bytes > 0);
  return stored;
}

/** Asserts that the upload queried the offset and did not start again at byte 0. */
function assertResumed(ranges: readonly string[]): void {
  assert.ok(
    ranges.some((range) => range.startsWith('bytes */')),
    `queried: ${ranges.join(', ')}`,
  );
  const starts = ranges.flatMap((range) => /^bytes (\d+)-/.exec(range)?.slice(1).map(Number) ?? []);
  assert.ok(starts.length > 0 && starts.every((start) => start > 0), `sent: ${ranges.join(', ')}`);
}

async function assertComplete(stored: StoredUpload, api: Api, count: number): Promise<void> {
  await until('the video to be listed', async () => (await api.videos()).length === count);
  assert.equal(sha256(stored.read()), sha256(media.bytes));
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { SessionUser } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import type { Api } from './testing/api.ts';
import { openBrowser, WatchedPage } from './testing/browser.ts';
import type { Product } from './testing/product.ts';
import { SlowLine } from './testing/slow-line.ts';
import { startProduct } from './testing/start-product.ts';
import { storedSource } from './testing/stored-source.ts';
import { talk } from './testing/talk.ts';
import { until } from './testing/until.ts';

const media = talk();
const slow = 200 * 1_024;
const someBytes = 300 * 1_024;

describe('an upload in the browser survives', () => {
  let product: Product;
  let line: SlowLine;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let api: Api;
  /** `Content-Range` of each PUT. */
  const ranges: string[] = [];

  before(async () => {
    line = new SlowLine();
    product = await startProduct({ line });
    api = product.api();
    browser = await openBrowser();
    watched = await WatchedPage.open(browser, product);
    page = watched.page;
    page.on('request', (request) => {
      if (request.method() === 'PUT') ranges.push(request.headers()['content-range'] ?? '');
    });
    await page.addInitScript(storeUser, await api.register());
    await page.goto('/asset/view');
  });
  after(async () => {
    await browser.close();
    await line.close();
    await product.end();
  });

  it('a reload: the same file goes on where the server stands', async () => {
    await beginSlowly(page, line);
    const warnings: string[] = [];
    page.once('dialog', (dialog) => {
      warnings.push(dialog.type());
      void dialog.accept();
    });
    line.hold();
    await page.reload();
    line.drop();
    assert.deepEqual(warnings, ['beforeunload']);
    await page.getByText('Choose the same file to go on.').waitFor();
    ranges.length = 0;
    line.bytesPerSecond = undefined;
    await choose(page);
    await page.getByText('Upload complete!', { exact: true }).waitFor();
    assertWentOn(ranges);
    await assertArrivedWhole(product, api, 1);
  });

  it('a broken connection: it goes on by itself', async () => {
    await page.getByText('Upload complete!', { exact: true }).waitFor({ state: 'detached' });
    await beginSlowly(page, line);
    ranges.length = 0;
    watched.expect(/net::ERR_(CONNECTION|EMPTY|SOCKET)_/);
    line.breakDown();
    await until('the browser to have noticed', () => line.refused > 0);
    line.bytesPerSecond = undefined;
    line.repair();
    await page.getByText('Upload complete!', { exact: true }).waitFor();
    assertWentOn(ranges);
    await assertArrivedWhole(product, api, 2);
  });

  it('without an error or a request to somebody else', () => watched.assertClean());
});

function storeUser(user: SessionUser): void {
  localStorage.setItem('user', JSON.stringify(user));
}

async function choose(page: Page): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(media.path);
}

/** Sends the talk until some of it has arrived. */
async function beginSlowly(page: Page, line: SlowLine): Promise<void> {
  line.bytesPerSecond = slow;
  const before = line.passed;
  await choose(page);
  await until('part of the file to arrive', () => line.passed - before > someBytes);
}

/** It asked where the server stands, and the first bytes sent are not the file's first. */
function assertWentOn(ranges: readonly string[]): void {
  assert.ok(
    ranges.some((range) => range.startsWith('bytes */')),
    `asked: ${ranges.join(', ')}`,
  );
  const starts = ranges.flatMap((range) => /^bytes (\d+)-/.exec(range)?.slice(1).map(Number) ?? []);
  assert.ok(starts.length > 0 && starts.every((start) => start > 0), `sent: ${ranges.join(', ')}`);
}

async function assertArrivedWhole(product: Product, api: Api, count: number): Promise<void> {
  const videos = await until('the video to be listed', async () => {
    const listed = await api.videos();
    return listed.length === count && listed;
  });
  assert.equal(sha256(await storedSource(product, videos[0]!.assetId)), sha256(media.bytes));
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

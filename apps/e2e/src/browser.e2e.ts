import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SessionUser, VideoRecord } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import type { Api } from './testing/api/api.ts';
import { openBrowser, WatchedPage } from './testing/browser/browser.ts';
import { dragData } from './testing/browser/in-page.ts';
import { warmUp } from './testing/api/send-with-retry.ts';
import type { Product } from './testing/product/product.ts';
import { proves } from './testing/shared/proves.ts';
import { ThrottledProxy } from './testing/product/throttled-proxy.ts';
import { startProduct } from './testing/product/start-product.ts';
import { briefTalk } from './testing/api/talk.ts';
import { until } from './testing/shared/until.ts';

const media = briefTalk();
const person = {
  email: 'grace@example.com',
  firstname: 'Grace',
  lastname: 'Hopper',
  password: 'first compiler',
};
const refused = /status of 401/;
const processingMs = 600_000;

describe('the product in a browser', () => {
  let product: Product;
  let proxy: ThrottledProxy;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let video: VideoRecord;

  before(async () => {
    proxy = new ThrottledProxy();
    product = await startProduct({ proxy });
    await warmUp(product.api());
    browser = await openBrowser();
    watched = await WatchedPage.open(browser, product);
    // A service on a busy machine may miss the deadline of a call; the page asks again.
    if (product.processes.length > 1) watched.expect(/status of 503/);
    page = watched.page;
  });
  after(async () => {
    await browser.close();
    await proxy.close();
    await product.end();
  });

  const library = proves(
    '/asset/view | signed-in | Library page. The route of the library within the shell is /asset/view; the page is described below',
    'A webinar video library (shown in the interface as a webinar vault).',
  );
  it(`${library}: registration leads there`, async () => {
    await page.goto('/register');
    await register(page, person.password);
    await page.waitForURL('**/asset/view');
    await page.getByRole('link', { name: 'Webinar Vault' }).waitFor();
    const user = await storedUser(page);
    assert.equal(user.email, person.email);
    assert.ok(user.token);
    await page.getByText('Your library is empty').waitFor();
    await watched.inspect('library-empty');
  });

  it('refuses a dropped file that is not a recording', async () => {
    await drop(page, Buffer.from('nothing to see'), 'notes.txt', 'text/plain');
    await page.getByText('notes.txt is neither video nor audio.').waitFor();
  });

  it('Upload: file chosen or dropped, upload starts, progress from 0 to 100, then success or error.', async () => {
    proxy.bytesPerSecond = Math.ceil(media.bytes.length / 3);
    await drop(page, media.bytes, 'Growing a company.mp4', media.type);
    const row = page.getByRole('listitem').filter({ hasText: 'Growing a company.mp4' });
    await row.getByText(/ of [\d.]+ [KM]B/).waitFor();
    await row.getByRole('button', { name: 'Pause' }).waitFor();
    await watched.saveScreenshot('uploading');
    await page.getByText('Upload complete!', { exact: true }).waitFor();
    proxy.bytesPerSecond = undefined;
    await card(page).waitFor();
  });

  it('shows the card at once, then its picture, its steps and its chapters', async () => {
    await card(page).getByRole('progressbar').waitFor();
    await card(page).locator('img').waitFor({ timeout: processingMs });
    await watched.inspect('library-working');
    await card(page)
      .getByText(/^\d+ chapters?$/)
      .waitFor({ timeout: processingMs });
    const [only] = await signedIn(product, await storedUser(page)).videos();
    video = only!;
    assert.equal(video.title, 'Growing a company');
    await watched.inspect('library');
  });

  it('saves a title on leaving the field, and not after Escape', async () => {
    const title = card(page).getByRole('textbox', { name: 'Title' });
    const api = signedIn(product, await storedUser(page));
    await title.fill('Never saved');
    await title.press('Escape');
    await until('the old title', async () => (await title.inputValue()) === 'Growing a company');
    await title.fill('Three lessons');
    await title.blur();
    await until('the new title', async () => (await api.video(video.id)).title === 'Three lessons');
    await page.reload();
    await page.getByRole('article', { name: 'Three lessons' }).waitFor();
    await page.getByRole('textbox', { name: 'Title' }).fill('<i>Three</i> lessons');
    await page.getByRole('textbox', { name: 'Description' }).fill('About & around <b>growth</b>');
    await page.getByRole('textbox', { name: 'Description' }).blur();
    const saved = async () => (await api.video(video.id)).description === 'About & around <b>growth</b>';
    await until('the description', saved);
  });

  it('deletes a video after confirmation, and not after Cancel', async () => {
    await page.goto('/asset/view');
    const question = page.getByText('Are you sure you want to delete this item?', { exact: true });
    await page.getByRole('button', { name: 'Delete' }).click();
    await question.waitFor();
    await watched.saveScreenshot('confirm');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('article').count(), 1);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Your library is empty').waitFor();
  });

  it('explains the logout when the session has ended elsewhere, then opens the sign-in page', async () => {
    watched.expect(refused);
    // A page with an open stream of events never has an idle network.
    await page.route('**/api/events', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body: '' }),
    );
    // A request of the page that was refused before the reload would have shown the message already.
    await page.reload({ waitUntil: 'networkidle' });
    await signedIn(product, await storedUser(page)).ask('POST', '/api/auth/logout');
    await page.reload();
    const words = 'For security purposes, we have logged you out. Sorry for the inconvenience.';
    await page.getByText(words, { exact: true }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/asset/view');
    assert.ok(await storedUser(page), 'the user stays stored while the message is shown');
    await page.waitForURL('**/login');
    assert.equal(await page.evaluate(() => localStorage.getItem('user')), null);
  });

  it('the pages had no errors and sent no request to another origin', () => watched.assertClean());
});

async function register(page: Page, confirmation: string): Promise<void> {
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel('First name').fill(person.firstname);
  await page.getByLabel('Last name').fill(person.lastname);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(confirmation);
  await page.getByRole('button', { name: 'Create account' }).click();
}

function card(page: Page) {
  return page.getByRole('article', { name: 'Growing a company' });
}

async function storedUser(page: Page): Promise<SessionUser> {
  return JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? 'null') as SessionUser;
}

function signedIn(product: Product, user: SessionUser): Api {
  const api = product.api();
  api.user = user;
  return api;
}

/** Drops a file from the desktop on the uploader. */
async function drop(page: Page, bytes: Buffer, name: string, type: string): Promise<void> {
  const transfer = await page.evaluateHandle(dragData, { content: bytes.toString('base64'), name, type });
  const zone = page.getByText('Drop a recording here').locator('..');
  await zone.dispatchEvent('dragover', { dataTransfer: transfer });
  await page.getByText('Drop to upload').locator('..').dispatchEvent('drop', { dataTransfer: transfer });
}

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SessionUser, VideoRecord } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import type { Api } from './testing/api.ts';
import { openBrowser, WatchedPage } from './testing/browser.ts';
import { toSeconds } from './testing/cues.ts';
import { heldFile, playback } from './testing/in-page.ts';
import type { Product } from './testing/product.ts';
import { proves } from './testing/proves.ts';
import { SlowLine } from './testing/slow-line.ts';
import { quoteText } from './testing/quote-text.ts';
import { startProduct } from './testing/start-product.ts';
import { talk } from './testing/talk.ts';
import { until } from './testing/until.ts';

const media = talk();
const person = {
  email: 'grace@example.com',
  firstname: 'Grace',
  lastname: 'Hopper',
  password: 'first compiler',
};
const refused = /status of 40[134]/;
const processingMs = 180_000;

describe('the product in a browser', () => {
  let product: Product;
  let line: SlowLine;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let video: VideoRecord;

  before(async () => {
    line = new SlowLine();
    product = await startProduct({ line });
    browser = await openBrowser();
    watched = await WatchedPage.open(browser, product);
    page = watched.page;
  });
  after(async () => {
    await browser.close();
    await line.close();
    await product.end();
  });

  it('leads somebody unknown to sign-in', async () => {
    await page.goto('/asset/view');
    await page.waitForURL('**/login');
    await watched.inspect('login');
  });

  it('says what is missing before it asks the server', async () => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) sent.push(request.url());
    });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Please fill in all fields.', { exact: true }).waitFor();
    await page.goto('/register?plan=executive');
    sent.length = 0;
    assert.ok(await page.getByRole('radio', { name: /executive/i }).isChecked());
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('Please fill in all fields.', { exact: true }).waitFor();
    await register(page, 'something else');
    await page.getByText('Passwords do not match.', { exact: true }).waitFor();
    assert.deepEqual(sent, []);
    await watched.inspect('register');
  });

  const library = proves(
    '/asset/view | signed-in | Library page. The route of the library within the shell is /asset/view; the page is described below',
    'A webinar video library (shown in the interface as a webinar vault).',
  );
  it(`${library}: who registers is there`, async () => {
    await register(page, person.password);
    await page.waitForURL('**/asset/view');
    await page.getByRole('link', { name: 'Webinar Vault' }).waitFor();
    const user = await storedUser(page);
    assert.equal(user.email, person.email);
    assert.ok(user.token);
    await page.getByText('Nothing in the vault yet').waitFor();
    await watched.inspect('library-empty');
  });

  it('logs out, refuses a wrong password and lets the right one in', async () => {
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    assert.equal(await page.evaluate(() => localStorage.getItem('user')), null);
    watched.expect(refused);
    await signIn(page, 'not the password');
    await page
      .getByRole('alert')
      .filter({ hasText: /password/i })
      .waitFor();
    await signIn(page, person.password);
    await page.waitForURL('**/asset/view');
    // A signed-in user has no business at the sign-in page.
    await page.goto('/login');
    await page.waitForURL('**/asset/view');
  });

  it('keeps the chosen theme through a reload', async () => {
    assert.equal(await watched.theme(), 'light');
    await watched.setTheme('dark');
    assert.equal(await page.evaluate(() => localStorage.getItem('theme')), 'dark');
    await page.reload();
    await page.getByText('Nothing in the vault yet').waitFor();
    assert.equal(await watched.theme(), 'dark');
    await watched.setTheme('light');
  });

  it('refuses a dropped file that is no recording', async () => {
    await drop(page, Buffer.from('nothing to see'), 'notes.txt', 'text/plain');
    await page.getByText('notes.txt is neither video nor audio.').waitFor();
  });

  it('uploads a dropped talk under its eyes', async () => {
    line.bytesPerSecond = 400 * 1_024;
    await drop(page, media.bytes, 'Growing a company.mp4', media.type);
    const row = page.getByRole('listitem').filter({ hasText: 'Growing a company.mp4' });
    await row.getByText(/ of [\d.]+ [KM]B/).waitFor();
    await row.getByRole('button', { name: 'Pause' }).waitFor();
    await watched.photograph('uploading');
    await page.getByText('Upload complete!', { exact: true }).waitFor();
    line.bytesPerSecond = undefined;
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

  it('asks before it regenerates', async () => {
    await page.getByRole('button', { name: 'Regenerate chapters' }).click();
    await page
      .getByText('Are you sure you want to regenerate chapter for this item?', { exact: true })
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Regenerate chapters' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Generate summary' }).click();
    await page
      .getByText('Are you sure you want to generate summary for this item?', { exact: true })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('/asset/{id} | signed-in | Single video editor (second document): opens with its chapters', async () => {
    await page.getByRole('link', { name: /^Open / }).click();
    await page.waitForURL(`**/asset/${video.uploadId}`);
    for (const { title } of video.chapters)
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
    await page.getByRole('heading', { level: 1, name: '<i>Three</i> lessons' }).waitFor();
    await page.getByRole('button', { name: 'Expand all' }).click();
    const quote = quoteText(video.chapters.flatMap((chapter) => chapter.quote)[0]!);
    await page.getByText(quote).first().waitFor();
    await until('the player to load', () => playerState(page));
    await watched.inspect('video-expanded');
    await page.getByRole('button', { name: 'Collapse all' }).click();
    await watched.inspect('video');
  });

  it('plays from a chapter when it is clicked, and the transcript follows', async () => {
    const chapter = video.chapters.at(-1)!;
    const from = toSeconds(chapter.start);
    await page.getByRole('button', { name: new RegExp(`^Play from .*: ${escape(chapter.title)}$`) }).click();
    const first = await until('the video to play there', async () => {
      const state = await playerState(page);
      return state && !state.isPaused && state.time >= from && state;
    });
    await until('time to move', async () => (await playerState(page))!.time > first.time + 1);
    const line = page.getByRole('region', { name: 'Transcript' }).locator('[aria-current=true]');
    await line.waitFor();
    const said = await line.textContent();
    await until('the next line', async () => (await line.textContent().catch(() => said)) !== said);
  });

  it('answers an address that is nobody’s', async () => {
    await page.goto('/asset/00000000-0000-0000-0000-000000000000');
    await page.getByText('There is no such video').waitFor();
    await page.goto('/no/such/page');
    await page.getByText('There is no page here').waitFor();
    await watched.inspect('not-found');
  });

  it('deletes after asking, and not when told otherwise', async () => {
    await page.goto('/asset/view');
    const question = page.getByText('Are you sure you want to delete this item?', { exact: true });
    await page.getByRole('button', { name: 'Delete' }).click();
    await question.waitFor();
    await watched.photograph('confirm');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('article').count(), 1);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing in the vault yet').waitFor();
  });

  it('says why when the session has ended elsewhere, then leads to sign-in', async () => {
    await signedIn(product, await storedUser(page)).ask('POST', '/api/auth/logout');
    await page.reload();
    const words = 'For security purposes, we have logged you out. Sorry for the inconvenience.';
    await page.getByText(words, { exact: true }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/asset/view');
    assert.ok(await storedUser(page), 'the user stays until the words could be read');
    await page.waitForURL('**/login');
    assert.equal(await page.evaluate(() => localStorage.getItem('user')), null);
  });

  it('did all that without an error or a request to somebody else', () => watched.assertClean());
});

async function register(page: Page, confirmation: string): Promise<void> {
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel('First name').fill(person.firstname);
  await page.getByLabel('Last name').fill(person.lastname);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(confirmation);
  await page.getByRole('button', { name: 'Create account' }).click();
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
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

/** As a person drops a file from the desktop. */
async function drop(page: Page, bytes: Buffer, name: string, type: string): Promise<void> {
  const transfer = await page.evaluateHandle(heldFile, { content: bytes.toString('base64'), name, type });
  const zone = page.getByText('Drop a recording here').locator('..');
  await zone.dispatchEvent('dragover', { dataTransfer: transfer });
  await page.getByText('Let go to upload').locator('..').dispatchEvent('drop', { dataTransfer: transfer });
}

/** What the player says; undefined while it has nothing to play. */
async function playerState(page: Page): Promise<ReturnType<typeof playback> | undefined> {
  const state = await page.locator('video').evaluate(playback);
  return state.isLoaded ? state : undefined;
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

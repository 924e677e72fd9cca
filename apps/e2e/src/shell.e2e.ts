import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SearchAnswer, SessionUser } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import type { Api } from './testing/api/api.ts';
import { openBrowser, WatchedPage } from './testing/browser/browser.ts';
import { playback } from './testing/browser/in-page.ts';
import type { Product } from './testing/product/product.ts';
import { proves } from './testing/shared/proves.ts';
import { uploadVideo } from './testing/api/send-file.ts';
import { sharedProduct } from './testing/product/shared-product.ts';
import { briefTalk } from './testing/api/talk.ts';
import { until } from './testing/shared/until.ts';

const person = { email: 'jean@example.com', firstname: 'Jean', lastname: 'Bartik', password: 'six women' };
const title = 'Growing a Company';
const focusedName = `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`;

describe('the shell, its forms and its search', () => {
  let product: Product;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let api: Api;
  let session: { id: string; uploadId: string };

  before(async () => {
    product = await sharedProduct();
    browser = await openBrowser();
    watched = await WatchedPage.open(browser, product);
    page = watched.page;
    // The browser reports every error answer, and these tests provoke some.
    watched.expect(/status of (401|404)/);
    api = product.api();
  });
  after(() => browser.close());

  const box = () => page.getByPlaceholder('Search webinars...', { exact: true });
  const results = () => page.getByRole('dialog');
  const rows = () => results().getByRole('listitem');

  it('a person registers, and is stored with the answer of the server', async () => {
    await page.goto('/register?plan=executive');
    await page.getByLabel('Email address').fill(person.email);
    await page.getByLabel('First name').fill(person.firstname);
    await page.getByLabel('Last name').fill(person.lastname);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByLabel('Confirm password').fill(person.password);
    await watched.inspect('shell-register');
    const answer = page.waitForResponse('**/api/auth/register');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('**/asset/view');
    api.user = await storedUser(page);
    assert.deepEqual(api.user, ((await (await answer).json()) as { data: unknown }).data);
    ({ session } = await uploadVideo(api, briefTalk(), title));
  });

  it(
    proves(
      'Header: brand title that navigates to /asset/view; a theme toggle (light or dark) and a Log out button on every page.',
      "On /asset/view only: a sidebar toggle (shifts the header by 300px) and a search box with placeholder 'Search webinars...'.",
      'Sidebar width and header shift 300px.',
      'Footer: copyright line for 2025 and links to /support (Help & Support), /contact (Send Feedback), /privacy-policy and /terms-of-service.',
    ),
    async () => {
      const header = page.getByRole('banner');
      const untilAt = (x: number) =>
        until(`the header at ${String(x)}`, async () => (await header.boundingBox())!.x === x);
      await untilAt(300);
      assert.equal((await page.locator('#sidebar').boundingBox())!.width, 300);
      await page.getByRole('button', { name: 'Close the uploader' }).click();
      await untilAt(0);
      await page.getByRole('button', { name: 'Open the uploader' }).click();
      await untilAt(300);

      const footer = page.getByRole('contentinfo');
      assert.match((await footer.textContent())!, /© 2025/);
      const links = { '/support': 'Help & Support', '/contact': 'Send Feedback' };
      for (const [href, name] of Object.entries(links))
        assert.equal(await footer.getByRole('link', { name }).getAttribute('href'), href);
      for (const href of ['/privacy-policy', '/terms-of-service'])
        assert.equal(await footer.locator(`a[href="${href}"]`).count(), 1);

      await page.goto('/asset/unknown');
      await page.getByText('There is no such video').waitFor();
      assert.equal(await box().count(), 0);
      assert.equal(await page.getByRole('button', { name: /uploader/ }).count(), 0);
      await header.getByRole('button', { name: 'Log out' }).waitFor();
      await watched.setTheme('dark');
      await watched.setTheme('light');
      await header.getByRole('link', { name: 'Webinar Vault' }).click();
      await page.waitForURL('**/asset/view');
    },
  );

  it('Theme toggles light and dark. A person logs out, and signs in with the right password only', async () => {
    for (const theme of ['dark', 'light'] as const) {
      await watched.setTheme(theme);
      assert.equal(await page.evaluate(`localStorage.getItem('theme')`), theme);
    }
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    await watched.inspect('shell-sign-in');
    const answer = page.waitForResponse('**/api/auth/login');
    await signIn('not the password');
    const { msg } = (await (await answer).json()) as { msg: string };
    assert.ok(msg);
    await page.getByRole('alert').getByText(msg, { exact: true }).waitFor();
    await signIn(person.password);
    await page.waitForURL('**/asset/view');
    api.user = await storedUser(page);
  });

  it('a search shows what the product has found, with pictures, and says when that is nothing', async () => {
    await api.untilReady(session.uploadId);
    // The index consumes the chapters' event after the video is ready.
    await until('the talk to be found', async () => (await found('lever')).total > 0);
    const { total } = await found('price');
    await search('price');
    await page
      .getByRole('heading', { name: `( ${String(total)} ) results for : price`, exact: true })
      .waitFor();
    assert.equal(await rows().count(), total);
    for (const row of await rows().all()) {
      assert.match((await row.locator('mark').first().textContent())!, /^price$/i);
      await until('the picture', () => row.locator('img').evaluate(isDrawn));
    }
    await watched.inspectModal('search-results');
    await close();
    await search('nobody says this (.*)');
    await results().getByText('No matches found.', { exact: true }).waitFor();
    await watched.inspectModal('search-nothing');
    await close();
  });

  it('works with the keyboard alone, and a hit opens the video at its time, also after a reload and in a new tab', async () => {
    const hit = (await found('lever')).results.findIndex(({ at }) => at !== null);
    await page.keyboard.press('Tab');
    await page.keyboard.press('/');
    await page.keyboard.type('lever');
    await page.keyboard.press('Enter');
    await rows().nth(hit).waitFor();
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      rows()
        .nth(hit)
        .getByRole('link')
        .click({ modifiers: ['Control'] }),
    ]);
    assert.match(tab.url(), /\?t=[\d.]+$/);
    await tab.close();
    assert.equal(await results().count(), 1);
    // The second time, the results are there again after the way back.
    for (const _ of [1, 2]) {
      if (page.url().includes('?t=')) await page.goBack();
      await rows().nth(hit).getByRole('link').focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/asset\/[^/]+\?t=[\d.]+$/);
      await assertAtTime();
    }
    await page.reload();
    await assertAtTime();
    // All matches of the short talk are near its start, so another time is tested directly.
    await page.goto(`/asset/${session.uploadId}?t=3`);
    await assertAtTime();
  });

  it('the pages had no errors and sent no request to another origin', () => watched.assertClean());

  async function assertAtTime(): Promise<void> {
    const seconds = Number(new URL(page.url()).searchParams.get('t'));
    await page.locator('[data-arrival]').waitFor();
    assert.match(await nameOfFocused(page), /^Play from /);
    await until('the player to be there', async () => {
      const { isLoaded, time } = await page.locator('video').evaluate(playback);
      return isLoaded && time >= seconds;
    });
  }

  async function search(keyword: string): Promise<void> {
    await box().fill(keyword);
    await box().press('Enter');
    await results().locator('[aria-busy=false]').waitFor();
  }

  async function close(): Promise<void> {
    await page.keyboard.press('Escape');
    await results().waitFor({ state: 'detached' });
    assert.match(await nameOfFocused(page), /^Search webinars/);
  }

  function found(keyword: string): Promise<SearchAnswer> {
    return api.ask<SearchAnswer>('GET', `/api/search?keyword=${encodeURIComponent(keyword)}`);
  }

  async function signIn(password: string): Promise<void> {
    await page.getByLabel('Email address').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
});

function nameOfFocused(page: Page): Promise<string> {
  return page.evaluate<string>(focusedName);
}

function isDrawn(image: unknown): boolean {
  const { complete, naturalWidth } = image as { complete: boolean; naturalWidth: number };
  return complete && naturalWidth > 0;
}

async function storedUser(page: Page): Promise<SessionUser> {
  return JSON.parse(await page.evaluate<string>(`localStorage.getItem('user') ?? 'null'`)) as SessionUser;
}

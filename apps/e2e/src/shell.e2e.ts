import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SearchAnswer, SessionUser } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import type { Api } from './testing/api/api.ts';
import { openBrowser, WatchedPage } from './testing/browser/browser.ts';
import { firstFrameTheme } from './testing/browser/first-frame-theme.ts';
import { playback, showsToUser } from './testing/browser/in-page.ts';
import { callsOf, hold } from './testing/browser/page-calls.ts';
import type { Product } from './testing/product/product.ts';
import { proves } from './testing/shared/proves.ts';
import { uploadVideo } from './testing/api/send-file.ts';
import { sharedProduct } from './testing/product/shared-product.ts';
import { briefTalk } from './testing/api/talk.ts';
import { until } from './testing/shared/until.ts';

const person = { email: 'jean@example.com', firstname: 'Jean', lastname: 'Bartik', password: 'six women' };
const title = 'Growing a Company';
const loggedOut = 'For security purposes, we have logged you out. Sorry for the inconvenience.';
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
    watched.expect(/status of (401|404|500|503)|net::ERR_FAILED|ChunkLoadError/);
    api = product.api();
  });
  after(() => browser.close());

  const box = () => page.getByPlaceholder('Search webinars...', { exact: true });
  const results = () => page.getByRole('dialog');
  const rows = () => results().getByRole('listitem');

  it(
    proves(
      'Anonymous visitors who open a protected route are redirected to /login.',
      'Redirects to /login when there is no stored user with a token.',
      'A signed-in user is one with a stored token.',
      '/login | public | User sign-in.',
    ),
    async () => {
      for (const path of ['/asset/view', '/asset/anything']) {
        await page.goto(path);
        await page.waitForURL('**/login');
      }
      await page.evaluate(`localStorage.setItem('user', '{"id":"somebody"}')`);
      await page.goto('/asset/view');
      await page.waitForURL('**/login');
      await page.evaluate(`localStorage.clear()`);
    },
  );

  it(
    proves(
      "Theme preference: 'light' or 'dark', stored under the key 'theme', default light.",
      'Applied as a class on the document root.',
      'Theme default light.',
    ),
    async () => {
      assert.equal(await firstFrameTheme(browser, product, 'sepia'), 'light');
      assert.equal(await firstFrameTheme(browser, product, 'dark'), 'dark');
      assert.equal(await firstFrameTheme(browser, product, undefined), 'light');
    },
  );

  it(
    proves(
      'Email address and Password fields and a Sign in button.',
      "Sign-in: email and password are required; if either is empty the message 'Please fill in all fields.' shows and no request is sent.",
      'The email input is of type email.',
    ),
    async () => {
      await page.goto('/login');
      const apiCalls = callsOf(page);
      const email = page.getByLabel('Email address');
      assert.equal(await email.getAttribute('type'), 'email');
      for (const [address, password] of [
        ['', ''],
        [person.email, ''],
        ['', 'x'],
      ] as const) {
        await email.fill(address);
        await page.getByLabel('Password', { exact: true }).fill(password);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('alert').getByText('Please fill in all fields.', { exact: true }).waitFor();
      }
      assert.deepEqual(apiCalls(), []);
      await watched.inspect('shell-sign-in');
    },
  );

  it(
    proves(
      '/register | public | Sign-up form.',
      'Query parameter plan (default free) preselects the plan',
      'Fields: email, first name, last name, password, confirm password, and a plan choice (free is labelled Free Trial; executive).',
      "Registration: all five fields are required, else 'Please fill in all fields.'; mismatched passwords give 'Passwords do not match.'",
      "Empty fields: 'Please fill in all fields.'; mismatch: 'Passwords do not match.'",
      'Both checks are client-side only.',
    ),
    async () => {
      await page.goto('/register');
      assert.ok(await page.getByRole('radio', { name: /^Free Trial/ }).isChecked());
      await page.goto('/register?plan=executive');
      assert.ok(await page.getByRole('radio', { name: /^Executive/ }).isChecked());
      const apiCalls = callsOf(page);
      const send = page.getByRole('button', { name: 'Create account' });
      await fillRegistration({ confirmation: 'six men' });
      await page.getByLabel('Last name').fill('');
      await send.click();
      await page.getByText('Please fill in all fields.', { exact: true }).waitFor();
      await page.getByLabel('Last name').fill(person.lastname);
      await send.click();
      await page.getByText('Passwords do not match.', { exact: true }).waitFor();
      assert.deepEqual(apiCalls(), []);
      await watched.inspect('shell-register');
    },
  );

  it(
    proves(
      'A submit action with a busy state.',
      'Registration: on success the user is stored as the session and sent to /asset/view.',
      'confirmPassword exists in the form but is not sent.',
      'Stored user (in browser storage under a key for the user): the sign-in or registration response object, including a token field; other fields not shown.',
    ),
    async () => {
      await fillRegistration({ confirmation: person.password });
      const heldCall = await hold(page, '**/api/auth/register');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page
        .locator('form[aria-busy=true]')
        .getByRole('button', { name: 'Creating your account…' })
        .waitFor();
      const sentBody = (await heldCall.request()).postDataJSON() as object;
      assert.deepEqual(sentBody, { ...person, plan: 'executive' });
      const answer = page.waitForResponse('**/api/auth/register');
      heldCall.release();
      await page.waitForURL('**/asset/view');
      const user = await storedUser(page);
      assert.deepEqual(user, ((await (await answer).json()) as { data: unknown }).data);
      assert.ok(user.token);
      api.user = user;
      ({ session } = await uploadVideo(api, briefTalk(), title));
    },
  );

  it(
    proves(
      'Header: brand title that navigates to /asset/view; a theme toggle (light or dark) and a Log out button on every page.',
      "On /asset/view only: a sidebar toggle (shifts the header by 300px) and a search box with placeholder 'Search webinars...'.",
      'Sidebar width and header shift 300px.',
      'The sidebar toggles open and closed.',
      'Footer: copyright line for 2025 and links to /support (Help & Support), /contact (Send Feedback), /privacy-policy and /terms-of-service.',
    ),
    async () => {
      const header = page.getByRole('banner');
      const left = async () => (await header.boundingBox())!.x;
      await page.getByRole('button', { name: 'Close the uploader' }).waitFor();
      await until('the header to shift', async () => (await left()) === 300);
      assert.equal((await page.locator('#sidebar').boundingBox())!.width, 300);
      await page.getByRole('button', { name: 'Close the uploader' }).click();
      await until('the header to shift back', async () => (await left()) === 0);
      assert.equal(await page.locator('#sidebar').count(), 0);
      await page.getByRole('button', { name: 'Open the uploader' }).click();
      await until('the header to shift again', async () => (await left()) === 300);

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

  it('all controls are reachable on a phone of 360 px', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    for (const control of [box(), page.getByRole('button', { name: 'Log out' })]) {
      const { x, width } = (await control.boundingBox())!;
      assert.ok(x >= 0 && x + width <= 360);
    }
    await page.setViewportSize({ width: 1_440, height: 900 });
  });

  it(
    proves(
      'Sign-in form: idle, loading, then success (go to /asset/view) or error (message shown).',
      'A spinner shows while the request is pending.',
      'On success the user goes to /asset/view.',
      'If a stored user with a token already exists, redirect to /asset/view',
      'Theme toggles light and dark.',
      'Log out removes the stored user and goes to /login.',
      "Sign-in or registration failure: shows the server response's msg if present, else 'An error occurred. Please try again.'",
    ),
    async () => {
      await watched.setTheme('dark');
      assert.equal(await page.evaluate(`localStorage.getItem('theme')`), 'dark');
      await watched.setTheme('light');
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.waitForURL('**/login');
      assert.equal(await storedUser(page), null);

      const answer = page.waitForResponse('**/api/auth/login');
      await signIn('not the password');
      const { msg } = (await (await answer).json()) as { msg: string };
      assert.ok(msg);
      await page.getByRole('alert').getByText(msg, { exact: true }).waitFor();
      await page.route('**/api/auth/login', (route) => route.abort());
      await signIn(person.password);
      await page.getByText('An error occurred. Please try again.', { exact: true }).waitFor();
      await page.unroute('**/api/auth/login');

      const heldCall = await hold(page, '**/api/auth/login');
      await signIn(person.password);
      await page.locator('button:has([aria-hidden=true])', { hasText: 'Signing in…' }).waitFor();
      heldCall.release();
      await page.waitForURL('**/asset/view');
      api.user = await storedUser(page);
      for (const path of ['/login', '/register']) {
        await page.goto(path);
        await page.waitForURL('**/asset/view');
      }
    },
  );

  it(
    proves(
      'Search state: keyword string, a searchStart flag, a sidebar open flag.',
      'Search: typing updates the keyword.',
      'Pressing Enter or leaving the field sets searchStart true when the keyword is longer than 1 character.',
      'While searchStart is true the input is read-only.',
      'Search triggers only when the keyword has more than 1 character.',
      'Search minimum keyword length 2.',
    ),
    async () => {
      await api.untilReady(session.uploadId);
      // The index consumes the chapters' event after the video is ready.
      await until('the talk to be found', async () => (await found('lever')).total > 0);
      const apiCalls = callsOf(page, '/api/search');
      await box().fill('p');
      await box().press('Enter');
      await box().blur();
      assert.equal(await box().getAttribute('readonly'), null);
      await box().fill('pr');
      assert.equal(await box().inputValue(), 'pr');
      assert.deepEqual(apiCalls(), []);
      await box().press('Enter');
      await results().waitFor();
      assert.notEqual(await box().getAttribute('readonly'), null);
      await close();
      assert.equal(await box().getAttribute('readonly'), null);
      assert.equal(await box().inputValue(), 'pr');

      // A click that leaves the field has its own effect, and then the results open.
      await box().fill('lever');
      await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
      await results().waitFor();
      assert.equal(await watched.theme(), 'dark');
      await close();
      await watched.setTheme('light');
      assert.equal(await results().count(), 0);
      await box().fill('LEVER');
      await box().press('Tab');
      await results().waitFor();
      await close();
    },
  );

  it(
    proves(
      "Search results modal, opened by the search trigger: heading '( N ) results for : keyword'; each result shows thumbnail, highlighted title, a 'Match case' label and a highlighted snippet; when empty it says 'No matches found.'",
    ),
    async () => {
      const { total } = await found('price');
      await search('price');
      await page
        .getByRole('heading', { name: `( ${String(total)} ) results for : price`, exact: true })
        .waitFor();
      assert.equal(await rows().count(), total);
      for (const row of await rows().all()) {
        await row.getByText('Match case', { exact: true }).waitFor();
        assert.match((await row.locator('mark').first().textContent())!, /^price$/i);
        await until('the picture', () => row.locator('img').evaluate(isDrawn));
      }
      await watched.inspectModal('search-results');
      await close();

      await search('company');
      const titleMarks = rows().first().getByRole('heading').locator('mark');
      assert.deepEqual(await titleMarks.allTextContents(), ['Company']);
      await close();

      await search('nobody says this (.*)');
      await results().getByText('No matches found.', { exact: true }).waitFor();
      await page
        .getByRole('heading', { name: '( 0 ) results for : nobody says this (.*)', exact: true })
        .waitFor();
      await watched.inspectModal('search-nothing');
      await close();
    },
  );

  it('works with the keyboard alone, and a hit opens the video at its time, also after a reload and in a new tab', async () => {
    const hit = (await found('lever')).results.findIndex(({ at }) => at !== null);
    await page.keyboard.press('Tab');
    await page.keyboard.press('/');
    await page.keyboard.type('lever');
    await page.keyboard.press('Enter');
    await rows().first().waitFor();
    await until('the first result to have the focus', async () => /^Open /.test(await nameOfFocused(page)));
    await page.keyboard.press('Home');
    for (let step = 0; step < hit; step += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await results().waitFor({ state: 'detached' });
    assert.match(await nameOfFocused(page), /^Search webinars/);
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
    await rows().nth(hit).getByRole('link').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/asset\/[^/]+\?t=[\d.]+$/);
    await assertAtTime();
    await page.reload();
    await assertAtTime();
    // All matches of the short talk are near its start, so another time is tested directly.
    await page.goto(`/asset/${session.uploadId}?t=3`);
    await assertAtTime();
  });

  async function assertAtTime(): Promise<void> {
    const seconds = Number(new URL(page.url()).searchParams.get('t'));
    const chapter = page.locator('[data-arrival]');
    await chapter.waitFor();
    assert.match(await nameOfFocused(page), /^Play from /);
    await until('the player to be there', async () => {
      const { isLoaded, time } = await page.locator('video').evaluate(playback);
      return isLoaded && time >= seconds;
    });
  }

  it("Search failure: toast with a server message or 'Error on the server'.", async () => {
    await page.goto('/asset/view');
    const failures = [
      [
        { status: 503, json: { status: 'error', msg: 'The search is being restarted.' } },
        'The search is being restarted.',
      ],
      [{ status: 500, body: 'nothing to read' }, 'Error on the server'],
      [undefined, 'Error on the server'],
    ] as const;
    for (const [answer, message] of failures) {
      await page.route('**/api/search?*', (route) =>
        answer ? route.fulfill(answer) : route.abort('failed'),
      );
      await box().fill('lever');
      await box().press('Enter');
      await page.getByRole('status').getByText(message, { exact: true }).waitFor();
      await results().waitFor({ state: 'detached' });
      assert.equal(await box().getAttribute('readonly'), null);
      await page.unroute('**/api/search?*');
      await page.getByRole('status').getByText(message, { exact: true }).waitFor({ state: 'detached' });
    }
  });

  it(
    proves(
      'Chunk loading failure of the application itself: a ChunkLoadError after 120 seconds.',
      'Application chunk-load timeout 120000 ms.',
    ),
    async () => {
      const newTab = await page.context().newPage();
      await newTab.clock.install();
      await newTab.goto('/asset/view');
      await newTab.route('**/assets/video-page*', () => undefined);
      const requested = newTab.waitForRequest('**/assets/video-page*');
      await newTab.getByRole('link', { name: new RegExp(`^Open ${title}`) }).click();
      await requested;
      // The page's clock runs on between the steps, for seconds on a busy machine.
      await newTab.clock.fastForward(105_000);
      assert.equal(await newTab.getByText('ChunkLoadError', { exact: true }).count(), 0);
      await newTab.clock.fastForward(15_000);
      await newTab.getByText('ChunkLoadError', { exact: true }).waitFor();
      await newTab.unroute('**/assets/video-page*');
      await newTab.getByRole('button', { name: 'Reload' }).click();
      await newTab.getByRole('region', { name: 'Chapters' }).waitFor();
      await newTab.close();
    },
  );

  it(
    proves(
      "Auth check answer Unauthorized or Forbidden: toast 'For security purposes, we have logged you out. Sorry for the inconvenience.'; after 3 seconds the stored user is removed and the user goes to /login.",
      'Logout redirect delay 3 s.',
    ),
    async () => {
      const other = await page.context().newPage();
      await other.goto('/asset/view');
      await other.getByRole('article', { name: title }).waitFor();
      await page.goto('/asset/view');
      await page.getByRole('article', { name: title }).waitFor();
      await box().fill('lever');
      await api.ask('POST', '/api/auth/logout');
      // On a slow machine the page learns it from its changes first, and the box has gone.
      await box()
        .press('Enter', { timeout: 1_000 })
        .catch(() => undefined);
      const toast = page.getByText(loggedOut, { exact: true });
      // Both in one look: on a slow machine the user may be removed before a second one.
      await page.waitForFunction(showsToUser, loggedOut);
      assert.equal(await toast.count(), 1);
      assert.equal(await page.getByText('Error on the server').count(), 0);
      await page.waitForURL('**/login');
      assert.equal(await storedUser(page), null);
      await other.waitForURL('**/login');
    },
  );

  it('the pages had no errors and sent no request to another origin', () => watched.assertClean());

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

  async function fillRegistration({ confirmation }: { confirmation: string }): Promise<void> {
    await page.getByLabel('Email address').fill(person.email);
    await page.getByLabel('First name').fill(person.firstname);
    await page.getByLabel('Last name').fill(person.lastname);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByLabel('Confirm password').fill(confirmation);
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

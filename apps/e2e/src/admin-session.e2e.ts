import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { AdminPage } from './testing/browser/admin-page.ts';
import type { Api } from './testing/api/api.ts';
import { openBrowser, WatchedPage } from './testing/browser/browser.ts';
import { firstStaff } from './testing/product/first-staff.ts';
import { callsOf, hold } from './testing/browser/page-calls.ts';
import type { Product } from './testing/product/product.ts';
import { proves } from './testing/shared/proves.ts';
import { sharedProduct } from './testing/product/shared-product.ts';
import { until } from './testing/shared/until.ts';

const loggedOut = 'For security purposes, we have logged you out. Sorry for the inconvenience.';

describe('the admin area: its session, menu and header', () => {
  let product: Product;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let admin: AdminPage;
  let user: Api;

  before(async () => {
    product = await sharedProduct();
    user = product.api();
    await user.register();
    browser = await openBrowser();
    watched = await WatchedPage.open(browser, product);
    page = watched.page;
    admin = new AdminPage(page);
    // The browser reports every error answer, and these tests provoke some.
    watched.expect(/status of 401/);
    await page.clock.install();
    await page.addInitScript(`localStorage.setItem('theme', 'light')`);
  });
  after(() => browser.close());

  const isDark = async () => assert.equal(await watched.theme(), 'dark');

  it(
    proves(
      'Admin session: no stored admin session leads to /admin/login.',
      "/admin/login: fields email and password, button 'Sign in'.",
      'Admin login: email and password are required (message not shown).',
      'Admin login failure handling: not shown.',
    ),
    async () => {
      const apiCalls = callsOf(page);
      for (const path of ['/admin/users', '/admin/token-histories/anybody']) {
        await page.goto(path);
        await page.waitForURL('**/admin/login');
      }
      await isDark();
      for (const [email, password] of [
        ['', ''],
        [firstStaff.email, ''],
        ['', firstStaff.password],
      ] as const) {
        await admin.signIn({ email, password });
        await page.getByRole('alert').getByText('Please fill in all fields.', { exact: true }).waitFor();
      }
      assert.deepEqual(apiCalls(), []);
      const wrong = { ...firstStaff, password: 'looms' };
      const { status, answer } = await admin.call('POST', '/api/admin/login', () => admin.signIn(wrong));
      assert.equal(status, 401);
      await page.getByRole('alert').getByText(answer.msg!, { exact: true }).waitFor();
      assert.equal(await admin.session(), null);
      await watched.inspectOneTheme('admin-login');
    },
  );

  it(
    proves(
      'POST /admin/login | email, password | id, token, email',
      'POST /admin/check | empty | verifies the admin; success body not shown',
      'Admin session: id, token, email.',
      'Kept in local storage under its own key (key name not shown).',
      'Admin session key name: not shown.',
      'A valid one sets the admin.',
    ),
    async () => {
      const checked = admin.call('POST', '/api/admin/check', () => Promise.resolve());
      const login = await admin.call('POST', '/api/admin/login', () => admin.signIn(firstStaff));
      assert.deepEqual(login.body, firstStaff);
      await page.waitForURL('**/admin/dashboard');
      const session = (await admin.session())!;
      assert.deepEqual(login.answer, { status: 'success', data: session });
      assert.deepEqual(Object.keys(session).sort(), ['email', 'id', 'token']);
      const keys = await page.evaluate<string[]>('Object.keys(localStorage)');
      assert.deepEqual(keys.toSorted(), ['admin', 'theme']);
      const { body, token, status } = await checked;
      assert.deepEqual([body, token, status], [{}, `Bearer ${String(session['token'])}`, 200]);
      await page.getByRole('navigation', { name: 'Admin' }).waitFor();
    },
  );

  it(
    proves(
      'Shell: a sidebar menu (Dashboard, Users, Videos, Token Histories).',
      'The sidebar is collapsible, 290px wide expanded or 90px collapsed, with an overlay on mobile under 768.',
      'Admin sidebar: expanded, hovered, and mobile-open states.',
      'Admin sidebar: 290px or 90px.',
      "The header has an Admin dropdown that shows the admin email ({email}) and 'Sign out'.",
      '/admin: the logo link leads here.',
      'Dark mode is forced.',
    ),
    async () => {
      const { menu } = admin;
      const untilMenu = (state: string, width: number) =>
        until(`the menu to be ${state}`, async () => {
          const current = await menu.getAttribute('data-state');
          return current === state && (await menu.boundingBox())?.width === width;
        });
      const left = async () => (await admin.header.boundingBox())!.x;
      const entries = await menu.getByRole('listitem').allTextContents();
      assert.deepEqual(entries.slice(0, 4), ['Dashboard', 'Users', 'Videos', 'Token Histories']);
      await untilMenu('expanded', 290);
      assert.equal(await left(), 290);
      await admin.button('Collapse the menu').click();
      await untilMenu('collapsed', 90);
      await until('the page to use the free space', async () => (await left()) === 90);
      await menu.hover();
      await untilMenu('hovered', 290);
      assert.equal(await left(), 90, 'the menu opens over the page');
      await page.mouse.move(700, 20);
      await untilMenu('collapsed', 90);
      await admin.button('Expand the menu').click();
      await untilMenu('expanded', 290);

      await admin.goTo('Videos');
      await menu.getByRole('link', { name: 'Webinar Vault', exact: true }).click();
      await page.waitForURL('**/admin/dashboard');

      await page.setViewportSize({ width: 768, height: 800 });
      await untilMenu('expanded', 290);
      await page.setViewportSize({ width: 767, height: 800 });
      await menu.waitFor({ state: 'detached' });
      await until('the page to use the whole width', async () => (await left()) === 0);
      await admin.button('Open the menu').click();
      await untilMenu('mobile-open', 290);
      assert.equal(await left(), 0, 'the menu is over the page');
      await watched.inspectOneTheme('admin-menu', '#admin-menu');
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 1_440, height: 900 });

      await admin.header.getByRole('button', { name: 'Admin', exact: true }).click();
      const dropdown = page.getByRole('menu');
      await dropdown.getByText(firstStaff.email, { exact: true }).waitFor();
      await dropdown.getByRole('menuitem', { name: 'Sign out', exact: true }).waitFor();
      await page.keyboard.press('Escape');
      assert.equal(await page.evaluate(`localStorage.getItem('theme')`), 'light');
      assert.equal(await page.getByRole('button', { name: /theme/ }).count(), 0);
      await isDark();
    },
  );

  it(
    proves(
      'Admin: a separate session; every admin page requires a token verified by the server.',
      'A failed check logs out.',
      'Admin logout delay: 3 s.',
    ),
    async () => {
      const session = (await admin.session())!;
      const { id, email, token } = user.user!;
      await page.evaluate(
        (stored) => {
          for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
        },
        // The token of a signed-in user must not open the admin area.
        { user: JSON.stringify(user.user), admin: JSON.stringify({ id, token, email }) },
      );
      const apiCalls = callsOf(page);
      const paths = ['dashboard', 'users', 'videos', 'token-histories', `token-histories/${id}`];
      for (const path of paths) {
        const check = await admin.call('POST', '/api/admin/check', () => page.goto(`/admin/${path}`));
        assert.deepEqual([check.token, check.status], [`Bearer ${token}`, 401]);
        await admin.toast(loggedOut).waitFor();
        assert.equal(await page.getByRole('navigation', { name: 'Admin' }).count(), 0);
      }
      assert.equal(apiCalls().filter((url) => !url.endsWith('/admin/check')).length, 0);

      const heldCall = await hold(page, '**/api/admin/check');
      await page.goto('/admin/users');
      await heldCall.request();
      await admin.pauseTime();
      const answered = page.waitForResponse('**/api/admin/check');
      heldCall.release();
      await answered;
      await admin.advanceUntil(admin.toast(loggedOut));
      const form = admin.button('Sign in');
      const waited = await admin.advanceUntil(form);
      assert.ok(Math.abs(waited - 3_000) <= 200, `the logout took ${String(waited)} ms of the page's time`);
      await page.clock.resume();
      assert.equal(new URL(page.url()).pathname, '/admin/login');
      assert.equal(await admin.session(), null);
      assert.ok(await page.evaluate(`localStorage.getItem('user')`), 'the user stays signed in');
      assert.ok(session['token'], 'the session of staff has a token');
      watched.assertClean();
    },
  );
});

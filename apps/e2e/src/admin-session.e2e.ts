import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { AdminPage } from './testing/browser/admin-page.ts';
import type { Api } from './testing/api/api.ts';
import { openBrowser, WatchedPage } from './testing/browser/browser.ts';
import { firstStaff } from './testing/product/first-staff.ts';
import { callsOf } from './testing/browser/page-calls.ts';
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
    await page.addInitScript(`localStorage.setItem('theme', 'light')`);
    await page.goto('/admin/login');
  });
  after(() => browser.close());

  it('a wrong password gives no session, and the words of the server', async () => {
    const wrong = { ...firstStaff, password: 'looms' };
    const { status, answer } = await admin.call('POST', '/api/admin/login', () => admin.signIn(wrong));
    assert.equal(status, 401);
    await page.getByRole('alert').getByText(answer.msg!, { exact: true }).waitFor();
    assert.equal(await admin.session(), null);
    assert.equal(await watched.theme(), 'dark');
    await watched.inspectOneTheme('admin-login');
  });

  it(
    proves(
      'POST /admin/login | email, password | id, token, email',
      'POST /admin/check | empty | verifies the admin; success body not shown',
    ),
    async () => {
      const checked = admin.call('POST', '/api/admin/check', () => Promise.resolve());
      const login = await admin.call('POST', '/api/admin/login', () => admin.signIn(firstStaff));
      assert.deepEqual(login.body, firstStaff);
      await page.waitForURL('**/admin/dashboard');
      const session = (await admin.session())!;
      assert.deepEqual(login.answer, { status: 'success', data: session });
      assert.deepEqual(Object.keys(session).sort(), ['email', 'id', 'token']);
      const { body, token, status } = await checked;
      assert.deepEqual([body, token, status], [{}, `Bearer ${String(session['token'])}`, 200]);
    },
  );

  it(
    proves(
      'The sidebar is collapsible, 290px wide expanded or 90px collapsed, with an overlay on mobile under 768.',
      'Admin sidebar: expanded, hovered, and mobile-open states.',
      '/admin: the logo link leads here.',
    ),
    async () => {
      const { menu } = admin;
      const untilMenu = (state: string, width: number, pageFrom: number) =>
        until(`the menu to be ${state}`, async () => {
          const current = await menu.getAttribute('data-state');
          const left = (await admin.header.boundingBox())!.x;
          return current === state && (await menu.boundingBox())?.width === width && left === pageFrom;
        });
      await untilMenu('expanded', 290, 290);
      await admin.button('Collapse the menu').click();
      await untilMenu('collapsed', 90, 90);
      await menu.hover();
      await untilMenu('hovered', 290, 90);
      await page.mouse.move(700, 20);
      await untilMenu('collapsed', 90, 90);
      await admin.button('Expand the menu').click();
      await untilMenu('expanded', 290, 290);

      await admin.goTo('Videos');
      await menu.getByRole('link', { name: 'Webinar Vault', exact: true }).click();
      await page.waitForURL('**/admin/dashboard');

      await page.setViewportSize({ width: 768, height: 800 });
      await untilMenu('expanded', 290, 290);
      await page.setViewportSize({ width: 767, height: 800 });
      await menu.waitFor({ state: 'detached' });
      await admin.button('Open the menu').click();
      await untilMenu('mobile-open', 290, 0);
      await watched.inspectOneTheme('admin-menu', '#admin-menu');
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 1_440, height: 900 });
    },
  );

  it(
    proves(
      'Admin: a separate session; every admin page requires a token verified by the server.',
      'A failed check logs out.',
    ),
    async () => {
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
      await page.waitForURL('**/admin/login');
      assert.equal(await admin.session(), null);
      assert.ok(await page.evaluate(`localStorage.getItem('user')`), 'the user stays signed in');
      watched.assertClean();
    },
  );
});

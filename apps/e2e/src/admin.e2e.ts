import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type {
  Dashboard,
  EmployeeRow,
  EmployeeVideoRow,
  SessionUser,
  TokenHistoryRow,
  VideoRecord,
} from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import { AdminPage } from './testing/browser/admin-page.ts';
import type { Api } from './testing/api/api.ts';
import { openBrowser, WatchedPage } from './testing/browser/browser.ts';
import { firstStaff } from './testing/product/first-staff.ts';
import { changeAnswers } from './testing/browser/change-answers.ts';
import { fitsWindow } from './testing/browser/in-page.ts';
import type { Product } from './testing/product/product.ts';
import { proves } from './testing/shared/proves.ts';
import { uploadVideo } from './testing/api/send-file.ts';
import { sharedProduct } from './testing/product/shared-product.ts';
import { StaffApi } from './testing/product/staff-api.ts';
import { briefTalk } from './testing/api/talk.ts';
import { mediaFileOf } from './testing/api/media-file.ts';
import { until } from './testing/shared/until.ts';

const grace = {
  firstname: 'Grace',
  lastname: 'Hopper',
  email: 'grace@example.com',
  password: 'a ship in port',
  plan: 'free',
};
const longNames = {
  firstname: 'Wolfeschlegelsteinhausenbergerdorff',
  lastname: 'von und zu Hohenzollern-Sigmaringen-Bergerhausen',
  email: 'wolfeschlegelsteinhausenbergerdorff.von.und.zu.hohenzollern@a-company-with-a-long-name.example.com',
  token_balance: 987_654_321,
  is_active: false,
  upgrade_requested_at: 1_763_000_500,
};
const number = new Intl.NumberFormat('en-US');
const dayOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10);
const momentOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');
/** Approximate tokens, as the requirements define them. */
const approximateTokens = (...texts: readonly string[]) =>
  number.format(Math.round(texts.join('').length / 4));

/** Two users, one webinar, a real server: every admin list and its actions. */
describe(
  proves(
    'Operators use an admin area.',
    'Admin area: staff see counts of users and videos, a table of users (edit, delete, token history), a table of all uploaded videos, and token usage histories per user.',
    "Admin can list all users, edit them (including adding tokens), delete them after confirmation, list all videos, and view any user's token history.",
  ),
  () => {
    let product: Product;
    let browser: Browser;
    let watched: WatchedPage;
    let page: Page;
    let admin: AdminPage;
    let staff: StaffApi;
    let ada: Api;
    let video: VideoRecord;
    let graceId: string;

    before(async () => {
      product = await sharedProduct();
      ada = product.api();
      staff = new StaffApi(product);
      await Promise.all([ada.register(), staff.signIn()]);
      const registered = await product.api().ask<SessionUser>('POST', '/api/auth/register', grace);
      graceId = registered.id;
      const { session } = await uploadVideo(ada, briefTalk(), 'Pricing');
      video = await ada.untilReady(session.id);
      const { start } = video.chapters[0]!;
      const quotes = { passthrough: video.assetId, start, end: '10:00:00', selIndex: 0 };
      await ada.ask('POST', '/api/muxupload/update-quote', { ...quotes, newQuotePrompt: 'About prices.' });
      browser = await openBrowser();
      watched = await WatchedPage.open(browser, product);
      page = watched.page;
      admin = new AdminPage(page);
      // The browser reports every error answer, and these tests provoke some.
      watched.expect(/status of (409|503)/);
      await page.goto('/admin/login');
      await admin.signIn(firstStaff);
      await page.waitForURL('**/admin/dashboard');
    });
    after(() => browser.close());

    const rows = async <Row>(path: string) =>
      (await staff.ask<{ data: Row[] }>('GET', `/api/admin/${path}`)).data;
    const employee = async (email: string): Promise<EmployeeRow> => (await staff.employee(email))!;

    it('every page fits each width, and has no serious accessibility fault, also with long names', async () => {
      const users = '**/api/admin/employees?*';
      await changeAnswers(page, users, (found: EmployeeRow[]) =>
        found.map((row) => ({ ...row, ...longNames })),
      );
      for (const path of [
        'dashboard',
        'users',
        'users?state=expiring&sort=membership_end',
        'users?q=nobody-at-all',
        'videos',
        'token-histories',
        `token-histories/${ada.user!.id}`,
        'audit',
        'staff',
      ]) {
        await page.goto(`/admin/${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.locator('main [aria-busy=true]').waitFor({ state: 'detached' });
        await watched.inspectOneTheme(`admin-${path.replaceAll(/\W+/g, '-')}`);
        for (const width of [390, 768, 1_440]) {
          await page.setViewportSize({ width, height: 900 });
          await until(`${path} to fit ${String(width)} px`, () => page.evaluate(fitsWindow));
        }
      }
      await page.unroute(users);
      const failure = { status: 503, json: { status: 'error', msg: 'Not now.' } };
      await page.route('**/api/admin/videos?*', (route) => route.fulfill(failure), { times: 1 });
      await page.goto('/admin/videos');
      await page.getByText('Not now.', { exact: true }).waitFor();
      await watched.inspectOneTheme('admin-failed', 'main');
    });

    it('the dashboard counts users and videos, and is one screen when every list is full', async () => {
      const [users, videos] = [await rows<EmployeeRow>('employees'), await rows<EmployeeVideoRow>('videos')];
      const five = <Row extends { _id: string }>(row: Row) =>
        [0, 1, 2, 3, 4].map((n) => ({ ...row, _id: `${row._id}${String(n)}` }));
      const failure = { step: 'captioning', reason: 'The sound cannot be read.', retryable: true };
      const first = { ...videos[0]!, userId: { _id: 'ada', email: 'ada@example.com' } };
      await changeAnswers(page, '**/api/admin/dashboard', (dashboard: Dashboard) => ({
        ...dashboard,
        failed_videos: five({ ...first, state: 'failed', failure }),
        stuck_videos: five({ ...first, _id: 'stuck', state: 'chaptering' }),
        upgrade_requests: five({ ...users[0]!, email: 'ada@example.com' }),
        team_requests: [],
      }));
      await page.goto('/admin/dashboard');
      const cards = page.getByRole('main').getByRole('link', { name: /^Number of/ });
      for (const [at, count] of [users.length, videos.length].entries())
        await cards.nth(at).getByText(number.format(count), { exact: true }).waitFor();
      const last = page.getByRole('region', { name: 'Failed and stuck videos' });
      await last.getByRole('listitem').nth(4).waitFor();
      const whole = await page.evaluate<number>('document.documentElement.scrollHeight');
      await watched.saveScreenshot('admin-dashboard-full');
      assert.ok(whole <= 900, `${String(whole)} px`);
    });

    it(
      proves(
        'User row (admin): _id, firstname, lastname, email, plan, posted_videos, token_balance, created_at.',
        'GET /admin/employees | none | data.data, array of users',
      ),
      async () => {
        await admin.goTo('Users');
        const all = await rows<EmployeeRow>('employees');
        for (const [email, plan, name] of [
          [grace.email, 'Free Trial', 'Grace Hopper'],
          [ada.user!.email, 'Executive', 'Ada Lovelace'],
        ] as const) {
          const row = all.find((each) => each.email === email)!;
          assert.ok('firstname' in row && 'lastname' in row && 'plan' in row);
          assert.equal(row.posted_videos, email === grace.email ? 0 : 1);
          const balance = number.format(row.token_balance);
          const shown = [name, email, plan, String(row.posted_videos), balance, dayOf(row.created_at), ''];
          assert.deepEqual(await admin.cells(email), shown);
          const history = admin.row(email).getByRole('link', { name: `Token history of ${name}` });
          assert.equal(await history.getAttribute('href'), `/admin/token-histories/${row._id}`);
        }
      },
    );

    it(
      proves(
        'POST /admin/employee/{id} | firstname, lastname, email, plan, token_balance, add_token, is_active, membership_end | msg',
        'admin user update or delete: the server msg.',
      ),
      async () => {
        const { dialog } = admin;
        const { token_balance, version } = await employee(grace.email);
        await admin.button('Edit Grace Hopper').click();
        await dialog.getByLabel('Plan', { exact: true }).selectOption('executive');
        await dialog.getByText('Active', { exact: true }).click();
        await dialog.getByLabel('Membership end').fill('2031-12-24');
        await dialog.getByLabel('Add Token').fill('250');
        await dialog.getByText('The higher plan adds up to 950,000 tokens for this month.').waitFor();
        await watched.inspectOneTheme('admin-edit-dialog', '[role=dialog]');
        const save = () => dialog.getByRole('button', { name: 'Save', exact: true }).click();
        const { body, answer } = await admin.call('POST', `/api/admin/employee/${graceId}`, save);
        const { firstname, lastname, email } = grace;
        const membership_end = Date.parse('2031-12-24T23:59:59Z') / 1_000;
        const changed = { plan: 'executive', is_active: false, membership_end };
        assert.deepEqual(body, {
          firstname,
          lastname,
          email,
          token_balance,
          add_token: 250,
          ...changed,
          version,
        });
        assert.equal(answer.msg, 'The user was updated.');
        await admin.toast(answer.msg).waitFor();
        await dialog.waitFor({ state: 'detached' });
        const now = await employee(grace.email);
        assert.partialDeepStrictEqual(now, changed);
        const granted = now.token_balance - token_balance - 250;
        assert.equal(granted, 950_000, 'granted by the higher plan');
        await until('the row to be updated', async () => (await admin.cells(email))[2] === 'Executive');
        assert.equal((await admin.cells(email))[4], number.format(now.token_balance));
      },
    );

    it('an edit of a user whom somebody else has changed is a choice', async () => {
      const { dialog } = admin;
      await admin.button('Edit Grace Hopper').click();
      await dialog.getByLabel('First name').fill('Amazing Grace');
      const change = { firstname: 'Gracious' };
      await staff.ask('POST', `/api/admin/employee/${graceId}`, change);
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await dialog.getByRole('heading', { name: 'Someone else changed this user' }).waitFor();
      await watched.inspectOneTheme('admin-stale-dialog', '[role=dialog]');
      await dialog.getByRole('button', { name: 'Keep the current values' }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.equal((await employee(grace.email)).firstname, 'Gracious');
      await page.reload();
    });

    it('DELETE /admin/employee/{id} | none | msg', async () => {
      const { dialog } = admin;
      await admin.button('Delete Gracious Hopper').click();
      await dialog.getByRole('heading', { name: /^Are you sure/ }).waitFor();
      await watched.inspectOneTheme('admin-delete-dialog', '[role=alertdialog]');
      const confirm = () => dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      const { body, answer } = await admin.call('DELETE', `/api/admin/employee/${graceId}`, confirm);
      assert.deepEqual([body, answer.msg], [null, 'The user was deleted.']);
      await admin.toast('The user was deleted.').waitFor();
      await admin.row(grace.email).waitFor({ state: 'detached' });
      assert.equal(await staff.employee(grace.email), undefined);
    });

    it('GET /admin/videos | none | data.data, array of videos', async () => {
      await admin.goTo('Videos');
      const row = (await rows<EmployeeVideoRow>('videos')).find(({ assetId }) => assetId === video.assetId)!;
      const { id, email } = ada.user!;
      assert.deepEqual(row.userId, { _id: id, email });
      assert.deepEqual([row.title, mediaFileOf(row.thumbnail)], [video.title, mediaFileOf(video.thumbnail)]);
      const shown = [email, '', row.title, row.assetId, dayOf(row.created_at)];
      assert.deepEqual(await admin.cells(row.assetId), shown);
      const picture = admin.row(row.assetId).locator('img');
      // The page has another session than this test.
      assert.equal(mediaFileOf((await picture.getAttribute('src'))!), mediaFileOf(row.thumbnail));
      await until('the picture', () =>
        picture.evaluate((img: { naturalWidth: number }) => img.naturalWidth > 0),
      );
    });

    it('GET /admin/employee-token-histories/{employeeId} | none | data, array of history entries', async () => {
      const { id, email } = ada.user!;
      await admin.goTo('Token Histories');
      await page.getByRole('combobox', { name: 'User', exact: true }).click();
      await page.getByRole('option').filter({ hasText: email }).click();
      await page.waitForURL(`**/admin/token-histories/${id}`);
      const entries = await rows<TokenHistoryRow>(`employee-token-histories/${id}`);
      assert.ok(entries.length >= 2, 'chapters and quotes');
      const quotes = entries.find(({ operationType }) => operationType === 'quotes')!;
      assert.deepEqual([quotes.customPrompt, quotes.muxVideoId._id], ['About prices.', video.id]);
      const shown = await admin.cells(quotes.customPrompt);
      assert.equal(shown[0], momentOf(quotes.createdAt));
      assert.deepEqual(shown.slice(3, 5), [
        approximateTokens(quotes.systemPrompt, quotes.customPrompt),
        approximateTokens(quotes.resultString),
      ]);
      await admin.row(quotes.customPrompt).getByRole('button').click();
      const parts = admin.dialog.getByRole('group');
      assert.deepEqual(await parts.allTextContents(), [
        quotes.systemPrompt,
        quotes.customPrompt,
        quotes.resultString,
      ]);
      await watched.inspectOneTheme('admin-history-dialog', '[role=dialog]');
      watched.assertClean();
    });
  },
);

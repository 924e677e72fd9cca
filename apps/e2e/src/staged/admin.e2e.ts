import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { EmployeeRow, EmployeeVideoRow, TokenHistoryRow } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import { AdminPage } from '../testing/browser/admin-page.ts';
import { openBrowser, WatchedPage } from '../testing/browser/browser.ts';
import { fitsWindow } from '../testing/browser/in-page.ts';
import type { Product } from '../testing/product/product.ts';
import { proves } from '../testing/shared/proves.ts';
import { sharedProduct } from '../testing/product/shared-product.ts';
import { refuse, StagedApi, succeed } from '../testing/browser/staged-api.ts';
import {
  stageAdmin,
  stagedAdminVideo,
  stagedDashboard,
  stagedHistory,
  stagedUser,
} from '../testing/browser/staged-admin.ts';
import { until } from '../testing/shared/until.ts';

/** Times in the formats of older data, and how they are shown. */
const moments = [
  { at: 1_763_000_500, day: '2025-11-13', moment: '2025-11-13 02:21:40' },
  { at: '2024-02-29T23:59:59.999Z', day: '2024-02-29', moment: '2024-02-29 23:59:59' },
  { at: '2023-07-01', day: '2023-07-01', moment: '2023-07-01 00:00:00' },
  { at: null, day: 'N/A', moment: 'N/A' },
  { at: undefined, day: 'N/A', moment: 'N/A' },
  { at: '', day: 'N/A', moment: 'N/A' },
] as const;

/** The admin area with staged answers: ten thousand users, long names, failures. */
describe('the admin area with staged answers', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let watched: WatchedPage;
  let staged: StagedApi;
  let admin: AdminPage;

  before(async () => {
    product = await sharedProduct();
    browser = await openBrowser();
    watched = await WatchedPage.open(browser, product);
    page = watched.page;
    admin = new AdminPage(page);
    staged = await StagedApi.install(page);
    stageAdmin(staged);
    const stored = JSON.stringify({ id: 'staff-1', token: 'staged', email: 'charles@example.com' });
    await page.addInitScript((value) => localStorage.setItem('admin', value), stored);
  });
  after(() => browser.close());

  const pages = [
    'dashboard',
    'users',
    'videos',
    'token-histories',
    'token-histories/user-1',
    'audit',
    'staff',
  ];

  it('every page has no serious accessibility fault, on a desktop and on a phone', async () => {
    for (const at of pages) {
      await page.goto(`/admin/${at}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await watched.inspectOneTheme(`admin-${at.replace('/', '-')}`);
      for (const width of [390, 768, 1_440]) {
        await page.setViewportSize({ width, height: 900 });
        await until(`${at} to fit ${String(width)} px`, () => page.evaluate(fitsWindow));
      }
    }
    watched.assertClean();
  });

  it('the dashboard is one screen when every list is full', async () => {
    const five = <Row>(make: (n: number) => Row) => Array.from({ length: 5 }, (_, n) => make(n));
    const failure = { step: 'captioning', reason: 'The sound cannot be read.', retryable: true } as const;
    const full = stagedDashboard({
      failed_videos: five((n) => stagedAdminVideo(n, { state: 'failed', failure })),
      stuck_videos: five((n) => stagedAdminVideo(n + 5, { state: 'chaptering' })),
      upgrade_requests: five((n) => stagedUser(n)),
    });
    staged.on('GET /admin/dashboard', succeed(full));
    await page.setViewportSize({ width: 1_440, height: 900 });
    await page.goto('/admin/dashboard');
    const last = page.getByRole('region', { name: 'Failed and stuck videos' });
    await last.getByRole('listitem').nth(4).waitFor();
    const whole = await page.evaluate<number>('document.documentElement.scrollHeight');
    assert.ok(whole <= 900, `${String(whole)} px`);
  });

  it('the list of memberships that end fits every width', async () => {
    await page.goto('/admin/users?state=expiring&sort=membership_end');
    await page.getByRole('columnheader', { name: 'Membership end' }).waitFor();
    for (const width of [1_440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await until(`the list to fit ${String(width)} px`, () => page.evaluate(fitsWindow));
    }
    await page.setViewportSize({ width: 1_440, height: 900 });
  });

  it(
    proves(
      'created_at is a number in seconds or a date string.',
      "It is shown as yyyy-MM-dd, or 'N/A' if missing.",
    ),
    async () => {
      const rows = moments.map(({ at }, n) => stagedUser(n, { created_at: at as EmployeeRow['created_at'] }));
      staged.on('GET /admin/employees', succeed(rows, { total: rows.length }));
      await page.goto('/admin/users');
      assert.deepEqual(
        await admin.column(6, rows.length),
        moments.map(({ day }) => day),
      );
    },
  );

  it("Video (admin list): userId (with email), thumbnail, title, assetId, created_at (epoch seconds or date string; 'N/A' if missing).", async () => {
    const rows = moments.map(({ at }, n) =>
      stagedAdminVideo(n, { created_at: at as EmployeeVideoRow['created_at'] }),
    );
    staged.on('GET /admin/videos', succeed(rows, { total: rows.length }));
    await page.goto('/admin/videos');
    const shown = [
      rows.map(({ userId }) => userId.email),
      rows.map(() => ''),
      rows.map(({ title }) => title),
      rows.map(({ assetId }) => assetId),
      moments.map(({ day }) => day),
    ];
    for (const [at, texts] of shown.entries())
      assert.deepEqual(await admin.column(at + 1, rows.length), texts);
    const pictures = await admin.attributes(admin.table.locator('img'), 'src');
    assert.deepEqual(
      pictures,
      rows.map(({ thumbnail }) => thumbnail),
    );
  });

  it('Token history entry: muxVideoId (with _id), operationType, systemPrompt, customPrompt, resultString, createdAt (seconds or date string).', async () => {
    const rows = moments.map(({ at }, n) => ({
      ...stagedHistory[0]!,
      _id: `entry-${String(n)}`,
      createdAt: at as TokenHistoryRow['createdAt'],
    }));
    staged.on('GET /admin/employee-token-histories/user-1', succeed(rows, { total: rows.length }));
    await page.goto('/admin/token-histories/user-1');
    assert.deepEqual(
      await admin.column(1, rows.length),
      moments.map(({ moment }) => moment),
    );
    const [, video, operation, , , , prompts, result] = await admin.cells('N/A');
    const { muxVideoId, systemPrompt, customPrompt, resultString } = stagedHistory[0]!;
    assert.deepEqual([video, operation, result], [muxVideoId.title, 'Quotes', resultString]);
    assert.equal(await admin.row('N/A').first().locator(`[title=${muxVideoId._id}]`).count(), 1);
    for (const text of [systemPrompt.slice(0, 200), customPrompt]) assert.ok(prompts!.includes(text));
  });

  it('an edit conflict, a failed list and an empty search result are accessible', async () => {
    watched.expect(/status of (409|503)/);
    const theirs = stagedUser(1, { firstname: 'Augusta', plan: 'executive', version: 2 });
    const isNewer = { status: 'error', msg: 'Someone else changed this user.', data: theirs };
    stageAdmin(staged);
    staged.on('POST /admin/employee/user-1', (route) => route.fulfill({ status: 409, json: isNewer }));
    await page.goto('/admin/users?q=grace.hopper.1%40');
    await admin.button('Edit Grace Hopper').click();
    await admin.dialog.getByLabel('First name').fill('Amazing Grace');
    await admin.dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await admin.dialog.getByRole('heading', { name: 'Someone else changed this user' }).waitFor();
    await watched.inspectOneTheme('admin-stale-dialog', '[role=dialog]');
    await page.goto('/admin/users?q=nobody-at-all');
    await page.getByText('Nothing matches', { exact: true }).waitFor();
    await watched.inspectOneTheme('admin-nothing', 'main');
    staged.on('GET /admin/videos', refuse(503, 'The list of videos cannot be read right now.'));
    await page.goto('/admin/videos');
    await page.getByText('The list of videos cannot be read right now.', { exact: true }).waitFor();
    await watched.inspectOneTheme('admin-failed', 'main');
    watched.assertClean();
  });
});

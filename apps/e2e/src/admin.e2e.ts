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
import { callsOf } from './testing/browser/page-calls.ts';
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
      watched.expect(/status of 500/);
      await page.clock.install();
      await page.goto('/admin/login');
      await admin.signIn(firstStaff);
      await page.waitForURL('**/admin/dashboard');
    });
    after(() => browser.close());

    const rows = async <Row>(path: string) =>
      (await staff.ask<{ data: Row[] }>('GET', `/api/admin/${path}`)).data;
    const employee = async (email: string): Promise<EmployeeRow> => (await staff.employee(email))!;

    it('/admin/dashboard: two cards, the number of users and the number of videos.', async () => {
      const { data } = await staff.ask<{ data: Dashboard }>('GET', '/api/admin/dashboard');
      const cards = page.getByRole('main').getByRole('link', { name: /^Number of/ });
      await cards.nth(1).getByText(number.format(data.videos!.total), { exact: true }).waitFor();
      await cards.nth(0).getByText(number.format(data.users!.total), { exact: true }).waitFor();
      assert.deepEqual(
        (await cards.allTextContents()).map((text) => /^Number of (users|videos)/.exec(text)?.[1]),
        ['users', 'videos'],
      );
      assert.equal(data.users!.total, (await rows('employees')).length);
      assert.equal(data.videos!.total, (await rows('videos')).length);
    });

    it(
      proves(
        '/admin/users: user list with an edit dialog.',
        'Each row can be edited, deleted, or open its token history.',
        'Columns: Username, Email, Plan, Posted Videos, Token Balance, Created, Actions (history, select, delete icons).',
        'User row (admin): _id, firstname, lastname, email, plan, posted_videos, token_balance, created_at.',
        "Plan labels: free shows 'Free Trial'; executive shows 'Executive'.",
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
          for (const key of '_id firstname lastname email plan posted_videos token_balance created_at'.split(
            ' ',
          ))
            assert.ok(key in row, key);
          assert.equal(row.posted_videos, email === grace.email ? 0 : 1);
          const balance = number.format(row.token_balance);
          const shown = [name, email, plan, String(row.posted_videos), balance, dayOf(row.created_at), ''];
          assert.deepEqual(await admin.cells(email), shown);
          const actions = admin.row(email).locator('td').last().locator('a, button');
          const labels = [`Token history of ${name}`, `Edit ${name}`, `Delete ${name}`];
          assert.deepEqual(await admin.attributes(actions, 'aria-label'), labels);
          assert.equal(await actions.first().getAttribute('href'), `/admin/token-histories/${row._id}`);
        }
        const names = ['Username', 'Email', 'Plan', 'Posted Videos', 'Token Balance', 'Created', 'Actions'];
        assert.deepEqual(await admin.columns(), names);
      },
    );

    it(
      proves(
        'User as edited by admin: _id, email (read-only), firstname, lastname, plan (free or executive), membership_end (date, shown yyyy-MM-dd), is_active (boolean), token_balance (number, read-only in the dialog), add_token (number to add, default 0).',
        'Plan options in the admin edit: free and executive.',
        'Email and token balance cannot be edited.',
        'Add Token is a number field.',
        "Admin edit user: first name and last name are required, otherwise 'Please fill in all fields.'",
      ),
      async () => {
        const { token_balance, membership_end } = await employee(grace.email);
        await admin.button('Edit Grace Hopper').click();
        const { dialog } = admin;
        const values = {
          Email: grace.email,
          ID: graceId,
          'First name': 'Grace',
          'Last name': 'Hopper',
          'Token Balance': number.format(token_balance),
          'Membership end': dayOf(membership_end),
          'Add Token': '0',
        };
        for (const [label, value] of Object.entries(values)) {
          const field = dialog.getByLabel(label, { exact: true });
          assert.equal(await field.inputValue(), value);
          const isReadOnly = ['Email', 'ID', 'Token Balance'].includes(label);
          assert.equal(await field.isEditable(), !isReadOnly, label);
        }
        assert.equal(await dialog.getByLabel('Membership end').getAttribute('type'), 'date');
        assert.equal(await dialog.getByLabel('Add Token').getAttribute('type'), 'number');
        assert.ok(await dialog.getByRole('checkbox', { name: 'Active' }).isChecked());
        const plans = dialog.getByLabel('Plan', { exact: true }).locator('option');
        assert.deepEqual(await admin.attributes(plans, 'value'), ['free', 'executive']);
        assert.deepEqual(await plans.allTextContents(), ['Free Trial', 'Executive']);
        const apiCalls = callsOf(page);
        for (const [label, value] of [
          ['First name', 'Grace'],
          ['Last name', 'Hopper'],
        ] as const) {
          await dialog.getByLabel(label).fill(' ');
          await dialog.getByRole('button', { name: 'Save', exact: true }).click();
          await dialog.getByText('Please fill in all fields.', { exact: true }).waitFor();
          await dialog.getByLabel(label).fill(value);
        }
        assert.deepEqual(apiCalls(), []);
      },
    );

    it(
      proves(
        'POST /admin/employee/{id} | firstname, lastname, email, plan, token_balance, add_token, is_active, membership_end | msg',
        'Admin edit dialog: the admin can change plan, active flag, membership end date and add tokens.',
        'The dialog closes after save.',
        'admin user update or delete: the server msg.',
      ),
      async () => {
        const { dialog } = admin;
        const { token_balance, version } = await employee(grace.email);
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

    it(
      proves(
        "User update failure: msg, else 'Error to update user'.",
        "User delete failure: the server msg, else 'Error to delete user'.",
        'Admin toasts last 2.5 s.',
      ),
      async () => {
        const path = `/api/admin/employee/${graceId}`;
        const { dialog } = admin;
        for (const [what, press, fallback] of [
          ['Edit', 'Save', 'Error to update user'],
          ['Delete', 'Delete', 'Error to delete user'],
        ] as const) {
          await admin.button(`${what} Grace Hopper`).click();
          for (const msg of [undefined, `${what}: not now.`]) {
            const refusal = { status: 500, json: { status: 'error', msg } };
            await page.route(`**${path}`, (route) => route.fulfill(refusal), { times: 1 });
            await dialog.getByRole('button', { name: press, exact: true }).click();
            await admin.toast(msg ?? fallback).waitFor();
          }
          if (what === 'Edit') await dialog.getByRole('button', { name: 'Cancel' }).click();
        }
        const refusal = { status: 500, json: { status: 'error' } };
        await page.route(`**${path}`, (route) => route.fulfill(refusal), { times: 2 });
        const press = () => dialog.getByRole('button', { name: 'Delete', exact: true }).click();
        const toast = admin.toast('Error to delete user');
        await toast.waitFor({ state: 'detached' });
        await admin.pauseTime();
        // The second toast appears while the first one with the same text is closing.
        for (const nth of ['first', 'second']) {
          await admin.call('DELETE', path, press);
          await admin.advanceUntil(toast);
          const shown = await admin.advanceUntil(toast, false);
          assert.ok(
            Math.abs(shown - 2_500) <= 200,
            `the ${nth} lasts ${String(shown)} ms of the page's time`,
          );
        }
        await page.clock.resume();
        await dialog.getByRole('button', { name: 'Cancel' }).click();
      },
    );

    it(
      proves(
        "Delete user asks first: 'Are you sure you want to delete this employee?'",
        'DELETE /admin/employee/{id} | none | msg',
      ),
      async () => {
        const { dialog } = admin;
        const remove = admin.button('Delete Grace Hopper');
        const apiCalls = callsOf(page, `/api/admin/employee/${graceId}`);
        const question = 'Are you sure you want to delete this employee?';
        await remove.click();
        await dialog.getByRole('heading', { name: question, exact: true }).waitFor();
        const cancel = dialog.getByRole('button', { name: 'Cancel', exact: true });
        await cancel.and(page.locator(':focus')).waitFor();
        await watched.inspectOneTheme('admin-delete-dialog', '[role=alertdialog]');
        await cancel.click();
        await dialog.waitFor({ state: 'detached' });
        assert.deepEqual(apiCalls(), []);
        await remove.click();
        const confirm = () => dialog.getByRole('button', { name: 'Delete', exact: true }).click();
        const { body, answer } = await admin.call('DELETE', `/api/admin/employee/${graceId}`, confirm);
        assert.deepEqual([body, answer.msg], [null, 'The user was deleted.']);
        await admin.toast('The user was deleted.').waitFor();
        await admin.row(grace.email).waitFor({ state: 'detached' });
        assert.equal(await staff.employee(grace.email), undefined);
      },
    );

    it(
      proves(
        '/admin/videos: table of all uploaded videos, titled Mux Videos, with columns User, Thumbnail, Title, Asset ID, Created.',
        'GET /admin/videos | none | data.data, array of videos',
      ),
      async () => {
        await admin.goTo('Videos');
        await page.getByRole('heading', { level: 1, name: 'Mux Videos', exact: true }).waitFor();
        const row = (await rows<EmployeeVideoRow>('videos')).find(
          ({ assetId }) => assetId === video.assetId,
        )!;
        const { email } = ada.user!;
        assert.deepEqual(row.userId, { _id: ada.user!.id, email });
        assert.deepEqual(
          [row.title, mediaFileOf(row.thumbnail)],
          [video.title, mediaFileOf(video.thumbnail)],
        );
        const shown = [email, '', row.title, row.assetId, dayOf(row.created_at)];
        assert.deepEqual(await admin.cells(row.assetId), shown);
        assert.deepEqual(await admin.columns(), ['User', 'Thumbnail', 'Title', 'Asset ID', 'Created']);
        const picture = admin.row(row.assetId).locator('img');
        // The page has another session than this test.
        assert.equal(mediaFileOf((await picture.getAttribute('src'))!), mediaFileOf(row.thumbnail));
        await until('the picture', () =>
          picture.evaluate((img: { naturalWidth: number }) => img.naturalWidth > 0),
        );
      },
    );

    it(
      proves(
        '/admin/token-histories and /admin/token-histories/{employee_id}: token usage history with a user selector.',
        'The selector lists users by email; choosing one updates the URL.',
        'GET /admin/employee-token-histories/{employeeId} | none | data, array of history entries',
        'The table shows:',
        'approximate tokens sent = round(length of systemPrompt plus customPrompt divided by 4);',
        'approximate tokens received = round(length of resultString divided by 4);',
        'the prompts and the result text.',
        'Dates: yyyy-MM-dd; history times yyyy-MM-dd HH:mm:ss.',
      ),
      async () => {
        const { id, email } = ada.user!;
        await admin.goTo('Token Histories');
        const selector = page.getByRole('combobox', { name: 'User', exact: true });
        await selector.click();
        const options = page.getByRole('option');
        await options.first().waitFor();
        const emails = (await rows<EmployeeRow>('employees')).map((row) => row.email);
        assert.deepEqual(await options.allTextContents(), emails.toSorted());
        await options.filter({ hasText: email }).click();
        await page.waitForURL(`**/admin/token-histories/${id}`);

        const entries = await rows<TokenHistoryRow>(`employee-token-histories/${id}`);
        assert.ok(entries.length >= 2, 'chapters and quotes');
        const quotes = entries.find(({ operationType }) => operationType === 'quotes')!;
        assert.deepEqual([quotes.customPrompt, quotes.muxVideoId._id], ['About prices.', video.id]);
        const shown = {
          1: entries.map(({ createdAt }) => momentOf(createdAt)),
          4: entries.map(({ systemPrompt, customPrompt }) => approximateTokens(systemPrompt, customPrompt)),
          5: entries.map(({ resultString }) => approximateTokens(resultString)),
        };
        for (const [at, texts] of Object.entries(shown))
          assert.deepEqual(await admin.column(Number(at), entries.length), texts);
        const shownCells = await admin.cells(quotes.customPrompt);
        assert.ok(shownCells[6]!.includes(quotes.systemPrompt.slice(0, 200)));
        assert.ok(shownCells[6]!.includes(quotes.customPrompt));
        assert.ok(shownCells[7]!.includes(quotes.resultString.slice(0, 200)));
        await admin.row(quotes.customPrompt).getByRole('button').click();
        const parts = admin.dialog.getByRole('group');
        assert.deepEqual(await parts.allTextContents(), [
          quotes.systemPrompt,
          quotes.customPrompt,
          quotes.resultString,
        ]);
        await watched.inspectOneTheme('admin-history-dialog', '[role=dialog]');
        await page.keyboard.press('Escape');

        await page.goto(`/admin/token-histories/${id}`);
        await until('the user to be chosen', async () => (await selector.inputValue()) === email);
        await admin.cells(quotes.customPrompt);
        watched.assertClean();
      },
    );
  },
);

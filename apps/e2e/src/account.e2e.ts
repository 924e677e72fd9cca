import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type {
  AccountRecord,
  EmployeeRow,
  ExportEstimate,
  LedgerRow,
  Operation,
  OperationEstimate,
  UploadSession,
  VideoRecord,
} from '@vault/contracts';
import { strFromU8, unzipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { choose, menus } from './testing/browser/menus.ts';
import type { Api } from './testing/api/api.ts';
import { openBrowser, WatchedPage } from './testing/browser/browser.ts';
import { signInFirstStaff } from './testing/product/staff-api.ts';
import { MailCatcher } from './testing/product/mail-catcher.ts';
import type { Product } from './testing/product/product.ts';
import { uploadVideo } from './testing/api/send-file.ts';
import { startProduct } from './testing/product/start-product.ts';
import { briefTalk } from './testing/api/talk.ts';
import { until } from './testing/shared/until.ts';

/** The text of a mail on one line. */
const textOf = ({ text }: { text?: string }) => (text ?? '').replaceAll(/\s+/g, ' ');
const number = (count: number) => count.toLocaleString('en-US');

describe('an account', () => {
  let product: Product;
  let browser: Browser;
  let mail: MailCatcher;
  let api: Api;
  let staff: Api;
  let watched: WatchedPage;
  let page: Page;
  let video: VideoRecord;

  before(async () => {
    mail = await MailCatcher.open();
    product = await startProduct({ env: mail.env });
    api = product.api();
    await api.register('free');
    staff = product.api();
    await signInFirstStaff(staff);
    browser = await openBrowser();
    watched = await WatchedPage.openAs(api.user!, browser, product);
    page = watched.page;
  });
  after(async () => {
    await mail.close();
    await browser.close();
    await product.end();
  });

  const account = () => api.ask<AccountRecord>('GET', '/api/account');
  const ledger = () => api.ask<LedgerRow[]>('GET', '/api/account/ledger?limit=100');
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  const email = () => api.user!.email;
  const edit = async (change: object) => {
    const answer = await staff.send('POST', `/api/admin/employee/${api.user!.id}`, { body: change });
    assert.equal(answer.status, 200, answer.text);
  };
  async function signIn(secret: string): Promise<Api> {
    const again = product.api();
    again.user = await again.ask('POST', '/api/auth/login', { email: email(), password: secret });
    return again;
  }
  const openAccount = async (hash = '') => {
    await page.goto(`/account${hash}`);
    // A changed hash alone does not load the page again.
    await page.reload();
    await part('Plan').waitFor();
  };

  it('gets a welcome mail', async () => {
    const welcome = await mail.untilSent(email(), 'Welcome to Webinar Vault');
    assert.match(textOf(welcome), /^Hello Ada,.*2 videos and 50,000 tokens a month/);
    assert.match(welcome.html ?? '', /^<!doctype html>/);
  });

  it('has a page that the account menu opens', async () => {
    await page.goto('/asset/view');
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    await page.waitForURL('**/account');
    await part('Plan').getByText('0 of 2 videos').waitFor();
    await part('Plan')
      .getByText(/^Runs until /)
      .waitFor();
    await part('Tokens').getByText('50,000', { exact: true }).waitFor();
    await part('Tokens')
      .getByRole('row', { name: /Monthly grant \+50,000/ })
      .waitFor();
    await watched.inspect('account');
  });

  it('gets a mail when a webinar is ready', async () => {
    const { session } = await uploadVideo(api, briefTalk(), 'Pricing by cohort');
    video = await api.untilReady(session.id);
    const ready = await mail.untilSent(email(), 'Your webinar is ready');
    assert.match(textOf(ready), /“Pricing by cohort” is ready/);
    assert.ok(ready.text!.includes(`/asset/${video.id}`));
  });

  describe('the cost of generated text', () => {
    it('is estimated before a generation and shown after it', async () => {
      const estimate = await api.ask<OperationEstimate>(
        'GET',
        `/api/muxupload/estimate?passthrough=${video.id}&kind=summary`,
      );
      const before = await account();
      assert.equal(estimate.balance, before.token_balance);
      await page.goto(`/asset/${video.id}`);
      await choose(page, menus.chapters, 'Regenerate summary…');
      const dialog = page.getByRole('dialog');
      const words = `Uses at most ${number(estimate.tokens)} of your ${number(estimate.balance)} tokens.`;
      await dialog.getByText(words, { exact: true }).waitFor();
      await watched.inspectModal('estimate');
      const answered = page.waitForResponse('**/api/muxupload/generate-summary');
      await dialog.getByRole('button', { name: 'Generate summary' }).click();
      const { operation } = (await (await answered).json()) as { operation: Operation };
      const cost = operation.tokens!;
      assert.ok(cost > 0 && cost <= estimate.tokens, `${String(cost)} of ${String(estimate.tokens)}`);
      await page.getByText(`The new summary is ready. ${number(cost)} tokens.`, { exact: true }).waitFor();
      await until('the unused tokens to be returned', async () => {
        const { token_balance: left } = await account();
        return left === before.token_balance - cost;
      });
      const [returned, reserved] = await ledger();
      assert.deepEqual(
        [reserved!.amount, returned!.amount, reserved!.purpose, reserved!.video],
        [-estimate.tokens, estimate.tokens - cost, 'summary', { id: video.id, title: 'Pricing by cohort' }],
      );
    });

    it('is in the ledger with time, purpose, video and amount; the sum is the balance', async () => {
      await openAccount('#tokens');
      const table = part('Tokens').getByRole('table');
      await table.getByRole('row', { name: /Reserved for a summary Pricing by cohort −/ }).waitFor();
      await until('all to be settled', async () => {
        const rows = await ledger();
        const sum = rows.reduce((total, { amount }) => total + amount, 0);
        return sum === (await account()).token_balance;
      });
      await watched.inspect('account-ledger');
    });
  });

  describe('a forgotten password', () => {
    let link: string;
    it('is replaced with the link of the mail', async () => {
      const visitor = await WatchedPage.open(browser, product);
      const { page: other } = visitor;
      await other.goto('/login');
      await other.getByRole('link', { name: 'Set a new one' }).click();
      await other.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
      await other.getByLabel('Email address').fill(email());
      await visitor.inspect('forgot-password');
      const before = (await mail.to(email())).filter(
        ({ subject }) => subject === 'Set a new password',
      ).length;
      await other.getByRole('button', { name: 'Send the link' }).click();
      await other.getByText('If an account has this address, we have sent it a link.').waitFor();
      const resetMail = await mail.untilSent(email(), 'Set a new password', before + 1);
      link = /\/reset-password#[\w-]+/.exec(resetMail.text!)![0];
      await other.goto(link);
      await other.getByLabel('New password', { exact: true }).fill('punched cards, many');
      await other.getByLabel('Repeat the new password').fill('punched cards, many');
      await visitor.inspect('reset-password');
      await other.getByRole('button', { name: 'Set the password' }).click();
      await other.getByText('Your password was changed. Please sign in.').waitFor();
      await other.getByLabel('Email address').fill(email());
      await other.getByLabel('Password', { exact: true }).fill('punched cards, many');
      await other.getByRole('button', { name: 'Sign in' }).click();
      await other.waitForURL('**/asset/view');
      visitor.assertClean();
      await other.context().close();
    });

    it('ends every session when it is replaced, and its link works once', async () => {
      await until('the old session to be refused', async () => {
        return (await api.send('GET', '/api/account')).status === 401;
      });
      const again = { token: link.split('#')[1], password: 'a third password' };
      const used = await product.api().send('POST', '/api/auth/reset-password', { body: again });
      assert.equal(used.status, 410);
      api = await signIn('punched cards, many');
      await page.close();
      watched = await WatchedPage.openAs(api.user!, browser, product);
      page = watched.page;
    });

    it('leaves no token in the logs', () => assert.ok(!product.log().includes(link.split('#')[1]!)));
  });

  describe('one’s data', () => {
    const filesOf = (archive: Uint8Array) =>
      Object.fromEntries(
        Object.entries(unzipSync(archive)).map(([path, bytes]) => [path, strFromU8(bytes)] as const),
      );

    it('is downloaded as one archive: profile, ledger, and each video with its chapters and transcript', async () => {
      await openAccount('#data');
      const download = page.waitForEvent('download');
      await part('Your data').getByRole('button', { name: 'Download my data' }).click();
      // The message does not stay until a slow download ends.
      await page.getByText('Your download has started. Your browser shows its progress.').waitFor();
      const file = await (await download).path();
      const files = filesOf(readFileSync(file));
      const names = Object.keys(files);
      assert.deepEqual(names.slice(0, 6), [
        'profile.json',
        'ledger.csv',
        'ledger.json',
        'links.json',
        'portals.json',
        'glossary.json',
      ]);
      assert.equal((JSON.parse(files['profile.json']!) as AccountRecord).email, email());
      assert.deepEqual(JSON.parse(files['ledger.json']!), await ledger());
      const folder = names.find((name) => name.includes('Pricing-by-cohort'))!.replace(/\/[^/]*$/, '');
      const chapters = JSON.parse(files[`${folder}/chapters.json`]!) as unknown;
      const now = await api.video(video.id);
      assert.deepEqual(chapters, now.chapters);
      assert.equal(files[`${folder}/transcript.vtt`], now.vtt);
      assert.equal(names.filter((name) => name.endsWith('/metadata.json')).length, 1);
      assert.ok(!names.some((name) => name.endsWith('.mp4')));
    });

    it('includes the files of recordings and clips on request', async () => {
      const cut = { passthrough: video.id, timeIn: '00:00:01', timeOut: '00:00:03' };
      const clip = await api.ask<string>('POST', '/api/muxupload/video-cut', cut);
      const { localVideo } = await api.video(video.id);
      const bytesOf = async (address: string) => {
        const answer = await fetch(new URL(address, api.origin));
        return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null;
      };
      await until('the clip to be made', async () => (await bytesOf(clip)) !== null);
      const estimate = () => api.ask<ExportEstimate>('GET', '/api/account/export/estimate');
      await until('the clip to be counted', async () => (await estimate()).clips === 1);
      const [recorded, clipped] = await Promise.all([bytesOf(localVideo), bytesOf(clip)]);
      const { bytes } = await estimate();
      assert.ok(bytes >= recorded!.length + clipped!.length, String(bytes));
      await openAccount('#data');
      const data = part('Your data');
      await data.getByText(/^1 recording and 1 clip, about /).waitFor();
      await data.getByRole('checkbox', { name: 'Include recordings and clips' }).check();
      await watched.inspect('account-data-with-media');
      const downloadStart = page.waitForEvent('download');
      await data.getByRole('button', { name: 'Download my data' }).click();
      const download = await downloadStart;
      assert.match(download.suggestedFilename(), /^webinar-vault-\d{4}-\d\d-\d\d\.zip$/);
      const files = unzipSync(readFileSync(await download.path()));
      const media = (end: string) =>
        Object.entries(files).filter(([name]) => name.includes('Pricing-by-cohort') && name.endsWith(end));
      const whole = (found: [string, Uint8Array][], expected: Buffer | null) =>
        found.length === 1 && Buffer.compare(found[0]![1], expected!) === 0;
      assert.ok(whole(media('/recording.mp4'), recorded));
      assert.ok(whole(media('/clips/clip_00-00-01_00-00-03.mp4'), clipped));
      // The address of a download is in logs of proxies: it is worth nothing any more, and ours do not contain it.
      const { href, searchParams } = new URL(download.url());
      assert.equal((await fetch(href)).status, 401);
      assert.ok(!product.log().includes(searchParams.get('ticket')!));
    });
  });

  describe('the end of a trial', () => {
    it('keeps data visible and exportable; a refused action offers an upgrade', async () => {
      await edit({ membership_end: 1_700_000_000 });
      await page.goto(`/asset/${video.id}`);
      await choose(page, menus.chapters, 'Regenerate summary…');
      watched.expect(/403 \(Forbidden\)/);
      await page.getByRole('dialog').getByRole('button', { name: 'Generate summary' }).click();
      const offer = page.getByRole('region', { name: 'Your plan does not include this.' });
      await offer.getByRole('link', { name: 'Ask for an upgrade' }).click();
      await page.waitForURL('**/account#plan');
      await part('Plan')
        .getByText(/^Ended on 14 November 2023\./)
        .waitFor();
      const answer = await fetch(new URL('/api/account/export', api.origin), {
        headers: { authorization: `Bearer ${api.user!.token}` },
      });
      assert.equal(answer.status, 200);
      assert.ok('profile.json' in unzipSync(new Uint8Array(await answer.arrayBuffer())));
    });

    it('an upgrade is requested, listed for staff, and granted', async () => {
      await part('Plan').getByRole('button', { name: 'Ask for an upgrade' }).click();
      await part('Plan')
        .getByText(/^You asked for an upgrade on /)
        .waitFor();
      await watched.inspect('account-upgrade-requested');
      const requesting = await staff.ask<EmployeeRow[]>(
        'GET',
        '/api/admin/employees?state=upgrade-requested',
      );
      assert.deepEqual(
        requesting.map(({ _id }) => _id),
        [api.user!.id],
      );
      const granted = await staff.send('POST', `/api/admin/employee/${api.user!.id}/grant-upgrade`);
      assert.equal(granted.status, 200, granted.text);
      await openAccount();
      await part('Plan').getByText('Product Marketing Pro (Executive)').waitFor();
      assert.ok((await account()).token_balance > 900_000);
    });
  });

  it('shows the needed and available tokens when there are too few', async () => {
    const { token_balance: balance } = await account();
    await edit({ add_token: 100 - balance });
    await page.goto(`/asset/${video.id}`);
    await choose(page, menus.chapters, 'Regenerate chapters…');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^This may take [\d,]+ tokens, and you have 100\./).waitFor();
    await watched.inspectModal('too-few-tokens');
    await dialog.getByRole('button', { name: 'Regenerate chapters' }).click();
    await page.getByText(/^You have 100 tokens left, and this may take [\d,]+\./).waitFor();
    await edit({ add_token: 100_000 });
  });

  it('its pages reported no errors', () => watched.assertClean());

  it('is deleted after its address is typed, and its data is removed', async () => {
    let session: UploadSession | undefined;
    await api.openUpload().then((opened) => (session = opened));
    assert.ok(session);
    await openAccount('#delete');
    await part('Delete account').getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Delete account' });
    await dialog.getByRole('textbox').fill('somebody@example.com');
    assert.equal(await confirm.isDisabled(), true);
    await dialog.getByRole('textbox').fill(email());
    await watched.inspectModal('delete-account');
    await confirm.click();
    await page.getByText('Your account was deleted.').waitFor();
    assert.equal(new URL(page.url()).pathname, '/login');
    await until('the session to be refused', async () => {
      const answer = await api.send('GET', '/api/account');
      return answer.status === 401 && answer.text === 'Unauthorized';
    });
    const deletedUser = { email: email(), password: 'punched cards, many' };
    assert.equal((await product.api().send('POST', '/api/auth/login', { body: deletedUser })).status, 401);
    // The address can be registered again.
    const person = { ...deletedUser, firstname: 'Ada', lastname: 'Byron', plan: 'free' };
    const again = product.api();
    again.user = await again.ask('POST', '/api/auth/register', person);
    assert.deepEqual(await again.videos(), []);
    await until('nothing but the first grant in the ledger', async () => {
      const rows = await again.ask<LedgerRow[]>('GET', '/api/account/ledger');
      assert.ok(rows.length <= 1, JSON.stringify(rows));
      return rows.length === 1;
    });
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TestDnsServer, txtRecord } from '@vault/base/testing';
import type { MemberList, SessionUser, SsoRecord, WorkspaceItem } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import type { Api } from './testing/api/api.ts';
import { openBrowser, WatchedPage } from './testing/browser/browser.ts';
import type { Product } from './testing/product/product.ts';
import { MailCatcher } from './testing/product/mail-catcher.ts';
import { SsoServer } from './testing/product/sso-server.ts';
import { startProduct } from './testing/product/start-product.ts';
import { joinTeam } from './testing/product/test-team.ts';

const domain = 'acme.test';
const password = 'difference engine';
const ann = { subject: 'p-ann', email: `ann@${domain}`, isVerified: true };
const bo = { subject: 'p-bo', email: `bo@${domain}`, isVerified: true, groups: ['Marketing'] };

/** An owner, a colleague, and a provider that has both signed in already. */
describe('single sign-on of a team in browsers', () => {
  let provider: SsoServer;
  let dns: TestDnsServer;
  let mail: MailCatcher;
  let product: Product;
  let browser: Browser;
  let owner: WatchedPage;
  let other: WatchedPage;
  let api: Api;
  let outside: string;

  before(async () => {
    provider = await SsoServer.open();
    dns = await TestDnsServer.start();
    mail = await MailCatcher.open();
    const servers = { ...provider.env, ...mail.env, DNS_SERVERS: dns.address };
    const env = { ...servers, PRIVATE_SERVERS: 'true', SIGN_IN_RATE: '10000' };
    product = await startProduct({ env });
    api = product.api();
    const registration = { firstname: 'Ann', lastname: 'Lee', email: ann.email, password, plan: 'executive' };
    const user = await api.ask<SessionUser>('POST', '/api/auth/register', registration);
    api.user = user;
    browser = await openBrowser();
    owner = await WatchedPage.openAs(user, browser, product, provider.issuer);
    other = await WatchedPage.open(browser, product, provider.issuer);
    // What a person is refused, the browser reports.
    other.expect(/status of 403/);
  });
  after(async () => {
    await browser.close();
    await product.end();
    await provider.close();
    await dns.stop();
    await mail.close();
  });

  const library = (page: Page) => page.getByRole('button', { name: 'Workspace: Acme. Change' });

  it('is set up by an owner, step by step', async () => {
    const { page } = owner;
    await page.goto('/account');
    await page.getByRole('link', { name: 'Create a team' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a team' });
    await dialog.getByLabel('Name').fill('Acme');
    await dialog.getByRole('button', { name: 'Create the team' }).click();
    await page.getByRole('heading', { name: 'Acme', level: 1 }).waitFor();
    const [, team] = await api.ask<WorkspaceItem[]>('GET', '/api/workspaces');
    api.workspaceId = team!.id;
    provider.serve(`${product.pageOrigin}/sign-on/${team!.id}`);

    await page.getByRole('link', { name: /single sign-on/i }).click();
    await page.getByRole('heading', { name: 'Single sign-on', level: 1 }).waitFor();
    await owner.inspect('sign-on-empty');
    await page.getByLabel('Domain name').fill(domain);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const check = page.getByRole('button', { name: `Check now: ${domain}` });
    await check.waitFor();
    const { json } = await api.send('GET', '/api/workspace/sso');
    const [named] = (json!.data as SsoRecord).domains;
    dns.records.set(named!.record_name, [txtRecord(named!.record_value)]);
    await check.click();
    await page.getByText(`${domain} is verified.`).waitFor();

    await page.getByLabel('Issuer').fill(provider.issuer);
    await page.getByLabel('Client id').fill(provider.client.id);
    await page.getByLabel('Client secret').fill(provider.client.secret);
    await owner.inspect('sign-on-provider');
    await page.getByRole('button', { name: 'Read the provider’s settings' }).click();

    const people = page.getByRole('group', { name: 'Roles of groups' });
    await people.getByLabel('Group', { exact: true }).fill('Marketing');
    await people.getByLabel(/^Role/).selectOption('editor');
    await page.getByLabel('May join').check();
    await owner.inspect('sign-on-people');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Test the sign-in' }).waitFor();
  });

  it('is tested in another window, and changes nothing', async () => {
    const { page } = owner;
    provider.person = ann;
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Test the sign-in' }).click();
    const window = await opened;
    await window.getByText('The test has ended. Nobody was signed in.').waitFor();
    await window.close();
    const shown = page.getByRole('list', { name: 'What the test has shown' });
    await shown.getByText(/Signed with RS256/).waitFor();
    await shown.getByText(`${ann.email}, in ${domain}, confirmed by the provider.`).waitFor();
    const wrong = shown.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Wrong' }) });
    assert.deepEqual(await wrong.allTextContents(), [
      'GroupsThe answer has no claim groups. The role is viewer.',
    ]);
    for (const part of ['Issuer', 'Audience', 'Nonce', 'Signature', 'Time'])
      await shown
        .getByRole('listitem')
        .filter({ hasText: part })
        .getByRole('img', { name: 'Right' })
        .waitFor();
    await page.getByText('Sign in through it once to require it.').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Require single sign-on' }).isDisabled());
    await owner.inspect('sign-on-tested');
  });

  it('joins the account of the owner by its password, and is required', async () => {
    // In a browser in which she is not signed in.
    owner = await WatchedPage.open(browser, product, provider.issuer);
    owner.expect(/status of 401/);
    const { page } = owner;
    await signInAt(page, ann.email);
    await page.getByText(`There is an account ${ann.email}.`).waitFor();
    await owner.inspect('sign-on-link');
    await page.getByLabel('Password', { exact: true }).fill('not this one');
    await page.getByRole('button', { name: 'Join and sign in' }).click();
    await page.getByText('The password is wrong.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Join and sign in' }).click();
    await library(page).waitFor();
    await page.goto('/account');
    await page.getByRole('list', { name: 'Linked sign-ons' }).getByText('Acme').scrollIntoViewIfNeeded();
    await owner.inspect('sign-on-linked');

    outside = (await joinTeam(product, { mail, owner: api }, 'viewer')).user!.email;
    await page.goto('/workspace/sign-on');
    await page.getByRole('button', { name: 'Require single sign-on' }).click();
    const dialog = page.getByRole('dialog', { name: `Require single sign-on for ${domain}?` });
    await dialog.waitFor();
    await dialog.getByText(outside).waitFor();
    await owner.inspectModal('sign-on-require');
    await dialog.getByRole('button', { name: 'Require it' }).click();
    await page
      .getByText(/^On since/)
      .first()
      .waitFor();
    await owner.inspect('sign-on-required');
    owner.assertClean();
  });

  it('lets a colleague in, where a password no longer does', async () => {
    const { page } = other;
    provider.person = bo;
    await page.goto('/login');
    await page.getByLabel('Email address').fill(bo.email);
    await page.getByLabel('Password', { exact: true }).fill('any password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText(`${domain} signs in with single sign-on.`).waitFor();
    await other.inspect('sign-on-refused-password');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await library(page).waitFor();
    const { json } = await api.send('GET', '/api/workspace/members');
    const members = (json?.data as MemberList | undefined)?.members ?? [];
    assert.deepEqual(
      members.map(({ email, role }) => [email, role]),
      [
        [ann.email, 'owner'],
        [outside, 'viewer'],
        [bo.email, 'editor'],
      ],
    );
    await page.reload();
    await library(page).waitFor();
    other.assertClean();
  });

  /** From the sign-in page to the provider, and back. */
  async function signInAt(page: Page, email: string): Promise<void> {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
    const form = page.getByRole('form', { name: 'Single sign-on' });
    await form.getByLabel('Email address at work').fill(email);
    await form.getByRole('button', { name: 'Continue' }).click();
  }
});

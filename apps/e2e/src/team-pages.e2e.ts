import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { WorkspaceItem, WorkspaceLogPage } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import type { Api } from './testing/api/api.ts';
import { uploadVideo } from './testing/api/send-file.ts';
import { briefTalk } from './testing/api/talk.ts';
import { openBrowser, WatchedPage } from './testing/browser/browser.ts';
import { MailCatcher } from './testing/product/mail-catcher.ts';
import type { Product } from './testing/product/product.ts';
import { startProduct } from './testing/product/start-product.ts';
import { until } from './testing/shared/until.ts';

const invitation = 'Ada Lovelace invites you to Acme on Webinar Vault';
const bo = {
  firstname: 'Bo',
  lastname: 'Diaz',
  email: 'bo.diaz@example.com',
  password: 'a pass phrase of Bo',
};

/** Two people, each in a browser of their own. */
describe('two people in a team', () => {
  let product: Product;
  let mail: MailCatcher;
  let browser: Browser;
  let ann: WatchedPage;
  let other: WatchedPage;
  let api: Api;
  let teamId: string;
  let token: string;

  before(async () => {
    mail = await MailCatcher.open();
    product = await startProduct({ env: mail.env });
    api = product.api();
    await api.register();
    browser = await openBrowser();
    ann = await WatchedPage.openAs(api.user!, browser, product);
    other = await WatchedPage.open(browser, product);
    // What a person is refused, the browser reports.
    for (const watched of [ann, other]) watched.expect(/status of (?:40[34]|410)/);
  });
  after(async () => {
    await browser.close();
    await product.end();
    await mail.close();
  });

  const switcherOf = (page: Page, name: string) =>
    page.getByRole('button', { name: `Workspace: ${name}. Change` });
  /** Moves the focus with a key until an element of this name has it, and presses that. */
  async function chooseByKeys(page: Page, role: 'button' | 'menuitem', name: string, key: string) {
    const element = page.getByRole(role, { name, exact: true });
    await element.waitFor();
    const focused = element.and(page.locator(':focus, [data-highlighted]'));
    for (let presses = 0; (await focused.count()) === 0; presses += 1) {
      assert.ok(presses < 60, `${name} is reached with ${key}`);
      await page.keyboard.press(key);
    }
    await page.keyboard.press('Enter');
  }

  const cards = (page: Page) => page.getByRole('article');
  const roleMenu = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` });

  it('make it: from the account, without a menu before', async () => {
    const { page } = ann;
    await page.goto('/account');
    await page.getByRole('heading', { name: 'Account', exact: true, level: 1 }).waitFor();
    assert.equal(await page.getByRole('button', { name: /^Workspace: / }).count(), 0);
    await page.getByRole('link', { name: 'Create a team' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a team' });
    await dialog.locator('input:focus').waitFor();
    // Whoever reads the page again has not followed the link again.
    await page.reload();
    await page.getByRole('button', { name: 'Create a team' }).click();
    await dialog.getByLabel('Name').fill('Acme');
    await dialog.getByRole('button', { name: 'Create the team' }).click();
    await switcherOf(page, 'Acme').waitFor();
    await page.getByRole('heading', { name: 'Acme', level: 1 }).waitFor();
    const [, team] = await api.ask<WorkspaceItem[]>('GET', '/api/workspaces');
    teamId = team!.id;
    await ann.inspect('team');
  });

  it('invite: the mail leads to an account, and to the library of the team', async () => {
    const { page } = ann;
    await page.getByRole('button', { name: 'Invite people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite people' });
    await dialog.getByLabel('Addresses').fill(`${bo.email}, ${api.user!.email}`);
    await dialog.getByLabel('Invite as').selectOption('viewer');
    await dialog.getByRole('button', { name: 'Send 2 invitations' }).click();
    await dialog.getByText('Already a member').waitFor();
    await ann.inspectModal('invited');
    const { text = '' } = await mail.untilSent(bo.email, invitation);
    token = /\/join#([\w-]+)/.exec(text)?.[1] ?? '';

    await other.page.goto(`/join#${token}`);
    await other.page.getByRole('heading', { name: 'Ada Lovelace invites you to Acme' }).waitFor();
    assert.ok(!other.page.url().includes(token));
    await other.inspect('join');
    await other.page.getByRole('link', { name: 'Create an account' }).click();
    const form = other.page.locator('form');
    await form.getByLabel('First name').fill(bo.firstname);
    await form.getByLabel('Last name').fill(bo.lastname);
    assert.equal(await form.getByLabel('Email address').inputValue(), bo.email);
    await form.getByLabel('Password', { exact: true }).fill(bo.password);
    await form.getByLabel('Confirm password').fill(bo.password);
    await form.getByRole('button', { name: 'Create account' }).click();
    await other.page.getByRole('button', { name: 'Join Acme' }).click();
    await other.page.waitForURL('**/asset/view');
    await switcherOf(other.page, 'Acme').waitFor();
  });

  it('open the team by the used link, and change the workspace with keys', async () => {
    const { page } = other;
    await page.goto(`/join#${token}`);
    await page.getByRole('heading', { name: 'You are a member of Acme.' }).waitFor();
    await other.inspect('join-as-member');
    await page.getByRole('link', { name: 'Open Acme' }).click();
    await switcherOf(page, 'Acme').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await page.getByRole('menuitem', { name: 'Personal' }).waitFor();
    await page.keyboard.press('1');
    await switcherOf(page, 'Personal').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await page.keyboard.press('2');
    await switcherOf(page, 'Acme').waitFor();
  });

  it('see what the other adds, and a viewer nothing to change', async () => {
    api.workspaceId = teamId;
    const { session } = await uploadVideo(api, briefTalk(), 'Retention by cohort');
    await other.page.getByText('Retention by cohort').first().waitFor();
    await api.untilReady(session.id);
    assert.equal(await other.page.getByText('Drop a recording here').count(), 0);
    await other.page.getByRole('link', { name: 'Retention by cohort' }).first().click();
    await other.page.getByRole('region', { name: 'Chapters' }).waitFor();
    for (const name of ['Generate', 'Regenerate', 'Delete', 'Clip'])
      assert.equal(await other.page.getByRole('button', { name, exact: true }).count(), 0, name);
    await other.inspect('video-of-a-viewer');
  });

  it('change roles: the next page has what the new role may do', async () => {
    const { page } = ann;
    await page.goto('/workspace');
    await roleMenu(page, 'Bo Diaz').click();
    await page.getByRole('menuitem', { name: 'Change role…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Editor').check();
    await dialog.getByRole('button', { name: 'Change the role' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Bo Diaz' }).getByText('Editor').waitFor();
    await other.page.goto('/asset/view');
    await other.page.getByText('Drop a recording here').waitFor();
  });

  it('see the audit log only as admins and owners', async () => {
    await other.page.goto('/workspace');
    await other.page.getByRole('region', { name: 'Plan' }).waitFor();
    assert.equal(await other.page.getByRole('link', { name: 'Open the audit log' }).count(), 0);
    await other.page.goto('/workspace/audit');
    await other.page.getByText('Only admins and owners see this.').waitFor();
    await other.inspect('no-audit-log');
  });

  it('move a video to the own library with keys alone, knowing what goes along', async () => {
    const { page } = ann;
    const [video] = await api.videos();
    const span = { passthrough: video!.id, kind: 'span', start: 0, end: 2 };
    await api.ask('POST', '/api/moments', span);
    await page.goto('/asset/view');
    const card = page.getByRole('article', { name: 'Retention by cohort' });
    await chooseByKeys(page, 'button', 'More actions', 'Tab');
    await chooseByKeys(page, 'menuitem', 'Move to another workspace…', 'ArrowDown');
    const dialog = page.getByRole('dialog', { name: 'Move to another workspace' });
    await dialog.getByText(/ and 1 shared link go along\. Shared links go on working\.$/).waitFor();
    await dialog.getByText(/^Words that your glossary has corrected stay as they are\./).waitFor();
    assert.equal(await dialog.getByRole('combobox', { name: 'Workspace' }).inputValue(), api.user!.id);
    await ann.inspectModal('move-a-video');
    await chooseByKeys(page, 'button', 'Move it to Personal', 'Tab');
    await dialog.getByText('Moved to Personal.').waitFor();
    await ann.inspectModal('moved-a-video');
    await chooseByKeys(page, 'button', 'Open it in Personal', 'Tab');
    await switcherOf(page, 'Personal').waitFor();
    await page.getByRole('heading', { name: 'Retention by cohort', level: 1 }).waitFor();
    await page.getByRole('region', { name: 'Chapters' }).waitFor();
    await page.goto('/asset/view');
    await card.waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await page.getByRole('menuitem', { name: 'Acme' }).waitFor();
    await page.keyboard.press('2');
    await switcherOf(page, 'Acme').waitFor();
    await page.getByText('Drop a recording here').waitFor();
    assert.equal(await cards(page).count(), 0);

    const own = product.api();
    own.user = api.user;
    await own.ask('POST', `/api/muxvideos/${video!.id}/move`, { to: teamId });
    await card.waitFor();
  });

  it('keep their own libraries to themselves', async () => {
    await switcherOf(other.page, 'Acme').click();
    await other.page.getByRole('menuitem', { name: /^Personal/ }).click();
    await switcherOf(other.page, 'Personal').waitFor();
    await other.page.getByText('Drop a recording here').waitFor();
    assert.equal(await other.page.getByText('Retention by cohort').count(), 0);
    // A link to a video of the team opens in the team.
    const videos = await api.videos();
    await other.page.goto(`/asset/${videos[0]!.id}`);
    await other.page.getByText('Opened in Acme.').waitFor();
    await switcherOf(other.page, 'Acme').waitFor();
  });

  it('part: who is removed is told so at once, and keeps their own library', async () => {
    const { page } = ann;
    await page.goto('/workspace');
    await roleMenu(page, 'Bo Diaz').click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await other.page.getByRole('heading', { name: 'You are no longer a member of Acme.' }).waitFor();
    await other.inspect('no-longer-a-member');
    await other.page.getByRole('button', { name: 'Go to Personal' }).click();
    await other.page.getByText('Drop a recording here').waitFor();
    assert.equal(await cards(other.page).count(), 0);
  });

  it('leave entries in the audit log, which an owner reads, filters and exports', async () => {
    const { page } = ann;
    // Entries arrive after the changes that they are about.
    await until('the entry of the removal', async () => {
      const { entries } = await api.ask<WorkspaceLogPage>('GET', '/api/workspace/audit');
      return entries.some(({ action }) => action === 'auth.remove-member');
    });
    await page.goto('/workspace');
    await page.getByRole('link', { name: 'Open the audit log' }).click();
    const log = page.getByRole('list', { name: 'Audit log' });
    const entry = (text: string) => log.getByRole('button', { name: text });
    await entry('Ada Lovelace Removed Bo Diaz').waitFor();
    await page.getByText(/^Kept for 400 days\./).waitFor();
    const change = entry('Ada Lovelace Changed the role of Bo Diaz');
    await change.press('Enter');
    await log.getByText('Before Viewer → After Editor').waitFor();
    await log.getByText(/follows entry \d+ \(hash [0-9a-f]{4}…\)/).waitFor();
    await ann.inspect('audit-log');

    await page.getByLabel('Person').selectOption('Bo Diaz');
    await entry('Bo Diaz Joined the team').waitFor();
    await change.waitFor({ state: 'detached' });
    await page.getByLabel('What').selectOption('Joined the team');
    await page.reload();
    await entry('Bo Diaz Joined the team').waitFor();
    assert.equal(await log.getByRole('listitem').count(), 1);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    assert.equal(file.suggestedFilename(), 'audit-log.csv');
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    assert.equal(lines.length, 2);
    assert.match(lines[1]!, /,Bo Diaz,.*,auth\.join,/);
  });

  it('restore the team from a page that was open when it was closed', async () => {
    const { page } = ann;
    await page.goto('/asset/view');
    await switcherOf(page, 'Acme').waitFor();
    await api.ask('DELETE', '/api/workspace', { name: 'Acme' });
    await page.getByRole('heading', { name: /^Acme is being deleted on \d+ [A-Z][a-z]+\.$/ }).waitFor();
    await ann.inspect('closed-team-of-an-owner');
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore Acme?' });
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('article', { name: 'Retention by cohort' }).waitFor();
    ann.assertClean();
    other.assertClean();
  });
});

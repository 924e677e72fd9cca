import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { recordedRefusalLimit } from '@vault/contracts';
import type {
  LoggedAction,
  LogStreamRecord,
  MemberList,
  WorkspaceItem,
  WorkspaceLogPage,
  WorkspaceLogRow,
} from '@vault/contracts';
import { accessTable, type IdKind } from './testing/api/access-table.ts';
import type { Api } from './testing/api/api.ts';
import { callRoute } from './testing/api/call-route.ts';
import { assertConsistent } from './testing/product/assert-consistent.ts';
import { MailCatcher } from './testing/product/mail-catcher.ts';
import { makeOwnedData, uniqueWord, type OwnedData } from './testing/product/owned-data.ts';
import type { Product } from './testing/product/product.ts';
import { StaffApi } from './testing/product/staff-api.ts';
import { startProduct } from './testing/product/start-product.ts';
import { TestCollector } from './testing/product/test-collector.ts';
import { joinTeam, makeTeam } from './testing/product/test-team.ts';
import { until } from './testing/shared/until.ts';

/** Calls that succeed here and change nothing. */
const changesNothing = new Set([
  'POST /auth/',
  'POST /auth/can-upload-video',
  'POST /muxvideos/{id}/captions/preview',
  'POST /portals/{id}/preview',
  // The team has no provider, and requires none.
  'DELETE /workspace/sso/provider',
  'PUT /workspace/sso/requirement',
]);
/** Calls that change something although they are a GET. */
const changes = new Set(['GET /muxupload', 'GET /muxvideos/delete/{id}']);

describe('the audit log of a team', () => {
  let mail: MailCatcher;
  let product: Product;
  let staff: StaffApi;
  let owned: OwnedData;
  let owner: Api;
  let bo: Api;
  let collector: TestCollector;

  before(async () => {
    mail = await MailCatcher.open();
    collector = await TestCollector.open();
    product = await startProduct({ env: { ...mail.env, ...collector.env, SIGN_IN_RATE: '10000' } });
    staff = new StaffApi(product);
    await staff.signIn();
    owned = await makeOwnedData(product, (api) => makeTeam(staff, api));
    owner = owned.api;
    bo = await joinTeam(product, { mail, owner }, 'admin');
  });
  after(async () => {
    await assertConsistent(product);
    await product.end();
    await mail.close();
    await collector.close();
  });

  async function entries(api = owner): Promise<WorkspaceLogRow[]> {
    const found: WorkspaceLogRow[] = [];
    let before = '';
    for (;;) {
      const page = await api.ask<WorkspaceLogPage>('GET', `/api/workspace/audit?limit=20${before}`);
      found.push(...page.entries);
      if (page.next === null) return found;
      before = `&before=${encodeURIComponent(page.next)}`;
    }
  }

  const entriesAre = (what: string, isDone: (found: WorkspaceLogRow[]) => boolean) =>
    until(what, async () => {
      const found = await entries();
      return isDone(found) && found;
    });

  it('has an entry for all that made the team and its library', async () => {
    const expected: LoggedAction[] = [
      'auth.join',
      'auth.invite',
      'upload.begin-upload',
      'chaptering.save-glossary',
      'portal.add-link',
      'portal.create-portal',
      'portal.share-moment',
      'clip.cut-clip',
      'chaptering.update-search',
      'upload.save-details',
      'upload.begin-upload',
      'auth.edit-team-plan',
      'auth.create-team',
    ];
    const found = await entriesAre('the entries', ({ length }) => length >= expected.length);
    assert.deepEqual(
      found.map(({ action }) => action),
      expected,
    );
    const [joined] = found;
    assert.deepEqual([joined!.actor.id, joined!.fields['role']], [bo.user!.id, 'admin']);
    const plan = found.find(({ action }) => action === 'auth.edit-team-plan');
    assert.deepEqual(
      [plan!.actor.is_staff, plan!.actor.name, plan!.address, plan!.fields['plan'], plan!.before['plan']],
      [true, '', '', 'executive', 'free'],
    );
    for (const { actor, address } of found.filter((entry) => !entry.actor.is_staff)) {
      assert.ok(actor.name.length > 0 && address.length > 0);
    }
  });

  it('has one entry for each call that changes something, and nothing that anybody wrote', async () => {
    const { ids } = owned;
    const idOf: Partial<Record<IdKind, string>> = {
      ...{ video: ids['the webinar'], operation: ids['its operation'], moment: ids['its link'] },
      ...{ clip: ids['its clip record'], portal: ids['its portal'], 'private link': ids['a private link'] },
      ...{ user: bo.user!.id, text: ids['the webinar'] },
    };
    await owner.ask('POST', '/api/workspace/invitations', { emails: ['cy@example.com'], role: 'viewer' });
    const { invitations } = await owner.ask<MemberList>('GET', '/api/workspace/members');
    idOf.invitation = invitations[0]!.id;
    const isInvited = ([newest]: WorkspaceLogRow[]) => newest?.fields['role'] === 'viewer';
    let { length: count } = await entriesAre('the entry of the invitation', isInvited);
    for (const [name, { guard, role = 'viewer', ids: parameters = [] }] of Object.entries(accessTable)) {
      const isOfMember = name.endsWith('/members/{id}');
      if (guard !== 'user' || role === 'person' || isOfMember || name === 'GET /events') continue;
      const known = parameters.filter(({ kind }) => idOf[kind] !== undefined && kind !== 'user');
      const filled = new Map(known.map((parameter) => [parameter, idOf[parameter.kind]!]));
      const { status, text } = await callRoute(owner, name, filled);
      const isChange = !name.startsWith('GET ') || changes.has(name);
      if (!isChange || status !== 200 || changesNothing.has(name)) continue;
      count += 1;
      const found = await entriesAre(
        `the entry of ${name}: ${text.slice(0, 200)}`,
        ({ length }) => length >= count,
      );
      assert.equal(
        found.length,
        count,
        `${name}: ${found
          .slice(0, 3)
          .map(({ action }) => action)
          .join()}`,
      );
      assert.equal(found[0]!.actor.id, owner.user!.id);
    }
    const all = await entries();
    assert.ok(!JSON.stringify(all.map(({ fields, before }) => [fields, before])).includes(uniqueWord));
    const numbers = all.map(({ entry }) => entry).sort((one, other) => one - other);
    assert.deepEqual(
      numbers,
      all.map((_, index) => index + 1),
    );
  });

  it('says what a change of a member was before', async () => {
    const { id } = bo.user!;
    await owner.ask('PATCH', `/api/workspace/members/${id}`, { role: 'editor' });
    await owner.ask('DELETE', `/api/workspace/members/${id}`);
    const isOfBo = ({ subject }: WorkspaceLogRow) => subject?.id === id;
    const found = await entriesAre('the entries', (all) => all.filter(isOfBo).length === 3);
    assert.deepEqual(
      found.filter(isOfBo).map(({ action, fields, before }) => [action, fields['role'], before['role']]),
      [
        ['auth.remove-member', undefined, 'editor'],
        ['auth.set-role', 'editor', 'admin'],
        ['auth.join', 'admin', undefined],
      ],
    );
    const theirs = await owner.ask<WorkspaceLogPage>('GET', `/api/workspace/audit?actor=${id}`);
    assert.deepEqual(
      theirs.entries.map(({ action }) => action),
      ['auth.join'],
    );
  });

  it('has what a member may not do and tried, some of it in an hour', async () => {
    await owner.ask('PATCH', '/api/workspace', { name: 'Acme' });
    const cy = await joinTeam(product, { mail, owner }, 'viewer');
    const sentence = 'Viewers of Acme may not do this. Ask an admin of the team.';
    const isRefused = async (call: string, body?: object) => {
      const [method = '', path = ''] = call.split(' ');
      const { status, json } = await cy.send(method, `/api${path}`, body && { body });
      assert.deepEqual([status, json?.msg], [403, sentence], call);
    };
    const refusals = async () =>
      (await owner.ask<WorkspaceLogPage>('GET', '/api/workspace/audit?action=refused&limit=200')).entries;
    const refusalsAre = (count: number) =>
      until(`${String(count)} refusals`, async () => {
        const found = await refusals();
        return found.length >= count && found;
      });
    // Of calls that guard nothing of the team no entry is made.
    await isRefused('PUT /glossary', { terms: [], version: 0 });
    await isRefused('DELETE /workspace', { name: 'Acme' });
    const [entry, ...others] = await refusalsAre(1);
    assert.deepEqual(
      [entry!.actor.id, entry!.fields, entry!.subject, entry!.address.length > 0, others],
      [cy.user!.id, { permission: 'delete', call: 'DELETE /workspace' }, null, true, []],
    );
    for (let count = 0; count < 2 * recordedRefusalLimit; count += 1) await isRefused('GET /workspace/audit');
    await refusalsAre(recordedRefusalLimit);
    // Another person has as many of their own, and comes after all of these.
    const dee = await joinTeam(product, { mail, owner }, 'editor');
    assert.equal((await dee.send('DELETE', '/api/workspace', { body: { name: 'Acme' } })).status, 403);
    const [ofDee, ...ofCy] = await refusalsAre(recordedRefusalLimit + 1);
    assert.deepEqual([ofDee!.actor.id, ofCy.length], [dee.user!.id, recordedRefusalLimit]);
    assert.ok(ofCy.slice(0, -1).every(({ fields }) => fields['permission'] === 'audit.read'));
  });

  it('is read as CSV and as JSON lines, each entry with the hash of the one before', async () => {
    const { text: lines } = await owner.send('GET', '/api/workspace/audit.jsonl');
    const rows = lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as WorkspaceLogRow);
    assert.deepEqual(rows, await entries());
    const inOrder = rows.sort((one, other) => one.entry - other.entry);
    assert.deepEqual(
      inOrder.map(({ follows }) => follows),
      ['', ...inOrder.slice(0, -1).map(({ hash }) => hash)],
    );
    const { text: csv } = await owner.send('GET', '/api/workspace/audit.csv?action=auth.set-role');
    assert.equal(csv.trimEnd().split('\r\n').length, 2);
    assert.ok(csv.includes('role=editor'));
  });

  it('is sent to the collector of the team, which misses nothing while it is away', async () => {
    const path = '/api/workspace/audit/stream';
    const stream = () => owner.ask<LogStreamRecord>('GET', path);
    const rename = (name: string) => owner.ask('PATCH', '/api/workspace', { name });
    collector.status = 503;
    const refused = await owner.send('PUT', path, { body: { kind: 'https', url: 'http://127.0.0.1' } });
    assert.deepEqual([refused.status, refused.json?.msg], [400, 'Only https addresses can be used.']);
    await owner.ask('PUT', path, { kind: 'https', url: collector.url, secret: 'open-sesame' });
    await rename('Globex');
    const waiting = await until('a failed delivery', async () => {
      const state = await stream();
      return state.problem !== '' && state.waiting >= 2 && state;
    });
    assert.deepEqual([waiting.problem, waiting.has_secret], ['The collector answered 503.', true]);
    const test = await owner.send('POST', `${path}/test`);
    assert.deepEqual([test.status, test.json?.msg], [409, 'The collector answered 503.']);
    collector.status = 204;
    await until('the delivery', async () => (await stream()).waiting === 0);
    const [post] = collector.posts;
    assert.equal(post?.authorization, 'Bearer open-sesame');
    const sent = collector.posts.flatMap(({ body }) => body.trimEnd().split('\n'));
    const actions = sent.map((line) => (JSON.parse(line) as { action: string }).action);
    // Two services made them, so either may be the first in the log.
    assert.deepEqual(actions.sort(), ['admin.set-log-stream', 'auth.edit-team']);
    await owner.ask('PUT', path, { kind: 'syslog', host: '127.0.0.1', port: collector.syslogPort });
    await rename('Acme');
    const isSent = () => Promise.resolve(collector.messages.includes('"name":"Acme"'));
    await until('the message of syslog', isSent);
    assert.match(
      collector.messages,
      /^\d+ <110>1 \S+ \S+ webinar-vault - (admin\.set-log-stream|auth\.edit-team) - /,
    );
    await owner.ask('POST', `${path}/test`);
    await until('the test entry', () => Promise.resolve(collector.messages.includes(' - test - ')));
    await owner.ask('PUT', path, { kind: 'off' });
  });

  it('is empty in the workspace of a person, but for what staff do', async () => {
    const ada = product.api();
    const { id } = await ada.register();
    const term = { term: uniqueWord, wrongForms: [], isCaseSensitive: false };
    await ada.ask('PUT', '/api/glossary', { terms: [term], version: 0 });
    await ada.ask<WorkspaceItem>('POST', '/api/workspaces', { name: 'Globex' });
    await staff.ask('POST', `/api/admin/employee/${id}`, { plan: 'free' });
    const found = await until('the entry', async () => {
      const all = await entries(ada);
      return all.length > 0 && all;
    });
    assert.deepEqual(
      found.map(({ action, actor }) => [action, actor.is_staff]),
      [['auth.edit-account', true]],
    );
  });
});

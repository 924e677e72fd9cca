import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  isAtLeast,
  roles,
  type MemberList,
  type MomentRecord,
  type PortalRecord,
  type Role,
  type WorkspaceItem,
} from '@vault/contracts';
import { accessTable, type IdKind, type IdParameter } from './testing/api/access-table.ts';
import type { Api } from './testing/api/api.ts';
import { callRoute } from './testing/api/call-route.ts';
import { EventReader } from './testing/api/event-reader.ts';
import { putRange, uploadVideo } from './testing/api/send-file.ts';
import { briefTalk } from './testing/api/talk.ts';
import { assertConsistent } from './testing/product/assert-consistent.ts';
import { MailCatcher } from './testing/product/mail-catcher.ts';
import { makeOwnedData, readOwnedData, uniqueWord, type OwnedData } from './testing/product/owned-data.ts';
import type { Product } from './testing/product/product.ts';
import { StaffApi } from './testing/product/staff-api.ts';
import { startProduct } from './testing/product/start-product.ts';
import { joinTeam, makeTeam } from './testing/product/test-team.ts';
import { until } from './testing/shared/until.ts';

const notMember = {
  status: 'error',
  code: 'forbidden',
  msg: 'You are not a member of this workspace.',
};
/** Calls about a workspace; the others are about the person alone. */
const aboutTeams = Object.entries(accessTable).filter(
  ([, { guard, role }]) => guard === 'user' && role !== 'person',
);

describe('a team', () => {
  let mail: MailCatcher;
  let product: Product;
  let staff: StaffApi;
  let teamId: string;
  let owned: OwnedData;
  const members = {} as Record<Role, Api>;
  let left: Api;
  let stranger: Api;

  before(async () => {
    mail = await MailCatcher.open();
    product = await startProduct({ env: { ...mail.env, SIGN_IN_RATE: '10000' } });
    staff = new StaffApi(product);
    await staff.signIn();
    owned = await makeOwnedData(product, (api) => makeTeam(staff, api));
    teamId = owned.api.workspaceId!;
    members.owner = owned.api;
    for (const role of ['viewer', 'reviewer', 'editor', 'admin'] as const) members[role] = await join(role);
    left = await join('editor');
    await left.ask('DELETE', `/api/workspace/members/${left.user!.id}`);
    stranger = product.api();
    await stranger.register();
  });
  after(async () => {
    await assertConsistent(product);
    await product.end();
    await mail.close();
  });

  const join = (role: Role) => joinTeam(product, { mail, owner: owned.api }, role);

  const idOf: Partial<Record<IdKind, string>> = {};
  function own(name: string): ReadonlyMap<IdParameter, string> {
    const { ids } = owned;
    Object.assign(idOf, {
      ...{ video: ids['the webinar'], operation: ids['its operation'], moment: ids['its link'] },
      ...{ clip: ids['its clip record'], portal: ids['its portal'], 'private link': ids['a private link'] },
      ...{ user: members.owner.user!.id, text: ids['the webinar'], session: 'nobody', invitation: 'nobody' },
    });
    const parameters = (accessTable[name]!.ids ?? []).filter(
      ({ kind, name: id }) => kind !== 'user' || id === 'id',
    );
    return new Map(parameters.map((parameter) => [parameter, idOf[parameter.kind]!]));
  }

  it('is read by all its members, and named among their workspaces', async () => {
    for (const role of roles) {
      const api = members[role];
      assert.deepEqual(
        (await api.videos()).map(({ id }) => id),
        [owned.ids['the webinar']],
      );
      const { text } = await api.send('GET', `/api/search?keyword=${uniqueWord}`);
      assert.ok(text.includes(owned.ids['the webinar']!), role);
      const all = await api.ask<WorkspaceItem[]>('GET', '/api/workspaces');
      assert.deepEqual(
        all.map((each) => [each.kind, each.role]),
        [
          ['personal', 'owner'],
          ['team', role],
        ],
      );
    }
    const { members: rows } = await members.viewer.ask<MemberList>('GET', '/api/workspace/members');
    assert.deepEqual(
      rows.map(({ role, email }) => [role, email]).sort(),
      roles.map((role) => [role, null]).sort(),
    );
  });

  it('has links to moments that work for anyone', async () => {
    const [moment] = await owned.api.ask<MomentRecord[]>('GET', '/api/moments');
    const page = await fetch(new URL(moment!.link, product.origin));
    assert.equal(page.status, 200);
    assert.ok((await page.text()).includes(uniqueWord));
  });

  it('refuses each call that a role may not make, and nothing changes', async () => {
    const before = await readOwnedData(product, owned);
    for (const [name, { role: least = 'viewer' }] of aboutTeams)
      for (const role of roles) {
        if (least === 'person' || isAtLeast(role, least)) continue;
        const { status, json } = await callRoute(members[role], name, own(name));
        assert.equal(status, 403, `${name} as ${role}`);
        assert.match(json?.msg ?? '', /^\w+s of Acme may not do this\. Ask an admin of the team\.$/);
      }
    assert.deepEqual(await readOwnedData(product, owned), before);
  });

  it('lets each role make the calls that it may make', async () => {
    for (const [name, { role: least = 'viewer', ids = [] }] of aboutTeams) {
      if (least === 'person') continue;
      // With unknown ids, so that nothing is deleted; an unknown workspace would be refused.
      const api = members[least];
      const workspaces = ids.filter(({ kind }) => kind === 'workspace');
      const filled = new Map(workspaces.map((parameter) => [parameter, api.user!.id]));
      const { status, text } = await callRoute(api, name, filled);
      if (name !== 'DELETE /workspace/members/{id}')
        assert.notEqual(status, 403, `${name} as ${least}: ${text}`);
      const isComplete = ids.length === 0 && !name.includes('{');
      if (isComplete && status >= 400) assert.ok([400, 409].includes(status), `${name}: ${text}`);
    }
    // One of the calls has changed it.
    await owned.api.ask('PATCH', '/api/workspace', { name: 'Acme' });
  });

  it('is not there for those who left or never joined, under any header', async () => {
    const before = await readOwnedData(product, owned);
    for (const [name] of aboutTeams)
      for (const [api, workspaceId] of [
        [left, teamId],
        [stranger, teamId],
        [stranger, left.user!.id],
        [stranger, '00000000-0000-4000-8000-000000000000'],
        [stranger, '../'],
        [stranger, 'x'.repeat(4_000)],
        [stranger, `${teamId}, ${stranger.user!.id}`],
      ] as const) {
        api.workspaceId = workspaceId;
        const { status, json } = await callRoute(api, name, own(name));
        assert.deepEqual([status, json], [403, notMember], `${name} in ${workspaceId}`);
      }
    stranger.workspaceId = left.workspaceId = undefined;
    assert.equal((await stranger.send('POST', '/api/auth/check')).status, 200);
    for (const api of [left, stranger]) assert.deepEqual(await api.videos(), []);
    assert.deepEqual(await readOwnedData(product, owned), before);
  });

  it('leaves it to admins to publish, where it wants that', async () => {
    const { admin, editor, owner, viewer } = members;
    const id = owned.ids['its portal']!;
    const portal = async (api: Api) =>
      (await api.ask<{ portals: PortalRecord[] }>('GET', '/api/portals')).portals.find(
        (each) => each.id === id,
      )!;
    const edit = async (api: Api, intro: string) => {
      const { version } = await portal(owner);
      return api.send('PATCH', `/api/portals/${id}`, { body: { version, intro } });
    };
    assert.equal((await portal(editor)).links.length, 1);
    assert.deepEqual((await portal(viewer)).links, []);
    await owner.ask('PATCH', '/api/workspace', { publishers: 'admins' });
    await until('the rule to apply', async () => {
      const body = { label: 'Board', ends_at: 4_102_444_800 };
      return (await editor.send('POST', `/api/portals/${id}/links`, { body })).status === 403;
    });
    assert.equal((await edit(editor, 'A draft')).status, 200);
    await admin.ask('POST', `/api/portals/${id}/publication`, { is_published: true });
    const refused = await edit(editor, 'To the public');
    const sentence = 'Only admins of the team change a portal that is published.';
    assert.deepEqual([refused.status, refused.json?.msg], [403, sentence]);
    assert.equal((await editor.send('DELETE', `/api/portals/${id}`)).status, 403);
    assert.equal((await edit(admin, 'By an admin')).status, 200);
    await admin.ask('POST', `/api/portals/${id}/publication`, { is_published: false });
    await owner.ask('PATCH', '/api/workspace', { publishers: 'editors' });
  });

  it('has no role to take by oneself, and keeps an owner', async () => {
    const change = (api: Api, { user }: Api, role: Role) =>
      api.send('PATCH', `/api/workspace/members/${user!.id}`, { body: { role } });
    const statuses = async (...tries: Promise<{ status: number }>[]) =>
      (await Promise.all(tries)).map(({ status }) => status);
    const { owner, admin, editor } = members;
    assert.deepEqual(
      await statuses(
        change(editor, editor, 'admin'),
        change(admin, admin, 'owner'),
        change(admin, owner, 'viewer'),
        owner.send('DELETE', `/api/workspace/members/${owner.user!.id}`),
        admin.send('DELETE', `/api/workspace/members/${owner.user!.id}`),
        change(owner, owner, 'admin'),
      ),
      [403, 403, 403, 409, 403, 409],
    );
  });

  it('shows what a member uploads to the others within moments', async () => {
    const events = await EventReader.open(members.viewer);
    const { session } = await uploadVideo(members.editor, briefTalk(), 'Second webinar');
    await until('the viewer to hear of it', () => Promise.resolve(events.text.includes(session.id)));
    const seen = await members.viewer.untilReady(session.id);
    assert.equal(seen.title, 'Second webinar');
    const ready = await mail.untilSent(members.editor.user!.email, 'Your webinar is ready');
    assert.ok(ready.text?.includes('Second webinar'));
    events.close();
  });

  it('ends all access of a member who is removed', async () => {
    const bo = await join('editor');
    const [video] = await bo.videos();
    const media = new URL(video!.thumbnail, product.origin);
    assert.equal((await fetch(media)).status, 200);
    const events = await EventReader.open(bo);
    const open = await bo.openUpload();
    await putRange(bo, open.url, briefTalk(), 0, 1_000);
    const used = await videosUsed();
    await owned.api.ask('DELETE', `/api/workspace/members/${bo.user!.id}`);
    await until('the stream to end', () => Promise.resolve(events.hasEnded));
    const refusal = async () => {
      const { status, json } = await bo.send('GET', '/api/muxvideos');
      return status === 403 && json;
    };
    assert.deepEqual(await until('the library to be closed', refusal), notMember);
    await until('the picture to be closed', async () => (await fetch(media)).status === 403);
    await until('the upload to be cancelled', async () => (await videosUsed()) < used);
    bo.workspaceId = undefined;
    assert.equal((await bo.send('GET', '/api/muxvideos')).status, 200);
    events.close();
  });

  /** Videos of the team, with open uploads. */
  async function videosUsed(): Promise<number> {
    return (await owned.api.ask<{ used: number }>('POST', '/api/auth/can-upload-video')).used;
  }

  it('is spent by its members, and each knows by whom', async () => {
    const { editor, owner, viewer } = members;
    const lines = async (api: Api) =>
      (await api.ask<{ spent_by?: string }[]>('GET', '/api/account/ledger')).map((line) => line.spent_by);
    const request = { passthrough: owned.ids['the webinar'] };
    await editor.send('POST', '/api/muxupload/generate-summary', { body: request });
    const all = await lines(owner);
    assert.ok(all.includes(editor.user!.id));
    const theirs = await lines(editor);
    assert.deepEqual([...new Set(theirs)], [editor.user!.id]);
    assert.ok(all.length > theirs.length);
    assert.equal((await viewer.send('GET', '/api/account/ledger')).status, 403);
    editor.workspaceId = undefined;
    assert.deepEqual((await lines(editor)).filter(Boolean), []);
    editor.workspaceId = teamId;
  });

  it('is closed by its owner, restored as it was, and deleted for good only later', async () => {
    const { owner, editor } = members;
    const read = async () => {
      const asked = [
        '/api/muxvideos',
        '/api/moments',
        '/api/portals',
        '/api/glossary',
        '/api/workspace/members',
      ];
      return Promise.all(asked.map((path) => owner.ask<unknown>('GET', path)));
    };
    const before = await read();
    const [moment] = await owner.ask<MomentRecord[]>('GET', '/api/moments');
    const page = async () => (await fetch(new URL(moment!.link, product.origin))).status;
    const refused = { ...notMember, msg: 'Acme is not available.' };
    await owner.ask('DELETE', '/api/workspace', { name: 'Acme' });
    for (const api of [owner, editor]) {
      const answer = async () => (await api.send('GET', '/api/muxvideos')).json;
      await until('the team to be closed', async () => (await answer())?.status === 'error');
      assert.deepEqual(await answer(), refused);
    }
    await until('its moments to be closed', async () => (await page()) === 404);
    const listed = await editor.ask<WorkspaceItem[]>('GET', '/api/workspaces').catch(() => undefined);
    assert.equal(listed, undefined);
    owner.workspaceId = editor.workspaceId = undefined;
    assert.equal((await editor.ask<WorkspaceItem[]>('GET', '/api/workspaces')).length, 1);
    const [, closed] = await owner.ask<WorkspaceItem[]>('GET', '/api/workspaces');
    const days = (closed!.deletes_at! - Date.now() / 1_000) / (24 * 60 * 60);
    assert.ok(days > 6.9 && days <= 7);
    assert.equal((await editor.send('POST', `/api/workspaces/${teamId}/restore`)).status, 404);
    await owner.ask('POST', `/api/workspaces/${teamId}/restore`);
    owner.workspaceId = editor.workspaceId = teamId;
    // Only the open upload of the owner is gone.
    assert.deepEqual(await read(), before);
    await until('its moments to be open', async () => (await page()) === 200);
  });

  it('goes on without a member whose account is deleted, and not without its only owner', async () => {
    const cy = await join('viewer');
    await cy.ask('DELETE', '/api/account', { email: cy.user!.email });
    const { members: rows } = await owned.api.ask<MemberList>('GET', '/api/workspace/members');
    assert.ok(rows.every(({ id }) => id !== cy.user!.id));
    const { status, json } = await owned.api.send('DELETE', '/api/account', {
      body: { email: owned.api.user!.email },
    });
    assert.deepEqual([status, json?.msg], [409, 'Make somebody else owner of Acme first.']);
  });
});

import { createCanvas, loadImage } from '@napi-rs/canvas';
import { AppError } from '@vault/base';
import { until } from '@vault/base/testing';
import { may, roles, type Role } from '@vault/contracts';
import { apiRoutes } from '@vault/contracts/openapi';
import { aTeam } from '../testing/fake-auth.ts';
import { plainClip } from '../testing/fake-services.ts';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway({ env: { SIGN_IN_RATE: '10000' } });
});
beforeEach(() => {
  gateway.fakes.auth.reset();
  gateway.fakes.sessions.set('token-of-ada-0123456789', 'ada');
  gateway.fakes.handled.length = 0;
});
afterAll(() => gateway.running.stop());

/** A new team for each call, because what is known of a member is kept for a second. */
let teams = 0;
function teamWith(role: Role, publishers = 'editors'): string {
  teams += 1;
  const id = `team-${String(teams)}`;
  gateway.fakes.auth.teams.set(id, {
    ...aTeam(id, 'Acme', [
      { userId: 'ada', role },
      { userId: 'bo', role: 'owner' },
    ]),
    publishers,
  });
  return id;
}

async function ask(call: string, workspace: string, body?: object) {
  const [method = '', path = ''] = call.split(' ');
  const response = await gateway.call(method, `/api${path}`, body, { 'vault-workspace': workspace });
  return [response.status, response.json.msg ?? response.json.data];
}
const refused = (who: string) => [403, `${who}s of Acme may not do this. Ask an admin of the team.`];

describe('a call about a team', () => {
  const ofUsers = apiRoutes.filter(({ caller }) => caller === 'user');

  it.each(ofUsers.map(({ call, needs }) => [call, needs!] as const))(
    '%s needs “%s”, whoever asks',
    async (call, needs) => {
      const [method = '', path = ''] = call.replaceAll(/\{\w+\}/g, 'unknown').split(' ');
      const isRefused = async (role: Role) => {
        const headers = { 'vault-workspace': teamWith(role) };
        const answer = await gateway.ask(method, `/api${path}`, headers);
        if (answer.status === 403) return (await answer.text()).includes('Ask an admin of the team.');
        // A stream of events has no end.
        await answer.body?.cancel();
        return false;
      };
      const answers: (readonly [Role, boolean])[] = [];
      for (const role of roles) {
        gateway.fakes.sessions.set('token-of-ada-0123456789', 'ada');
        answers.push([role, await isRefused(role)]);
      }
      const expected = roles.map((role) => [role, !may({ role, publishers: 'editors' }, needs)]);
      expect(answers).toEqual(expected);
    },
  );

  it('says who may do it, and changes nothing', async () => {
    const body = { customPrompt: 'Prefer numbers.', quoteCt: 2 };
    const call = 'POST /muxupload/update-custom-prompt';
    expect(await ask(call, teamWith('viewer'), body)).toEqual(refused('Viewer'));
    expect(gateway.fakes.handled).toEqual([]);
    expect((await ask(call, teamWith('editor'), body))[0]).toBe(200);
    expect(gateway.fakes.handled).toHaveLength(1);
  });

  it('is noted for the audit log when it is refused, if it is about what guards the team', async () => {
    const { admin } = gateway.fakes;
    const noted = () => admin.requests.filter(({ call }) => call === 'recordRefusal');
    admin.reset();
    const id = teamWith('viewer');
    await ask('POST /muxupload/update-custom-prompt', id, { customPrompt: 'Prefer numbers.', quoteCt: 2 });
    await ask('GET /workspace', id);
    // What admin cannot note is refused all the same.
    admin.failure = new AppError('unavailable', 'Admin is away.');
    expect(await ask('DELETE /workspace', id, { name: 'Acme' })).toEqual(refused('Viewer'));
    expect((await until(noted, ({ length }) => length > 0))[0]).toMatchObject({
      ...{
        ownerId: id,
        permission: 'delete',
        route: 'DELETE /workspace',
        id: expect.stringMatching(/^refusal-/) as unknown,
      },
    });
    admin.reset();
    expect(await ask('GET /workspace/audit', id)).toEqual(refused('Viewer'));
    expect(await until(noted, ({ length }) => length > 0)).toMatchObject([{ permission: 'audit.read' }]);
  });

  it('asks for no more than a call about the own workspace: the check is one call', async () => {
    const { auth } = gateway.fakes;
    const costOf = async (workspace: string, authorization: string) => {
      gateway.fakes.sessions.set(authorization.replace('Bearer ', ''), 'ada');
      const before = { calls: await gateway.rpcCalls(), verified: auth.verified };
      const headers = { 'vault-workspace': workspace, authorization };
      expect((await gateway.ask('GET', '/api/muxvideos', headers)).status).toBe(200);
      const calls = (await gateway.rpcCalls()).sort();
      for (const call of before.calls) calls.splice(calls.indexOf(call), 1);
      return { calls, checks: auth.verified - before.verified };
    };
    const teamId = teamWith('viewer');
    gateway.fakes.owners.set('of-the-team', teamId);
    const own = await costOf('ada', 'Bearer first-token-of-ada-0123');
    const ofTeam = await costOf(teamId, 'Bearer second-token-of-ada-0123');
    expect([own.checks, own.calls, ofTeam]).toEqual([1, ['GetChapterSets', 'ListVideos'], own]);
  });

  it('that publishes is for admins, where a team wants that', async () => {
    const call = 'DELETE /moments/unknown';
    expect((await ask(call, teamWith('editor', 'editors')))[0]).toBe(200);
    expect(await ask(call, teamWith('editor', 'admins'))).toEqual(refused('Editor'));
    expect((await ask(call, teamWith('admin', 'admins')))[0]).toBe(200);
  });

  it('tells a viewer before an upload that it is for editors', async () => {
    const [, answer] = await ask('POST /auth/can-upload-video', teamWith('viewer'));
    expect(answer).toEqual('Only editors of Acme upload. Ask an admin of the team.');
  });
});

describe('a video moves to another workspace', () => {
  const move = (from: string, to: string) => ask('POST /muxvideos/v/move', from, { to });
  const isIn = (id: string) => gateway.fakes.owners.set('v', id);
  afterEach(() => {
    gateway.fakes.ownClips.clear();
    isIn('ada');
  });

  it('of an editor in both of them, who then finds it only there', async () => {
    const [from, to] = [teamWith('editor'), teamWith('editor')];
    isIn(from);
    expect(await move(from, to)).toEqual([200, { id: 'v', workspace: to }]);
    expect(gateway.fakes.handled).toEqual([['move', { videoId: 'v', ownerId: from, toOwnerId: to }]]);
    expect((await ask('GET /muxvideos/asset/v', from))[0]).toBe(404);
    expect((await ask('GET /muxvideos/asset/v', to))[0]).toBe(200);
    expect(await move(to, to)).toEqual([400, 'The video is in this workspace.']);
    expect((await move(to, 'ada'))[0]).toBe(200);
  });

  it('only of an editor, in either of them', async () => {
    const [viewed, edited, foreign] = [teamWith('viewer'), teamWith('editor'), 'team-of-others'];
    isIn(edited);
    const notMember = [403, 'You are not a member of this workspace.'];
    expect(await move(edited, viewed)).toEqual(refused('Viewer'));
    expect(await move(edited, foreign)).toEqual(notMember);
    isIn(viewed);
    expect(await move(viewed, edited)).toEqual(refused('Viewer'));
    isIn(foreign);
    expect(await move(foreign, edited)).toEqual(notMember);
    expect((await move(edited, 'ada'))[0]).toBe(404);
    expect(gateway.fakes.handled).toEqual([]);
  });

  it('not while a clip of it is cut', async () => {
    const [from, to] = [teamWith('editor'), teamWith('editor')];
    isIn(from);
    gateway.fakes.ownClips.set(from, [{ ...plainClip, id: 'c', videoId: 'v', start: 0, end: 9 }]);
    expect(await move(from, to)).toEqual([409, 'Wait until the clip is cut.']);
    expect(gateway.fakes.handled).toEqual([]);
  });
});

describe('workspaces', () => {
  it('are listed, and a team is made', async () => {
    const personal = { id: 'ada', name: 'Personal', kind: 'personal', role: 'owner', publishers: 'editors' };
    expect(await ask('GET /workspaces', 'ada')).toEqual([200, [personal]]);
    const [, made] = await ask('POST /workspaces', 'ada', { name: '  Acme\n' });
    const team = { id: expect.any(String) as unknown, name: 'Acme', kind: 'team', role: 'owner' };
    expect(made).toEqual({ ...team, publishers: 'editors' });
    expect(await ask('GET /workspaces', 'ada')).toEqual([200, [personal, made]]);
    expect((await ask('POST /workspaces', 'ada', { name: ' \u200B ' }))[0]).toBe(400);
  });

  it('of a video are found among those of the caller', async () => {
    const id = teamWith('viewer');
    gateway.fakes.owners.set('v2', id);
    const [, found] = await ask('GET /workspaces/of-video/v2', 'ada');
    expect(found).toMatchObject({ id, role: 'viewer' });
    expect((await ask('GET /workspaces/of-video/v', 'ada'))[1]).toMatchObject({ kind: 'personal' });
    expect((await ask('GET /workspaces/of-video/w', 'ada'))[0]).toBe(404);
  });

  it('are described with their plan, and with tokens for who may spend them', async () => {
    const [, own] = await ask('GET /workspace', 'ada');
    expect(own).toMatchObject({ kind: 'personal', member_count: 1, member_limit: 1, token_balance: 75_000 });
    const [, ofEditor] = await ask('GET /workspace', teamWith('editor'));
    expect(ofEditor).toMatchObject({
      kind: 'team',
      member_count: 2,
      member_limit: 500,
      token_balance: 75_000,
    });
    expect(ofEditor).toMatchObject({ owners: ['Ada Byron'], plan: 'free', video_limit: 2 });
    expect((await ask('GET /workspace', teamWith('viewer')))[1]).toMatchObject({ token_balance: null });
  });

  it('are deleted by their name, and restored', async () => {
    const id = teamWith('owner');
    const wrong = [400, 'This is not the name of the team. Nothing was deleted.'];
    expect(await ask('DELETE /workspace', id, { name: 'acme' })).toEqual(wrong);
    expect((await ask('DELETE /workspace', id, { name: ' Acme ' }))[0]).toBe(200);
    expect((await ask(`POST /workspaces/${id}/restore`, 'ada'))[1]).toMatchObject({ id });
    expect(gateway.fakes.handled).toEqual([
      ['delete team', { ownerId: id }],
      ['restore team', { ownerId: id }],
    ]);
  });

  it('of one person have no members to change', async () => {
    const calls = [
      ['PATCH /workspace', { name: 'Mine' }],
      ['POST /workspace/picture', { image: null }],
      ['GET /workspace/members', undefined],
      ['POST /workspace/invitations', { emails: ['bo@example.com'], role: 'viewer' }],
      ['DELETE /workspace', { name: 'Personal' }],
      ['PATCH /workspace/members/bo', { role: 'viewer' }],
      ['DELETE /workspace/members/bo', undefined],
    ] as const;
    for (const [call, body] of calls) expect((await ask(call, 'ada', body))[0]).toBe(404);
    expect([gateway.fakes.handled, gateway.fakes.auth.received]).toEqual([[], []]);
  });
});

it('names the claim with the groups as the team wants it, and refuses what is no claim of groups', async () => {
  const call = 'PUT /workspace/sso/people';
  const people = { new_people: 'viewer', groups: [], trusts_addresses: false };
  const id = teamWith('owner');
  const saved = { ownerId: id, newPeople: 'viewer', groups: [], trustsAddresses: false };
  await ask(call, id, people);
  await ask(call, id, { ...people, groups_claim: ' cognito:groups ' });
  expect(gateway.fakes.auth.received).toEqual([
    ['set people', { ...saved, groupsClaim: 'groups' }],
    ['set people', { ...saved, groupsClaim: 'cognito:groups' }],
  ]);
  for (const [name, msg] of [
    ['', 'Enter the name of one claim, such as groups, without spaces.'],
    ['sub', 'The claim sub has no groups. Enter the name of another one.'],
  ])
    expect(await ask(call, id, { ...people, groups_claim: name })).toEqual([400, msg]);
});

it('requires single sign-on, and removes members only with it', async () => {
  const call = 'PUT /workspace/sso/requirement';
  const id = teamWith('owner');
  await ask(call, id, { emergency_owner: 'ada' });
  await ask(call, id, { emergency_owner: 'ada', also_remove: ['cy'] });
  const saved = { ownerId: id, emergencyOwner: 'ada', userId: 'ada' };
  expect(gateway.fakes.auth.received).toEqual([
    ['set requirement', expect.objectContaining({ ...saved, alsoRemove: [] })],
    ['set requirement', expect.objectContaining({ ...saved, alsoRemove: ['cy'] })],
  ]);
  expect(await ask(call, id, { emergency_owner: null, also_remove: ['cy'] })).toEqual([
    400,
    'People are removed only when single sign-on becomes required.',
  ]);
  const many = Array.from({ length: 51 }, (_, index) => `p${String(index)}`);
  expect((await ask(call, id, { emergency_owner: 'ada', also_remove: many }))[0]).toBe(400);
});

describe('the members of a team', () => {
  it('are named to all, with addresses for editors and invitations for admins', async () => {
    const list = async (role: Role) => (await ask('GET /workspace/members', teamWith(role)))[1];
    const emails = async (role: Role) =>
      ((await list(role)) as { members: { email: unknown }[] }).members[0]?.email;
    expect([await emails('viewer'), await emails('reviewer'), await emails('editor')]).toEqual([
      null,
      null,
      'ada@example.com',
    ]);
    const visit = async (role: Role) =>
      ((await list(role)) as { members: { last_here: unknown }[] }).members[0]?.last_here;
    expect([await visit('reviewer'), await visit('editor')]).toEqual([null, 1_795_500_000]);
    expect(await list('editor')).toMatchObject({ invitations: [] });
    expect(await list('admin')).toMatchObject({ invitations: [{ email: 'bo@example.com', role: 'editor' }] });
  });

  it('are changed by commands about the team', async () => {
    const id = teamWith('admin');
    await ask('PATCH /workspace/members/bo', id, { role: 'viewer' });
    await ask('DELETE /workspace/members/bo', id);
    await ask('DELETE /workspace/invitations/one', id);
    await ask('PATCH /workspace', id, { publishers: 'admins', version: 1 });
    expect(gateway.fakes.handled).toEqual([
      ['set role', { ownerId: id, userId: 'bo', role: 'viewer' }],
      ['remove member', { ownerId: id, userId: 'bo' }],
      ['withdraw invitation', { ownerId: id, invitationId: 'one' }],
      ['edit team', { ownerId: id, publishers: 'admins', version: 1 }],
    ]);
  });

  it('set the picture of the team, of which only a small square is stored', async () => {
    const id = teamWith('admin');
    const canvas = createCanvas(400, 200);
    const image = (await canvas.encode('png')).toString('base64');
    expect((await ask('POST /workspace/picture', id, { image }))[0]).toBe(200);
    await ask('POST /workspace/picture', id, { image: null });
    const [stored, removed] = gateway.fakes.handled;
    const { picture } = stored![1] as { picture: string };
    const { width, height } = await loadImage(Buffer.from(picture, 'base64'));
    expect([width, height]).toEqual([96, 96]);
    expect(removed).toEqual(['set team picture', { ownerId: id, picture: null }]);
    const broken = { image: Buffer.from('no picture').toString('base64') };
    expect((await ask('POST /workspace/picture', id, broken))[0]).toBe(400);
    expect(gateway.fakes.handled).toHaveLength(2);
  });

  it('leave in every role, but remove nobody else below admin', async () => {
    const id = teamWith('viewer');
    expect(await ask('DELETE /workspace/members/bo', id)).toEqual([
      403,
      'Only admins of Acme remove members.',
    ]);
    expect((await ask('DELETE /workspace/members/ada', id))[0]).toBe(200);
    expect(gateway.fakes.handled).toEqual([['remove member', { ownerId: id, userId: 'ada' }]]);
  });

  it('are invited by addresses in their stored form', async () => {
    const id = teamWith('admin');
    const body = { emails: ['Bo <BO@Example.com>', 'cy@example.com'], role: 'editor', note: 'Join us.' };
    const [, answer] = await ask('POST /workspace/invitations', id, body);
    expect(answer).toEqual([
      { email: 'bo@example.com', result: 'sent' },
      { email: 'cy@example.com', result: 'sent' },
    ]);
    const emails = ['bo@example.com', 'cy@example.com'];
    expect(gateway.fakes.auth.received).toEqual([
      ['invite', { ...body, emails, ownerId: id, userId: 'ada' }],
    ]);
    for (const wrong of [{ emails: [] }, { emails: ['bo@'] }, { role: 'king' }, { note: 'x'.repeat(281) }])
      expect((await ask('POST /workspace/invitations', id, { ...body, ...wrong }))[0]).toBe(400);
  });

  it('join by the token of an invitation, which anybody may look at', async () => {
    const [used, open] = ['used-token-of-an-invitation', 'open-token-of-an-invitation'];
    const shown = { team: 'Acme', invited_by: 'Ada Byron', email: 'bo@example.com', role: 'editor' };
    expect((await ask('POST /auth/invitation', 'ada', { token: open }))[1]).toMatchObject(shown);
    expect((await ask('POST /auth/invitation', 'ada', { token: used }))[0]).toBe(410);
    const find = (token: string) => ask('POST /workspaces/of-invitation', 'ada', { token });
    expect([(await find(used))[1], (await find(open))[0]]).toMatchObject([{ id: 'acme' }, 404]);
    expect((await ask('POST /workspaces/accept', 'ada', { token: open }))[1]).toMatchObject({ name: 'Acme' });
    expect(gateway.fakes.auth.received.at(-1)).toEqual(['accept invitation', { token: open, userId: 'ada' }]);
  });
});

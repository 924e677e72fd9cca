import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { withActor } from '@vault/base';
import { until } from '@vault/base/testing';
import { teamLimit, type CommandType, type MessageData, type Role } from '@vault/contracts';
import PostalMime from 'postal-mime';
import { MailOutbox } from '../mail/mail-outbox.ts';
import { AuthPeer, newPerson, startAuth } from '../testing/auth-under-test.ts';
import { TeamsUnderTest, type Person } from '../testing/teams-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

let teams: TeamsUnderTest;
let { server, auth, peer, register, send, makeTeam, tokensTo, tokenTo, subjectsTo } = {} as TeamsUnderTest;
let ann: Person;
let bo: Person;
let teamId: string;

beforeAll(async () => {
  teams = await TeamsUnderTest.start();
  ({ server, auth, peer, register, send, makeTeam, tokensTo, tokenTo, subjectsTo } = teams);
});
beforeEach(async () => {
  [ann, bo] = [await register({ firstname: 'Ann', lastname: 'Lee' }), await register()];
  teamId = await makeTeam(ann);
});
afterAll(() => teams.stop());

const workspaceOf = async ({ token }: Person, workspaceId = teamId) =>
  (await auth.client.verifySession({ token, workspaceId })).workspace;
const notMember = { code: 'forbidden', message: 'You are not a member of this workspace.' };
const rolesOf = (id = teamId) => teams.rolesOf(id);

const invite = (by: Person, emails: string[], role: Role = 'editor', note = '') =>
  auth.client.invite({ ownerId: teamId, userId: by.id, emails, role, note });

const join = (person: Person, role: Role = 'editor') => teams.join(teamId, ann, person, role);

describe('a team', () => {
  it('belongs to whoever made it, beside their own workspace', async () => {
    expect(await workspaceOf(ann)).toEqual({
      ...{ id: teamId, name: 'Acme', kind: 'team', role: 'owner', publishers: 'editors' },
    });
    expect((await workspaceOf(ann, ann.id))?.kind).toBe('personal');
    const second = await makeTeam(ann, 'Abacus');
    const { workspaces } = await auth.client.listWorkspaces({ userId: ann.id });
    expect(workspaces.map(({ id }) => id)).toEqual([ann.id, second, teamId]);
  });

  it('is not there for anybody else, as if there were none', async () => {
    for (const id of [teamId, randomUUID(), ann.id])
      await expect(workspaceOf(bo, id)).rejects.toMatchObject(notMember);
    expect((await auth.client.listWorkspaces({ userId: bo.id })).workspaces).toHaveLength(1);
  });

  it('is made once by a repeated command, and not over the team of somebody else', async () => {
    await send(ann, 'auth.create-team.v1', { ownerId: teamId, name: 'Other' });
    expect((await workspaceOf(ann))?.name).toBe('Acme');
    await expect(send(bo, 'auth.create-team.v1', { ownerId: teamId, name: 'Mine' })).rejects.toMatchObject(
      notMember,
    );
    await expect(workspaceOf(bo)).rejects.toMatchObject(notMember);
  });

  it('has a plan, tokens and prompts of its own', async () => {
    const own = { ownerId: ann.id };
    const ofTeam = { ownerId: teamId };
    await send(ann, 'auth.update-quote-prompt.v1', {
      ...{ ownerId: teamId, userId: teamId, customPrompt: 'Numbers of the team first.', quoteCount: 3 },
    });
    expect((await auth.client.getSettings(ofTeam)).customPrompt).toBe('Numbers of the team first.');
    expect((await auth.client.getSettings(own)).customPrompt).not.toContain('team');
    const spend = { operationId: 'one', amount: 4_000, purpose: 'quotes' };
    await withActor(
      () => ann,
      () => auth.client.reserveTokens({ ...ofTeam, ...spend }),
    );
    expect((await auth.client.getBalanceAndSettings(ofTeam)).balance).toBe(46_000);
    expect((await auth.client.getBalanceAndSettings(own)).balance).toBe(50_000);
    expect(await auth.client.getEntitlement(ofTeam)).toMatchObject({ isAllowed: true, videoLimit: 2 });
    const { entries } = await auth.client.listLedger({ ...ofTeam, page: 1, limit: 10 });
    expect(entries.map(({ amount, spentBy }) => [amount, spentBy])).toEqual([
      [-4_000, ann.id],
      [50_000, ''],
    ]);
    const others = await auth.client.listLedger({ ...ofTeam, page: 1, limit: 10, spentBy: bo.id });
    expect(others).toEqual({ entries: [], total: 0 });
  });

  it('loses access when its trial ends, and its members keep theirs', async () => {
    const alone = await startAuth();
    const its = new AuthPeer(alone);
    await its.start();
    const person = (await alone.client.register({ ...newPerson(), plan: 'executive' })).user!;
    const create = { ownerId: teamId, name: 'Acme' };
    await withActor(
      () => person,
      () => its.sendAbout('auth.create-team.v1', create, teamId),
    );
    alone.clock.passDays(3.1);
    const [event] = await its.eventsOf(teamId, 1);
    expect(event).toEqual(['auth.access-ended.v1', { userId: teamId, reason: 'expired' }]);
    expect(await alone.client.getEntitlement({ ownerId: teamId })).toMatchObject({ isAllowed: false });
    expect(await alone.client.getEntitlement({ ownerId: person.id })).toMatchObject({ isAllowed: true });
    await its.stop();
    await alone.stop();
  });

  it('gets another plan and other limits from staff, once for each message', async () => {
    const edit = { plan: 'executive', videoLimit: 200, memberLimit: 2, addTokens: 500, version: 0 } as const;
    const by = { ownerId: teamId, by: 'staff-1' };
    await send(ann, 'auth.request-upgrade.v1', { ownerId: teamId, userId: teamId });
    const requested = await auth.client.getTeam({ ownerId: teamId });
    expect(requested.upgradeRequestedAt).toBeDefined();
    await expect(send(ann, 'auth.edit-team-plan.v1', { ...by, ...edit })).rejects.toMatchObject({
      code: 'conflict',
    });
    const outcome = await send(ann, 'auth.edit-team-plan.v1', { ...by, ...edit, version: requested.version });
    expect(outcome.account).toMatchObject({ plan: 'executive', isConfirmed: true, tokenBalance: 1_000_500 });
    const team = await auth.client.getTeam({ ownerId: teamId });
    expect(team).toMatchObject({
      plan: 'executive',
      videoLimit: 200,
      memberLimit: 2,
      tokenBalance: 1_000_500,
    });
    expect([team.upgradeRequestedAt, team.version]).toEqual([undefined, 2]);
    const { addresses } = await invite(ann, [bo.email, 'cy@example.net']);
    expect(addresses.map(({ result }) => result)).toEqual(['sent', 'full']);
    await send(ann, 'auth.edit-team-plan.v1', { ...by, videoLimit: null, isActive: false });
    expect(await auth.client.getTeam({ ownerId: teamId })).toMatchObject({ videoLimit: 20, isActive: false });
    expect(await auth.client.getEntitlement({ ownerId: teamId })).toMatchObject({ isAllowed: false });
    expect((await peer.eventsOf(teamId, 4)).map(([type]) => type)).toEqual([
      'auth.team-changed.v1',
      'auth.team-changed.v1',
      'auth.team-changed.v1',
      'auth.access-ended.v1',
    ]);
  });

  it('is listed for staff with its owners, requests for an upgrade first', async () => {
    await join(bo, 'editor');
    const zebra = await makeTeam(bo, 'Zebra (100%)');
    await send(bo, 'auth.request-upgrade.v1', { ownerId: teamId, userId: teamId });
    const all = { page: 1, limit: 500, isRequested: false };
    const list = async (q: string) => (await auth.client.listTeams({ ...all, q })).teams;
    const listed = (await list('')).find(({ id }) => id === teamId);
    expect(listed).toMatchObject({ memberCount: 2, members: [{ email: ann.email, role: 'owner' }] });
    const order = (await list('')).map(({ id }) => id).filter((id) => [teamId, zebra].includes(id));
    expect(order).toEqual([teamId, zebra]);
    expect((await list('ZEBRA (100%')).map(({ id }) => id)).toEqual([zebra]);
    expect(await list('zebra.')).toEqual([]);
    expect((await list(zebra)).map(({ id }) => id)).toEqual([zebra]);
    auth.clock.passMinutes(1);
    await send(bo, 'auth.request-upgrade.v1', { ownerId: zebra, userId: zebra });
    const requested = async () =>
      (await auth.client.listTeams({ ...all, q: '', isRequested: true })).teams
        .map(({ id }) => id)
        .filter((id) => [teamId, zebra].includes(id));
    expect(await requested()).toEqual([teamId, zebra]);
    await send(ann, 'auth.delete-team.v1', { ownerId: teamId });
    expect(await requested()).toEqual([zebra]);
  });

  it('is closed by an owner, and deleted after a week unless it is restored', async () => {
    const alone = await startAuth();
    const its = new AuthPeer(alone);
    await its.start();
    const owner = (await alone.client.register(newPerson())).user!;
    const team = { ownerId: randomUUID() };
    const as = <Type extends CommandType>(type: Type, data: MessageData<Type>) =>
      withActor(
        () => owner,
        () => its.sendAbout(type, data, team.ownerId),
      );
    const deletesAt = async () =>
      (await alone.client.listWorkspaces({ userId: owner.id })).workspaces[1]?.deletesAt;
    await as('auth.create-team.v1', { ...team, name: 'Acme' });
    await as('auth.delete-team.v1', team);
    expect(await deletesAt()).toBe(alone.clock.now().getTime() / 1_000 + 7 * 24 * 60 * 60);
    expect(await alone.client.getEntitlement(team)).toMatchObject({ isAllowed: false, isSwitchedOff: true });
    alone.clock.passDays(1);
    await as('auth.restore-team.v1', team);
    expect(await deletesAt()).toBeUndefined();
    await as('auth.delete-team.v1', team);
    alone.clock.passDays(7.1);
    const types = () => its.events.filter(({ subject }) => subject === team.ownerId).map(({ type }) => type);
    await until(types, (published) => published.includes('auth.account-deleted.v1'));
    await expect(alone.client.getTeam(team)).rejects.toMatchObject({ code: 'not-found' });
    await expect(as('auth.restore-team.v1', team)).rejects.toMatchObject({ code: 'not-found' });
    await its.stop();
    await alone.stop();
  });

  it('is not deleted by an admin, nor restored', async () => {
    await join(bo, 'admin');
    const team = { ownerId: teamId };
    await expect(send(bo, 'auth.delete-team.v1', team)).rejects.toMatchObject({ code: 'forbidden' });
    await send(ann, 'auth.delete-team.v1', team);
    await expect(workspaceOf(bo)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Acme is not available.',
    });
    expect((await auth.client.listWorkspaces({ userId: bo.id })).workspaces).toHaveLength(1);
    expect((await auth.client.getTeam(team)).deletesAt).toBeGreaterThan(0);
    await expect(send(bo, 'auth.restore-team.v1', team)).rejects.toMatchObject({ code: 'not-found' });
    await send(ann, 'auth.restore-team.v1', team);
    expect((await workspaceOf(bo))?.role).toBe('admin');
  });

  it('is renamed by an admin, for the version that was edited', async () => {
    await join(bo, 'editor');
    const edit = (by: Person, data: object) => send(by, 'auth.edit-team.v1', { ownerId: teamId, ...data });
    await edit(ann, { name: 'Acme & Sons', publishers: 'admins', version: 0 });
    expect(await workspaceOf(bo)).toMatchObject({ name: 'Acme & Sons', publishers: 'admins' });
    await expect(edit(ann, { name: 'Late', version: 0 })).rejects.toMatchObject({ code: 'conflict' });
    await expect(edit(bo, { name: 'Mine' })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await peer.eventsOf(teamId, 1)).toEqual([
      ['auth.team-changed.v1', { ownerId: teamId, version: 1 }],
    ]);
  });

  it('has a picture in the list of its members, which only an admin sets', async () => {
    await join(bo, 'editor');
    const set = (by: Person, picture: string | null) =>
      send(by, 'auth.set-team-picture.v1', { ownerId: teamId, picture });
    const listed = async () =>
      (await auth.client.listWorkspaces({ userId: bo.id })).workspaces.find(({ id }) => id === teamId)
        ?.picture;
    await expect(set(bo, 'UklGRg==')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await listed()).toBeUndefined();
    await set(ann, 'UklGRg==');
    expect(await listed()).toBe('UklGRg==');
    // Each request reads it otherwise.
    expect((await workspaceOf(bo))?.picture).toBeUndefined();
    await set(ann, null);
    expect(await listed()).toBeUndefined();
  });

  it('is one of a limited number of teams of a person', async () => {
    const cy = await register();
    const made: string[] = [];
    for (let day = 0; day < 4; day += 1) {
      for (let count = 0; count < 5; count += 1) made.push(await makeTeam(cy));
      if (day < 3) await expect(makeTeam(cy)).rejects.toMatchObject({ code: 'too-many-requests' });
      auth.clock.passDays(1.1);
    }
    await expect(makeTeam(cy)).rejects.toMatchObject({ code: 'conflict' });
    expect((await auth.client.listWorkspaces({ userId: cy.id })).workspaces).toHaveLength(1 + teamLimit);
    await invite(ann, [cy.email]);
    const accepting = auth.client.acceptInvitation({ token: await tokenTo(cy.email), userId: cy.id });
    await expect(accepting).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('an invitation', () => {
  it('is a mail with a link that makes its reader a member', async () => {
    const { addresses } = await invite(
      ann,
      [bo.email, ann.email],
      'viewer',
      'Our webinars.\nSee www.evil.example',
    );
    expect(addresses).toEqual([
      { email: bo.email, result: 'sent' },
      { email: ann.email, result: 'member' },
    ]);
    const token = await tokenTo(bo.email);
    const expiresAt = auth.clock.now().getTime() / 1_000 + 7 * 24 * 60 * 60;
    expect(await auth.client.showInvitation({ token })).toMatchObject({
      ...{ team: 'Acme', invitedBy: 'Ann Lee', email: bo.email, role: 'viewer', expiresAt },
    });
    expect(await auth.client.acceptInvitation({ token, userId: bo.id })).toMatchObject({ role: 'viewer' });
    expect(await workspaceOf(bo)).toMatchObject({ id: teamId, role: 'viewer' });
    expect(await peer.eventsOf(bo.id, 1)).toEqual([
      ['auth.member-changed.v1', { ownerId: teamId, userId: bo.id, role: 'viewer' }],
    ]);
    const raw =
      server.mails.find((sent) => sent.to.includes(bo.email) && sent.raw.includes('/join#'))?.raw ?? '';
    const mail = await PostalMime.parse(raw);
    expect(mail.subject).toBe('Ann Lee invites you to Acme on Webinar Vault');
    expect(`${mail.text ?? ''}${mail.html ?? ''}`).not.toContain('evil.example');
  });

  it('that was accepted helps nobody else, and its reader again only while they are a member', async () => {
    await invite(ann, [bo.email]);
    const token = await tokenTo(bo.email);
    const eve = await register();
    const accept = ({ id: userId }: Person) => auth.client.acceptInvitation({ token, userId });
    await expect(accept(eve)).rejects.toMatchObject({
      ...{ code: 'conflict', message: `This invitation is for p…@example.com.` },
    });
    await Promise.all([accept(bo), accept(bo), accept(bo)]);
    const found = await auth.client.findTeamOfInvitation({ token, userId: bo.id });
    expect([(await accept(bo)).id, found]).toEqual([teamId, await workspaceOf(bo)]);
    await expect(accept(eve)).rejects.toMatchObject({ code: 'gone' });
    const findingOfEve = auth.client.findTeamOfInvitation({ token, userId: eve.id });
    await expect(findingOfEve).rejects.toMatchObject({ code: 'not-found' });
    await expect(auth.client.showInvitation({ token })).rejects.toMatchObject({ code: 'gone' });
    await send(ann, 'auth.remove-member.v1', { ownerId: teamId, userId: bo.id });
    await expect(accept(bo)).rejects.toMatchObject({ code: 'gone' });
    expect(await rolesOf()).toEqual({ [ann.id]: 'owner' });
  });

  it.each([
    ['is withdrawn', () => withdrawAll()],
    ['is sent again', async () => void (await invite(ann, [bo.email], 'viewer'))],
    ['lost its sender’s right', () => demoteSender()],
  ])('does not work after it %s', async (_, end) => {
    const cy = await register();
    await join(cy, 'admin');
    await invite(cy, [bo.email]);
    const token = await tokenTo(bo.email);
    sender = cy;
    await end();
    await expect(auth.client.showInvitation({ token })).rejects.toMatchObject({ code: 'gone' });
    await expect(auth.client.acceptInvitation({ token, userId: bo.id })).rejects.toMatchObject({
      code: 'gone',
    });
    await expect(workspaceOf(bo)).rejects.toMatchObject(notMember);
  });
  let sender: Person;
  const demoteSender = () =>
    send(ann, 'auth.set-role.v1', { ownerId: teamId, userId: sender.id, role: 'editor' });
  const withdrawAll = async () => {
    for (const { id } of (await auth.client.getTeam({ ownerId: teamId })).invitations)
      await send(ann, 'auth.withdraw-invitation.v1', { ownerId: teamId, invitationId: id });
  };

  it('can be sent by admins, so many times a day, all or none', async () => {
    await join(bo, 'editor');
    await expect(invite(bo, ['x@example.com'])).rejects.toMatchObject({ code: 'forbidden' });
    const many = (from: number, count = 50) =>
      Array.from({ length: count }, (__, index) => `p${String(from + index)}@example.net`);
    // A refused call counts nothing.
    await join(await register(), 'admin');
    await invite(ann, many(0));
    await expect(invite(ann, many(50))).rejects.toMatchObject({ code: 'too-many-requests' });
    expect((await auth.client.getTeam({ ownerId: teamId })).invitations).toHaveLength(50);
    expect(await invite(ann, many(50, 40))).toMatchObject({ addresses: expect.any(Array) as unknown });
    // Another team of the same person has no mails of its own.
    const other = { ownerId: await makeTeam(ann), userId: ann.id, role: 'viewer', note: '' };
    await expect(auth.client.invite({ ...other, emails: many(0) })).rejects.toMatchObject({
      code: 'too-many-requests',
    });
  });

  it('is sent by the repeat of a request that had died before its mail was stored', async () => {
    const email = newPerson().email;
    const request = { ownerId: teamId, userId: ann.id, emails: [email], role: 'editor', note: '' };
    const asked = () => auth.client.invite({ ...request, requestKey: `dead key of ${teamId}` });
    const dying = jest
      .spyOn(auth.running.get(MailOutbox), 'enqueue')
      .mockRejectedValueOnce(new Error('dead'));
    await expect(asked()).rejects.toBeDefined();
    dying.mockRestore();
    expect((await asked()).addresses).toEqual([{ email, result: 'sent' }]);
    expect(await tokensTo(email, 1)).toHaveLength(1);
  });

  it('is sent once by a request with a key that is repeated', async () => {
    const request = { ownerId: teamId, userId: ann.id, emails: [bo.email], role: 'viewer', note: '' };
    const asked = () => auth.client.invite({ ...request, requestKey: `key of ${teamId}` });
    const first = await asked();
    const token = await tokenTo(bo.email);
    expect(await asked()).toEqual(first);
    expect((await auth.client.acceptInvitation({ token, userId: bo.id })).id).toBe(teamId);
  });

  it('does not work while its sender is switched off, or the team is', async () => {
    await invite(ann, [bo.email]);
    const token = await tokenTo(bo.email);
    const isOffered = () =>
      auth.client.showInvitation({ token }).then(
        () => true,
        () => false,
      );
    const switchAnn = (isActive: boolean) =>
      peer.send('auth.edit-account.v1', { userId: ann.id, isActive, by: 'staff-1' });
    const switchTeam = (isActive: boolean) =>
      send(ann, 'auth.edit-team-plan.v1', { ownerId: teamId, isActive, by: 'staff-1' });
    const answers = [await isOffered()];
    await switchAnn(false);
    answers.push(await isOffered());
    await switchAnn(true);
    await switchTeam(false);
    answers.push(await isOffered());
    await expect(workspaceOf(ann)).rejects.toMatchObject({ message: 'Acme is not available.' });
    await switchTeam(true);
    answers.push(await isOffered());
    expect(answers).toEqual([true, false, false, true]);
  });

  it('brings nobody into too many teams, also when several are accepted at once', async () => {
    const owners = await Promise.all(Array.from({ length: 5 }, () => register()));
    for (const owner of owners)
      for (let count = 0; count < 5; count += 1) {
        const about = { ownerId: await makeTeam(owner), userId: owner.id, role: 'viewer', note: '' };
        await auth.client.invite({ ...about, emails: [bo.email] });
      }
    const tokens = await tokensTo(bo.email, 25);
    const accepted = await Promise.allSettled(
      tokens.map((token) => auth.client.acceptInvitation({ token, userId: bo.id })),
    );
    const joined = accepted.filter(({ status }) => status === 'fulfilled').length;
    const { workspaces } = await auth.client.listWorkspaces({ userId: bo.id });
    expect(workspaces.length - 1).toBe(joined);
    expect(joined).toBeLessThanOrEqual(teamLimit);
  });
});

describe('a member', () => {
  it('is told by mail what somebody else has changed, and a stranger nothing', async () => {
    const cy = await register();
    await join(bo, 'editor');
    await send(ann, 'auth.set-role.v1', { ownerId: teamId, userId: bo.id, role: 'owner' });
    await subjectsTo(bo, 3);
    await send(ann, 'auth.delete-team.v1', { ownerId: teamId });
    await subjectsTo(bo, 4);
    await send(ann, 'auth.restore-team.v1', { ownerId: teamId });
    for (const userId of [bo.id, cy.id, ann.id])
      await send(ann, 'auth.remove-member.v1', { ownerId: teamId, userId }).catch(() => undefined);
    const day = new Date(auth.clock.now().getTime() + 7 * 24 * 60 * 60 * 1_000);
    const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(day);
    expect(await subjectsTo(bo, 5)).toEqual([
      `Acme will be deleted on ${date}`,
      'Ann Lee invites you to Acme on Webinar Vault',
      'Welcome to Webinar Vault',
      'You were removed from Acme',
      'Your role in Acme is now owner',
    ]);
    expect(await subjectsTo(cy, 1)).toEqual(['Welcome to Webinar Vault']);
  });

  it('gets another role and is removed, at once and by event', async () => {
    await join(bo, 'editor');
    await send(ann, 'auth.set-role.v1', { ownerId: teamId, userId: bo.id, role: 'admin' });
    expect((await workspaceOf(bo))?.role).toBe('admin');
    await send(bo, 'auth.remove-member.v1', { ownerId: teamId, userId: bo.id });
    await expect(workspaceOf(bo)).rejects.toMatchObject(notMember);
    const about = { ownerId: teamId, userId: bo.id };
    expect(await peer.eventsOf(bo.id, 3)).toEqual([
      ['auth.member-changed.v1', { ...about, role: 'editor' }],
      ['auth.member-changed.v1', { ...about, role: 'admin' }],
      ['auth.member-changed.v1', about],
    ]);
  });

  it('whose account is switched off may not upload to it', async () => {
    await join(bo, 'editor');
    await peer.send('auth.edit-account.v1', { userId: bo.id, isActive: false, by: 'staff-1' });
    const entitlement = await auth.client.getEntitlement({ ownerId: teamId, userId: bo.id });
    expect(entitlement).toMatchObject({
      isAllowed: false,
      msg: expect.stringContaining('disabled') as unknown,
    });
  });

  it('may upload only while their role allows it', async () => {
    await join(bo, 'editor');
    const allowed = () => auth.client.getEntitlement({ ownerId: teamId, userId: bo.id });
    expect(await allowed()).toMatchObject({ isAllowed: true });
    await send(ann, 'auth.set-role.v1', { ownerId: teamId, userId: bo.id, role: 'viewer' });
    expect(await allowed()).toMatchObject({ isAllowed: false, msg: 'You may no longer upload to Acme.' });
    await send(ann, 'auth.remove-member.v1', { ownerId: teamId, userId: bo.id });
    expect(await allowed()).toMatchObject({ isAllowed: false, msg: 'You are no longer a member of Acme.' });
  });

  it('of two owners stays, when they remove each other at the same time', async () => {
    await join(bo, 'owner');
    for (let race = 0; race < 20; race += 1) {
      await send(ann, 'auth.set-role.v1', { ownerId: teamId, userId: bo.id, role: 'owner' });
      const demote = (by: Person, { id: userId }: Person) =>
        send(by, 'auth.set-role.v1', { ownerId: teamId, userId, role: 'admin' });
      await Promise.allSettled([demote(ann, bo), demote(bo, ann)]);
      const roles = Object.values(await rolesOf());
      expect(roles.filter((role) => role === 'owner')).toHaveLength(1);
      if ((await rolesOf())[ann.id] !== 'owner') [ann, bo] = [bo, ann];
    }
  });
});

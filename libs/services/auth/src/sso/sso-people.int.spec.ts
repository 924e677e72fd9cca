import { jest } from '@jest/globals';
import { until } from '@vault/base/testing';
import { teamLimit } from '@vault/contracts';
import PostalMime from 'postal-mime';
import { newPerson } from '../testing/auth-under-test.ts';
import { SsoUnderTest } from '../testing/sso-under-test.ts';
import type { Person } from '../testing/teams-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

let sso: SsoUnderTest;
beforeAll(async () => {
  sso = await SsoUnderTest.start();
});
afterAll(() => sso.stop());

let domains = 0;
let domain: string;
let ann: Person;
beforeEach(async () => {
  domains += 1;
  domain = `acme-${String(domains)}.test`;
  ann = await sso.teams.register({ email: `ann@${domain}` });
});

const { password } = newPerson();

/** The token of a link in a mail to an address. */
async function tokenOf(page: string, address: string): Promise<string> {
  const mail = await until(
    () => sso.teams.server.mails.find(({ to, raw }) => to.includes(address) && raw.includes(`/${page}#`)),
    (found) => found !== undefined,
  );
  const { text = '' } = await PostalMime.parse(mail?.raw ?? '');
  return new RegExp(`/${page}#([\\w-]+)`).exec(text)?.[1] ?? '';
}

describe('an invitation ends with the right of its sender', () => {
  it('when their groups give them a lower role', async () => {
    const ownerId = await sso.makeTeam(ann, domain, { groups: [{ name: 'Leads', role: 'admin' }] });
    const bo = { subject: 'bo', email: `bo@${domain}` };
    const { session } = await sso.signIn(ownerId, { ...bo, groups: ['Leads'] });
    const userId = session!.user!.id;
    const eve = await sso.teams.register();
    await sso.client.invite({ ownerId, userId, emails: [eve.email], role: 'admin', note: '' });
    const token = await sso.teams.tokenTo(eve.email);
    await sso.signIn(ownerId, bo);
    expect((await sso.teams.rolesOf(ownerId))[userId]).toBe('viewer');
    await expect(sso.client.acceptInvitation({ token, userId: eve.id })).rejects.toMatchObject({
      code: 'gone',
    });
  });

  it('when their account is deleted, also for who comes in through the provider', async () => {
    const ownerId = await sso.makeTeam(ann, domain, { newPeople: 'invited' });
    const bo = await sso.teams.register();
    await sso.teams.join(ownerId, ann, bo, 'admin');
    const email = `eve@${domain}`;
    await sso.client.invite({ ownerId, userId: bo.id, emails: [email], role: 'admin', note: '' });
    await sso.as(bo, () => sso.teams.peer.send('auth.delete-account.v1', { userId: bo.id, by: 'user' }));
    await until(
      () => sso.teams.rolesOf(ownerId),
      (roles) => !(bo.id in roles),
    );
    await expect(sso.signIn(ownerId, { subject: 'eve', email })).rejects.toMatchObject({ code: 'forbidden' });
    expect((await sso.client.getTeam({ ownerId })).invitations).toEqual([]);
  });

  it('while their account is switched off, also for who comes in through the provider', async () => {
    const ownerId = await sso.makeTeam(ann, domain, { newPeople: 'invited' });
    const bo = await sso.teams.register();
    await sso.teams.join(ownerId, ann, bo, 'admin');
    const email = `eve@${domain}`;
    await sso.client.invite({ ownerId, userId: bo.id, emails: [email], role: 'admin', note: '' });
    const set = (isActive: boolean) =>
      sso.teams.peer.send('auth.edit-account.v1', { userId: bo.id, by: 'staff-1', isActive });
    await set(false);
    await expect(sso.signIn(ownerId, { subject: 'eve', email })).rejects.toMatchObject({ code: 'forbidden' });
    await set(true);
    await expect(sso.signIn(ownerId, { subject: 'eve', email })).resolves.toHaveProperty('session');
  });
});

it('a person sees since when they sign in through a team, until they leave it', async () => {
  const ownerId = await sso.makeTeam(ann, domain);
  const otherId = await sso.teams.makeTeam(ann, 'Other');
  const { session } = await sso.signIn(ownerId, { subject: 'bo', email: `bo@${domain}` });
  const userId = session!.user!.id;
  const bo = { id: userId, email: `bo@${domain}`, token: '' };
  await sso.teams.join(otherId, ann, bo, 'viewer');
  const linksOf = async (id: string) => {
    const { workspaces } = await sso.client.listWorkspaces({ userId: id });
    return Object.fromEntries(workspaces.map((each) => [each.id, each.linkedAt]));
  };
  const linked = sso.teams.auth.clock.now().getTime() / 1_000;
  expect(await linksOf(userId)).toEqual({ [userId]: undefined, [ownerId]: linked, [otherId]: undefined });
  expect((await linksOf(ann.id))[ownerId]).toBeUndefined();
  await sso.teams.send(bo, 'auth.remove-member.v1', { ownerId, userId });
  expect(await linksOf(userId)).toEqual({ [userId]: undefined, [otherId]: undefined });
});

it('the log of a team says who has left it with their account, and who became owner by it', async () => {
  const ownerId = await sso.teams.makeTeam(ann);
  const [bo, cy] = [await sso.teams.register(), await sso.teams.register()];
  await sso.teams.join(ownerId, ann, bo, 'admin');
  await sso.teams.join(ownerId, ann, cy, 'editor');
  await sso.as(cy, () => sso.teams.peer.send('auth.delete-account.v1', { userId: cy.id, by: 'user' }));
  const eve = { ...cy, id: 'staff-1' };
  await sso.as(eve, () => sso.teams.peer.send('auth.delete-account.v1', { userId: ann.id, by: eve.id }));
  expect(await sso.teams.rolesOf(ownerId)).toEqual({ [bo.id]: 'owner' });
  const entries = await until(
    async () => (await sso.entriesOf(ownerId, 1)).slice(-3),
    (found) => found.at(-1)?.action === 'auth.set-role',
  );
  expect(entries).toEqual([
    { action: 'auth.remove-member', fields: { userId: cy.id }, by: cy.id },
    { action: 'auth.remove-member', fields: { userId: ann.id }, by: eve.id },
    { action: 'auth.set-role', fields: { userId: bo.id, role: 'owner' }, by: eve.id },
  ]);
});

it('the log of a team says that whoever was in too many teams has left again', async () => {
  const ownerId = await sso.makeTeam(ann, domain);
  const eli = await sso.teams.register({ email: `eli@${domain}` });
  for (let teams = 0; teams < teamLimit; teams += 1) {
    if (teams % 5 === 0) sso.teams.auth.clock.passDays(1.1);
    await sso.teams.makeTeam(eli, `Team ${String(teams)}`);
  }
  await expect(sso.link(ownerId, eli)).rejects.toMatchObject({ code: 'conflict' });
  expect(Object.keys(await sso.teams.rolesOf(ownerId))).toEqual([ann.id]);
  // The sign-in has an outbox of its own.
  const memberships = async () =>
    (await sso.entriesOf(ownerId, 1)).filter(({ action }) => /join|remove-member/.test(action));
  const entries = await until(memberships, ({ length }) => length > 1);
  expect(entries).toEqual([
    { action: 'auth.join', fields: { userId: eli.id, role: 'viewer' }, by: eli.id },
    { action: 'auth.remove-member', fields: { userId: eli.id }, by: eli.id },
  ]);
});

it('somebody whose address was reserved at their first sign-in is not kept out later', async () => {
  const ownerId = await sso.makeTeam(ann, domain);
  const [email, home] = [`cy@${domain}`, `cy@home-of-${domain}`];
  const { id: userId } = await sso.teams.register({ email });
  await sso.client.requestEmailChange({ userId, email: home, password, clientAddress: '203.0.113.7' });
  await sso.client.confirmEmailChange({ token: await tokenOf('confirm-email', home) });
  await expect(sso.signIn(ownerId, { subject: 'cy', email })).rejects.toMatchObject({ code: 'conflict' });
  await sso.client.undoEmailChange({ token: await tokenOf('undo-email', email) });
  const token = await tokenOf('reset-password', email);
  await sso.client.resetPassword({ token, newPassword: password });
  await sso.link(ownerId, { id: userId, email, token: '' }, 'cy');
  const { session } = await sso.signIn(ownerId, { subject: 'cy', email });
  expect(session!.user!.id).toBe(userId);
});

it('the name that a provider sends is one line without what nobody sees', async () => {
  const ownerId = await sso.makeTeam(ann, domain);
  const said = { firstname: 'Bo\r\nBcc: eve\u202e\u0007', lastname: '---' };
  const { session } = await sso.signIn(ownerId, { subject: 'di', email: `di@${domain}`, ...said });
  expect(session!.user).toMatchObject({ firstname: 'Bo Bcc: eve', lastname: '' });
});

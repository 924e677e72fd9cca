import { jest } from '@jest/globals';
import { AppError } from '@vault/base';
import { until } from '@vault/base/testing';
import { SsoUnderTest } from '../testing/sso-under-test.ts';
import type { Person } from '../testing/teams-under-test.ts';
import type { SsoSession } from './sso-session.schema.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

const domain = 'acme.test';
const away = new AppError('unavailable', 'The provider cannot be reached. Try again in a minute.');

let sso: SsoUnderTest;
let ann: Person;
let ownerId: string;
beforeAll(async () => {
  sso = await SsoUnderTest.start();
  ann = await sso.teams.register();
  ownerId = await sso.makeTeam(ann, domain, { groups: [{ name: 'Marketing', role: 'editor' }] });
});
afterAll(() => sso.stop());
beforeEach(() => {
  sso.asked = [];
  sso.refreshes = () => ({});
});

let people = 0;
async function signIn(said: { refreshToken?: string; providerSession?: string } = { refreshToken: 'first' }) {
  people += 1;
  const subject = `person-${String(people)}`;
  const { session } = await sso.signIn(ownerId, { subject, email: `${subject}@${domain}`, ...said });
  const { token, user } = session!;
  const isOpen = () => sso.isOpen(token);
  return { subject, userId: user!.id, token, isOpen };
}

const pass = (minutes: number) => sso.teams.auth.clock.passMinutes(minutes);
const isAsked = (token: string) => until(() => sso.asked.includes(token), Boolean);
const stored = () => sso.teams.auth.store.model<SsoSession>('SsoSession');

it('lasts while the provider says so, which is asked within ten minutes, with its newest token', async () => {
  const { isOpen } = await signIn();
  sso.refreshes = (token) => ({ refreshToken: `${token}+` });
  for (const token of ['first', 'first+', 'first++']) {
    pass(9.5);
    await isAsked(token);
  }
  expect(await isOpen()).toBe(true);
});

it('ends when the provider says so, and says it to everybody who knows the session', async () => {
  const { isOpen, userId } = await signIn({ refreshToken: 'ends' });
  sso.refreshes = () => undefined;
  pass(9.5);
  await until(isOpen, (value) => !value);
  const ended = () =>
    sso.teams.peer.events.filter(
      ({ type, subject }) => type === 'auth.sessions-ended.v1' && subject === userId,
    );
  await until(ended, ({ length }) => length > 0);
});

it('outlives a provider that is away for an hour, and no longer', async () => {
  const { isOpen, userId } = await signIn({ refreshToken: 'away' });
  sso.refreshes = () => away;
  const row = () => stored().findOne({ userId }).lean<SsoSession>();
  pass(9.5);
  const { awaySince } = (await until(row, (found) => found?.awaySince !== undefined))!;
  for (let minutes = 0; minutes < 55; minutes += 5) {
    const { nextCheckAt: before } = (await row())!;
    pass(5);
    await until(row, (found) => found!.nextCheckAt!.getTime() !== before!.getTime());
  }
  expect(await isOpen()).toBe(true);
  expect((await row())?.awaySince).toEqual(awaySince);
  pass(10);
  await until(isOpen, (value) => !value);
});

it('goes on after a provider that was away is back', async () => {
  const { isOpen, userId } = await signIn({ refreshToken: 'back' });
  const row = () => stored().findOne({ userId }).lean<SsoSession>();
  sso.refreshes = () => away;
  pass(9.5);
  await until(row, (found) => found?.awaySince !== undefined);
  sso.refreshes = () => ({});
  pass(3);
  await until(row, (found) => found?.awaySince === undefined);
  expect(await isOpen()).toBe(true);
});

it('ends with the provider also while it answers something else about another person', async () => {
  const other = await signIn({ refreshToken: 'other' });
  sso.refreshes = (token) => (token === 'other' ? new AppError('conflict', 'Not this one.') : {});
  pass(9.5);
  await isAsked('other');
  const { isOpen } = await signIn({ refreshToken: 'removed meanwhile' });
  sso.refreshes = (token) => (token === 'other' ? new AppError('conflict', 'Not this one.') : undefined);
  // Both are asked about within the time for which a provider rests that did not answer.
  await stored().updateMany({ ownerId }, { $set: { nextCheckAt: sso.teams.auth.clock.now() } });
  await until(isOpen, (value) => !value);
  expect(await other.isOpen()).toBe(true);
});

it('gives the role of the groups that the provider names later', async () => {
  const { userId } = await signIn({ refreshToken: 'groups' });
  expect((await sso.teams.rolesOf(ownerId))[userId]).toBe('viewer');
  sso.refreshes = (token) => (token === 'groups' ? { groups: ['Marketing'] } : {});
  pass(9.5);
  await until(
    () => sso.teams.rolesOf(ownerId),
    (roles) => roles[userId] === 'editor',
  );
});

it('lasts eight hours when nobody can ask the provider', async () => {
  const { isOpen } = await signIn({});
  pass(7.9 * 60);
  expect(await isOpen()).toBe(true);
  pass(12);
  expect(await isOpen()).toBe(false);
});

it('is not asked about any more once it has ended here', async () => {
  const { userId, token } = await signIn({ refreshToken: 'logged-out' });
  const { sessionId } = await sso.client.verifySession({ token });
  await sso.client.logout({ userId, sessionId });
  pass(9.5);
  await until(
    () => stored().countDocuments({ userId }),
    (count) => count === 0,
  );
  expect(sso.asked).not.toContain('logged-out');
});

it('ends when the team has another provider, or none', async () => {
  const { isOpen } = await signIn({ refreshToken: 'removed' });
  await sso.as(ann, () => sso.client.removeSsoProvider({ ownerId }));
  pass(9.5);
  await until(isOpen, (value) => !value);
  await sso.as(ann, () =>
    sso.client.setSsoProvider({
      ...{ ownerId, issuer: 'https://id.acme.test', clientId: 'webinars', clientSecret: 'a secret' },
    }),
  );
});

describe('a sign-out of the provider', () => {
  let tokens = 0;
  const signOut = (which: { subject?: string; providerSession?: string }, team = ownerId) => {
    tokens += 1;
    sso.signOut = { tokenId: String(tokens), ...which };
    return sso.client.signOutByProvider({ ownerId: team, logoutToken: 'a token' });
  };

  it('ends the sessions of a person, or one of them, at once', async () => {
    const one = await signIn({ providerSession: 'session-1', refreshToken: 'a' });
    const other = await signIn({ providerSession: 'session-2', refreshToken: 'b' });
    await signOut({ providerSession: 'session-1' });
    expect([await one.isOpen(), await other.isOpen()]).toEqual([false, true]);
    await signOut({ subject: other.subject, providerSession: 'unknown' });
    expect(await other.isOpen()).toBe(true);
    await signOut({ subject: other.subject });
    expect(await other.isOpen()).toBe(false);
  });

  it('works once', async () => {
    const { subject } = await signIn();
    await signOut({ subject });
    await expect(sso.client.signOutByProvider({ ownerId, logoutToken: 'a token' })).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'This is not a sign-out of the provider.',
    });
  });

  it('of another team ends nothing', async () => {
    const { isOpen, subject } = await signIn({ providerSession: 'session-3', refreshToken: 'c' });
    const other = await sso.makeTeam(ann, 'other.test');
    await signOut({ subject }, other);
    await signOut({ providerSession: 'session-3' }, other);
    expect(await isOpen()).toBe(true);
    await expect(signOut({ subject }, 'no team')).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('that is not valid ends nothing', async () => {
    sso.signOut = new AppError('invalid-input', 'This is not a sign-out of the provider.');
    await expect(sso.client.signOutByProvider({ ownerId, logoutToken: 'x' })).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });
});

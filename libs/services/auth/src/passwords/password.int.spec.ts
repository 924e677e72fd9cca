import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { jest } from '@jest/globals';
import { accountLimit, Sessions } from '@vault/identity';
import { AuthPeer, newPerson, startAuth, type AuthUnderTest } from '../testing/auth-under-test.ts';
import { MailOutbox, type AccountMailRequest } from '../mail/mail-outbox.ts';
import { PasswordResetService } from './password-reset.service.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

const unauthorized = { code: 'unauthenticated', message: 'Unauthorized' };
const newPassword = 'difference engine';
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

let auth: AuthUnderTest;
let mails: AccountMailRequest[];
beforeEach(async () => {
  auth = await startAuth();
  mails = [];
  jest.spyOn(auth.running.get(MailOutbox), 'enqueue').mockImplementation((mail) => {
    mails.push(mail);
    return Promise.resolve();
  });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await auth.stop();
});

async function registered() {
  const person = newPerson();
  const { token, user } = await auth.client.register(person);
  const { sessionId } = await auth.client.verifySession({ token });
  return { person, token, userId: user?.id ?? '', sessionId };
}

describe('changing a password', () => {
  const change = (who: Awaited<ReturnType<typeof registered>>, changes: object = {}) =>
    auth.client.changePassword({
      userId: who.userId,
      sessionId: who.sessionId,
      newPassword,
      clientAddress: '',
      password: who.person.password,
      ...changes,
    });

  it('ends all other sessions and reset links', async () => {
    const who = await registered();
    const other = await auth.client.login(who.person);
    const link = await auth.running.get(PasswordResetService).issue(who.userId);
    auth.clock.passMinutes(1);
    await change(who);
    await auth.client.verifySession({ token: who.token });
    await expect(auth.client.verifySession({ token: other.token })).rejects.toMatchObject(unauthorized);
    await expect(auth.client.login(who.person)).rejects.toMatchObject({ code: 'unauthenticated' });
    await auth.client.login({ ...who.person, password: newPassword });
    await expect(auth.client.resetPassword({ token: link, newPassword })).rejects.toMatchObject({
      code: 'gone',
    });
  });

  it('invalidates other sessions even when removing their rows fails', async () => {
    const who = await registered();
    const other = await auth.client.login(who.person);
    auth.clock.passMinutes(1);
    const sessions = auth.running.get(Sessions);
    jest.spyOn(sessions, 'endAll').mockRejectedValueOnce(new Error('stopped in between'));
    await expect(change(who)).rejects.toMatchObject({ code: 'internal' });
    await expect(auth.client.verifySession({ token: other.token })).rejects.toMatchObject(unauthorized);
    await auth.client.verifySession({ token: who.token });
    const { sessions: listed } = await auth.client.listSessions({ userId: who.userId });
    expect(listed.map(({ id }) => id)).toEqual([who.sessionId]);
  });

  it('requires the old password, with a rate limit for wrong ones', async () => {
    const who = await registered();
    for (let tries = 0; tries < accountLimit.tries; tries += 1)
      await expect(change(who, { password: 'wrong' })).rejects.toMatchObject({
        code: 'invalid-input',
        message: 'The current password is wrong.',
      });
    await expect(change(who)).rejects.toMatchObject({ code: 'too-many-requests' });
    await auth.client.login(who.person);
  });

  it('refuses a new password that is easily guessed', async () => {
    await expect(change(await registered(), { newPassword: '12345678' })).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(/easily guessed/) as unknown,
    });
  });

  it('twice at the same time sets one of the two', async () => {
    const who = await registered();
    const changes = ['first password', 'second password'].map((password) =>
      change(who, { newPassword: password }),
    );
    const results = await Promise.allSettled(changes);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('resetting a password', () => {
  const requestReset = (email: string) => auth.client.requestPasswordReset({ email, clientAddress: '' });
  const reset = (token: string) => auth.client.resetPassword({ token, newPassword });
  const issue = (userId: string) => auth.running.get(PasswordResetService).issue(userId);

  it('sends a mail only to an existing account', async () => {
    const { person, userId } = await registered();
    await requestReset(person.email);
    await requestReset('nobody@example.com');
    expect(mails).toEqual([
      { kind: 'welcome', userId, key: `welcome:${userId}` },
      { kind: 'password-reset', userId, key: expect.stringMatching(/^reset:/) as unknown },
    ]);
  });

  it('does not reveal by the answer or its duration whether an account exists', async () => {
    const times = { registered: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 5; round += 1) {
      const { person } = await registered();
      for (const [who, email] of [
        ['registered', person.email],
        ['unknown', `nobody-${String(round)}@example.com`],
      ] as const) {
        const since = performance.now();
        expect(await requestReset(email)).toEqual({});
        times[who].push(performance.now() - since);
      }
    }
    const [withAccount, unknown] = [times.registered, times.unknown].map(
      (each) => each.toSorted((a, b) => a - b)[2]!,
    );
    expect(withAccount! / unknown!).toBeGreaterThan(0.5);
    expect(withAccount! / unknown!).toBeLessThan(2);
  });

  it('sends at most three mails an hour, and none to a deactivated account', async () => {
    const { person, userId } = await registered();
    for (let count = 0; count < 6; count += 1) await requestReset(person.email);
    const resets = () => mails.filter(({ kind }) => kind === 'password-reset');
    expect(resets()).toHaveLength(3);
    auth.clock.passMinutes(61);
    await requestReset(person.email);
    expect(resets()).toHaveLength(4);
    auth.clock.passMinutes(61);
    await auth.store.model('User').updateOne({ _id: userId }, { $set: { isActive: false } });
    await requestReset(person.email);
    expect(resets()).toHaveLength(4);
  });

  it('sets a new password with the link and ends all sessions', async () => {
    const { person, userId, token } = await registered();
    const link = await issue(userId);
    auth.clock.passMinutes(1);
    await reset(link);
    await expect(auth.client.verifySession({ token })).rejects.toMatchObject(unauthorized);
    await expect(auth.client.login(person)).rejects.toMatchObject({ code: 'unauthenticated' });
    await auth.client.login({ ...person, password: newPassword });
  });

  it('accepts a link once, and invalidates the other links of the person', async () => {
    const { userId } = await registered();
    const links = [await issue(userId), await issue(userId)];
    const results = await Promise.allSettled(links.flatMap((link) => [reset(link), reset(link)]));
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    for (const link of links) await expect(reset(link)).rejects.toMatchObject({ code: 'gone' });
    expect(await auth.store.model('OneTimeToken').countDocuments({})).toBe(0);
  });

  it('accepts one of several simultaneous uses of a link', async () => {
    const { userId } = await registered();
    const link = await issue(userId);
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => reset(link)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('expires after half an hour, and stores only the hash of the link', async () => {
    const { userId } = await registered();
    const link = await issue(userId);
    const rows = await auth.store.model('OneTimeToken').find({}).lean();
    expect(JSON.stringify(rows)).not.toContain(link);
    expect(rows).toMatchObject([{ _id: hashOf(link), userId }]);
    await auth.client.checkPasswordReset({ token: link });
    auth.clock.passMinutes(30);
    const gone = { code: 'gone' };
    await expect(auth.client.checkPasswordReset({ token: link })).rejects.toMatchObject(gone);
    await expect(reset(link)).rejects.toMatchObject({ code: 'gone' });
  });

  it('keeps the link valid when the new password is refused', async () => {
    const { userId } = await registered();
    const link = await issue(userId);
    await expect(auth.client.resetPassword({ token: link, newPassword: 'password' })).rejects.toMatchObject({
      code: 'invalid-input',
    });
    await reset(link);
  });

  it('removes the lockout that wrong guesses of others have caused', async () => {
    const { person, userId } = await registered();
    const guess = { ...person, password: 'wrong', clientAddress: '' };
    for (let tries = 0; tries < accountLimit.tries; tries += 1)
      await auth.client.login(guess).catch(() => undefined);
    const here = { ...person, password: newPassword, clientAddress: '198.51.100.77' };
    await expect(auth.client.login(here)).rejects.toMatchObject({ code: 'too-many-requests' });
    await reset(await issue(userId));
    await auth.client.login(here);
  });

  it.each(['', 'made-up', '../../etc/passwd'])('refuses the token %j', async (token) => {
    await expect(reset(token)).rejects.toMatchObject({ code: 'gone' });
  });
});

describe('the end of sessions', () => {
  let peer: AuthPeer;
  beforeEach(async () => {
    peer = new AuthPeer(auth);
    await peer.start();
  });
  afterEach(() => peer.stop());

  const ended = (userId: string, sessionId?: string) => [
    'auth.sessions-ended.v1',
    { userId, ...(sessionId !== undefined && { sessionId }) },
  ];

  it('is published after a new password, and by the person, but not after a log-out', async () => {
    const { person, userId, sessionId } = await registered();
    const { user: _, ...other } = await auth.client.login(person);
    const { sessionId: otherId } = await auth.client.verifySession(other);
    await auth.client.logout({ userId, sessionId: otherId });
    await auth.client.endSession({ userId, sessionId: otherId });
    auth.clock.passMinutes(1);
    await auth.client.endOtherSessions({ userId, sessionId });
    const { password } = person;
    await auth.client.changePassword({ userId, sessionId, password, newPassword, clientAddress: '' });
    const link = await auth.running.get(PasswordResetService).issue(userId);
    await auth.client.resetPassword({ token: link, newPassword: 'analytical engine' });
    expect(await peer.eventsOf(userId, 4)).toEqual([
      ended(userId, otherId),
      ...[1, 2, 3].map(() => ended(userId)),
    ]);
  });

  it('is published once for a password that was not the one to replace', async () => {
    const { person, userId, sessionId } = await registered();
    const { password } = person;
    const about = { userId, sessionId, password, clientAddress: '' };
    const changes = ['first password', 'second password'].map((each) =>
      auth.client.changePassword({ ...about, newPassword: each }),
    );
    await Promise.allSettled(changes);
    await auth.client.endSession({ userId, sessionId });
    expect(await peer.eventsOf(userId, 2)).toEqual([ended(userId), ended(userId, sessionId)]);
  });

  it('of all others is effective before their rows are removed', async () => {
    const { person, userId, sessionId } = await registered();
    const { token } = await auth.client.login(person);
    auth.clock.passMinutes(1);
    jest.spyOn(auth.running.get(Sessions), 'endAll').mockRejectedValueOnce(new Error('stopped'));
    await expect(auth.client.endOtherSessions({ userId, sessionId })).rejects.toMatchObject({
      code: 'internal',
    });
    await expect(auth.client.verifySession({ token })).rejects.toMatchObject(unauthorized);
    const { sessions } = await auth.client.listSessions({ userId });
    expect(sessions.map(({ id }) => id)).toEqual([sessionId]);
  });
});

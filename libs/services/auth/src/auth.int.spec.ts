import { jest } from '@jest/globals';
import { createLogger } from '@vault/base';
import { MAILER } from './config/auth.tokens.ts';
import { defaultSettings } from './domain/default-settings.ts';
import { personalWorkspace } from './domain/workspace.ts';
import { newPerson, startAuth, fakeUploadCounting, type AuthUnderTest } from './testing/auth-under-test.ts';
import { UserRepository } from './users/user.repository.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

let auth: AuthUnderTest;
let used = 0;

beforeAll(async () => {
  auth = await startAuth({ fakes: [fakeUploadCounting(() => used)] });
});
afterAll(() => auth.stop());

async function registered(changes: Partial<ReturnType<typeof newPerson>> = {}) {
  const person = { ...newPerson(), ...changes };
  const { token, user } = await auth.client.register(person);
  if (!user) throw new Error('no user in the answer');
  return { person, token, user };
}

describe('the auth service', () => {
  it('starts alone', async () => {
    const alone = await startAuth();
    const answer = await fetch(`${alone.running.url}/readyz`);
    expect(answer.status).toBe(200);
    await alone.stop();
  });

  it('registers a person, who is then signed in', async () => {
    const { person, token, user } = await registered({ email: 'ada@example.com' });
    expect(user).toEqual({
      id: expect.any(String) as unknown,
      email: 'ada@example.com',
      firstname: person.firstname,
      lastname: person.lastname,
      plan: 'free',
      membershipEnd: auth.clock.now().getTime() / 1000 + 3 * 86_400,
    });
    const principal = await auth.client.verifySession({ token });
    expect(principal).toEqual({
      sessionId: expect.any(String) as unknown,
      user,
      workspace: personalWorkspace(user.id),
    });
  });

  it('verifies no session for the workspace of somebody else', async () => {
    const { token, user } = await registered();
    const own = await auth.client.verifySession({ token, workspaceId: user.id });
    expect(own.workspace).toEqual(personalWorkspace(user.id));
    await expect(auth.client.verifySession({ token, workspaceId: 'another' })).rejects.toMatchObject({
      code: 'forbidden',
      message: 'You are not a member of this workspace.',
    });
  });

  it('refuses an address to which its mail server cannot send, and says why', async () => {
    const mailer: { takesUnicode: boolean } = auth.running.get(MAILER as never);
    await registered({ email: 'müller@example.com' });
    mailer.takesUnicode = false;
    await expect(registered({ email: 'möller@example.com' })).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('cannot send mail to this address') as unknown,
    });
    await registered({ email: 'moeller@xn--mller-kva.de' });
    mailer.takesUnicode = true;
  });

  it('registers once by a request that is repeated with its key', async () => {
    const person = newPerson();
    const register = (changes: object = {}) =>
      auth.client.register({ ...person, requestKey: `of-${person.email}`, ...changes });
    const [first, again] = [await register(), await register()];
    expect(again.user).toEqual(first.user);
    for (const { token } of [first, again])
      expect((await auth.client.verifySession({ token })).user).toEqual(first.user);
    const otherRequest = { code: 'conflict', message: expect.stringContaining('Idempotency-Key') as unknown };
    await expect(register({ password: 'another good one' })).rejects.toMatchObject(otherRequest);
    await expect(register({ email: newPerson().email })).rejects.toMatchObject(otherRequest);
    const withoutKey = auth.client.register(person);
    await expect(withoutKey).rejects.toMatchObject({ code: 'conflict' });
  });

  it('gives an executive one month', async () => {
    const { user } = await registered({ plan: 'executive' });
    expect(new Date(user.membershipEnd * 1000).toISOString()).toBe('2036-12-20T09:30:00.000Z');
  });

  it('signs in with the right password', async () => {
    const { person, user } = await registered();
    const session = await auth.client.login(person);
    expect(session.user).toEqual(user);
    expect((await auth.client.verifySession({ token: session.token })).user).toEqual(user);
  });

  it('ends one session at log-out and leaves the others', async () => {
    const { person, token, user } = await registered();
    const other = await auth.client.login(person);
    const { sessionId } = await auth.client.verifySession({ token });
    await auth.client.logout({ userId: user.id, sessionId });
    await expect(auth.client.verifySession({ token })).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'Unauthorized',
    });
    await auth.client.verifySession({ token: other.token });
    await auth.client.logout({ userId: user.id, sessionId });
  });

  it('cannot end a session of another person', async () => {
    const { token } = await registered();
    const stranger = await registered();
    const { sessionId } = await auth.client.verifySession({ token });
    await auth.client.logout({ userId: stranger.user.id, sessionId });
    await auth.client.verifySession({ token });
  });

  it('reads credentials only for the sign-in', async () => {
    const { person, user } = await registered();
    const users = auth.running.get(UserRepository);
    expect(Object.keys(await users.get(user.id))).not.toContain('credentials');
    const stored = await users.findForSignIn(person.email);
    expect(stored?.credentials.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('gives new accounts the default settings', async () => {
    const { user } = await registered();
    expect(await auth.client.getSettings({ ownerId: user.id })).toEqual(defaultSettings);
    await expect(auth.client.getSettings({ ownerId: 'nobody' })).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('registrations', () => {
  it('are limited per address block and hour, except from loopback addresses', async () => {
    const own = await startAuth({ env: { REGISTRATION_RATE: '2' } });
    const register = (clientAddress: string) => own.client.register({ ...newPerson(), clientAddress });
    for (const host of ['a', 'b']) await register(`2001:db8:1:2::${host}`);
    const slowDown = {
      code: 'too-many-requests',
      message: 'Too many accounts were created from your network. Please wait 60 minutes and try again.',
      retryAfterMs: 3_600_000,
    };
    await expect(register('2001:db8:1:2::c')).rejects.toMatchObject(slowDown);
    await register('2001:db8:1:3::a');
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '']) {
      for (let count = 0; count < 3; count += 1) await register(address);
    }
    own.clock.passMinutes(60);
    await register('2001:db8:1:2::c');
    await own.stop();
  });
});

describe('a registration', () => {
  it.each([
    ['a common password', { password: 'password' }, /easily guessed/],
    ['a password of spaces', { password: '        ' }, /consist of spaces/],
    ['one’s own e-mail as a password', { email: 'ada@b.cd', password: 'ada@b.cd' }, /more than your e-mail/],
  ])('%s is refused', async (_what, changes, message) => {
    await expect(auth.client.register({ ...newPerson(), ...changes })).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(message) as unknown,
    });
  });

  it('a second account with the same e-mail address is refused, even among twenty at once', async () => {
    const person = newPerson();
    const tries = Array.from({ length: 20 }, () => auth.client.register(person, { deadlineMs: 20_000 }));
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({
          code: 'conflict',
          message: expect.stringContaining('already') as unknown,
        });
    expect(await auth.store.model('User').countDocuments({ email: person.email })).toBe(1);
  });
});

describe('the log', () => {
  it('contains user ids, and no password, hash, token or e-mail address', async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const logged = await startAuth({ logger: createLogger({ level: 'debug', destination }) });
    const person = newPerson();
    const { token, user } = await logged.client.register(person);
    await logged.client.login(person);
    const { sessionId } = await logged.client.verifySession({ token });
    await logged.client.login({ ...person, password: 'a wrong guess' }).catch(() => undefined);
    await logged.client.register(person).catch(() => undefined);
    await logged.client.verifySession({ token: `${token}x` }).catch(() => undefined);
    await logged.client.logout({ userId: user?.id ?? '', sessionId });
    await logged.stop();
    const log = lines.join('');
    expect(log).toContain(user?.id);
    for (const secret of [person.password, 'a wrong guess', '$argon2', token, person.email])
      expect(log).not.toContain(secret);
  });
});

describe('the limits of a plan', () => {
  it('count the videos of the library', async () => {
    const { user } = await registered();
    used = 1;
    expect(await auth.client.checkUploadAllowance({ ownerId: user.id })).toEqual({
      canUpload: true,
      msg: '',
      used: 1,
      videoLimit: 2,
    });
    used = 2;
    expect(await auth.client.checkUploadAllowance({ ownerId: user.id })).toEqual({
      used: 2,
      videoLimit: 2,
      canUpload: false,
      msg: 'You have used 2 of 2 videos of your plan. Delete one to upload another.',
    });
    const executive = await registered({ plan: 'executive' });
    expect((await auth.client.checkUploadAllowance({ ownerId: executive.user.id })).canUpload).toBe(true);
  });

  it('end with the membership, while signing in still works', async () => {
    const later = await startAuth();
    const person = newPerson();
    const { user } = await later.client.register(person);
    const userId = user?.id ?? '';
    expect(await later.client.getEntitlement({ ownerId: userId })).toEqual({
      isAllowed: true,
      msg: '',
      videoLimit: 2,
      portalLimit: 0,
    });
    later.clock.passDays(3);
    const msg =
      'Your free trial ended on 2036-11-23. You can still watch, export and delete your videos; ask us to extend it to upload more, make clips or generate text.';
    expect(await later.client.getEntitlement({ ownerId: userId })).toEqual({
      isAllowed: false,
      msg,
      videoLimit: 0,
      portalLimit: 0,
    });
    // No upload service runs here: the count is unknown, which is not 0.
    expect(await later.client.checkUploadAllowance({ ownerId: userId })).toEqual({
      canUpload: false,
      msg,
      used: undefined,
      videoLimit: 0,
    });
    expect((await later.client.login(person)).token).not.toBe('');
    await later.stop();
  });

  it('are refused for a session that has ended', async () => {
    const { token, user } = await registered();
    const userId = user.id;
    const { sessionId } = await auth.client.verifySession({ token });
    expect(await auth.client.getEntitlement({ ownerId: userId, sessionId })).toMatchObject({
      isAllowed: true,
    });
    await auth.client.logout({ userId, sessionId });
    await expect(auth.client.getEntitlement({ ownerId: userId, sessionId })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(await auth.client.getEntitlement({ ownerId: userId })).toMatchObject({ isAllowed: true });
  });

  it('are not checked while the videos cannot be counted: the call fails', async () => {
    const alone = await startAuth();
    const { user } = await alone.client.register(newPerson());
    await expect(
      alone.client.checkUploadAllowance({ ownerId: user?.id ?? '' }, { deadlineMs: 5_000 }),
    ).rejects.toMatchObject({ name: 'AppError' });
    await alone.stop();
  });
});

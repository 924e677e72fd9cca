import { jest } from '@jest/globals';
import { SessionTokens, type Session } from '@vault/identity';
import { firstOwner, startAdmin, type AdminUnderTest } from '../testing/admin-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

const ended = { code: 'unauthenticated', message: 'Unauthorized' };
const wrong = { code: 'unauthenticated', message: 'The e-mail address or the password is wrong.' };
const clientAddress = '203.0.113.9';

let admin: AdminUnderTest;
beforeEach(async () => {
  admin = await startAdmin();
});
afterEach(() => admin.stop());

const login = (changes: { email?: string; password?: string; clientAddress?: string } = {}) =>
  admin.client.login({ ...firstOwner, clientAddress, ...changes });
const passMinutes = (minutes: number) => admin.clock.passSeconds(minutes * 60);

describe('signing in as staff', () => {
  it('returns a token that identifies the member', async () => {
    const session = await login();
    expect(session).toEqual({
      id: expect.any(String) as unknown,
      email: firstOwner.email,
      token: expect.any(String) as unknown,
    });
    expect(await admin.client.checkSession({ token: session.token })).toEqual({
      staffId: session.id,
      sessionId: expect.any(String) as unknown,
      email: firstOwner.email,
      role: 'owner',
    });
  });

  it('refuses a wrong password and an unknown e-mail with the same message', async () => {
    await expect(login({ password: 'wrong password' })).rejects.toMatchObject(wrong);
    await expect(login({ email: 'nobody@example.com' })).rejects.toMatchObject(wrong);
  });

  it('is rate limited after ten failures', async () => {
    for (let tries = 0; tries < 10; tries += 1)
      await expect(login({ password: 'wrong password', clientAddress: '' })).rejects.toMatchObject(wrong);
    await expect(login({ clientAddress: '' })).rejects.toMatchObject({ code: 'too-many-requests' });
    passMinutes(15);
    await login({ clientAddress: '' });
  });

  it('is refused to deactivated members', async () => {
    const owner = await admin.signIn();
    const support = await admin.signInSupport(owner);
    await admin.client.editStaff({ caller: owner, id: support.staffId, isActive: false });
    const back = { email: support.email, password: 'difference engine' };
    await expect(login(back)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(login({ ...back, password: 'wrong password' })).rejects.toMatchObject(wrong);
  });

  it('is recorded in the audit log, and so are failures for existing accounts', async () => {
    const owner = await admin.signIn();
    await login({ password: 'wrong password' }).catch(() => undefined);
    await login({ email: 'nobody@example.com' }).catch(() => undefined);
    const lines = await admin.audit(owner, { action: 'login' });
    expect(lines).toMatchObject([
      { actorId: '', subjectName: firstOwner.email, state: 'failed', msg: 'The password was wrong.' },
      { actorId: owner.staffId, actorEmail: firstOwner.email, subjectId: '', state: 'done', clientAddress },
    ]);
  });
});

describe('a session of staff', () => {
  it('ends after 30 minutes without a call', async () => {
    const { token } = await login();
    for (let minutes = 0; minutes < 120; minutes += 29) {
      passMinutes(29);
      await admin.client.checkSession({ token });
    }
    passMinutes(30);
    await expect(admin.client.checkSession({ token })).rejects.toMatchObject(ended);
  });

  it('ends after 8 hours although it is used', async () => {
    const { token } = await login();
    const caller = await admin.signIn();
    for (let minutes = 0; minutes < 460; minutes += 20) {
      passMinutes(20);
      await admin.client.checkSession({ token });
    }
    passMinutes(20);
    await expect(admin.client.checkSession({ token })).rejects.toMatchObject(ended);
    await expect(admin.client.listStaff({ caller })).rejects.toMatchObject(ended);
  });

  it('expires for calls with a session id in the same way as for tokens', async () => {
    const caller = await admin.signIn();
    passMinutes(29);
    await admin.client.listStaff({ caller });
    passMinutes(1);
    await expect(admin.client.listStaff({ caller })).rejects.toMatchObject(ended);
  });

  it('stores its last use once a minute', async () => {
    const { token } = await login();
    const sessions = admin.store.model<Session>('StaffSession');
    const seen = async () => (await sessions.findOne().lean())?.lastSeenAt.getTime() ?? 0;
    const first = await seen();
    admin.clock.passSeconds(55);
    await admin.client.checkSession({ token });
    expect(await seen()).toBe(first);
    admin.clock.passSeconds(5);
    await admin.client.checkSession({ token });
    expect(await seen()).toBeGreaterThan(first);
  });

  it('ends at log-out, and other sessions stay', async () => {
    const [one, other] = [await admin.signIn(), await admin.signIn()];
    await admin.client.logout({ caller: one });
    await expect(admin.client.listStaff({ caller: one })).rejects.toMatchObject(ended);
    await admin.client.listStaff({ caller: other });
    expect((await admin.audit(other))[0]).toMatchObject({ action: 'logout', state: 'done' });
  });

  it('accepts neither a token of a user nor a forged one', async () => {
    const { token } = await login();
    const staffTokens = admin.running.get(SessionTokens);
    const { jwt, keys } = staffTokens as unknown as {
      readonly jwt: { signAsync(payload: object, options: object): Promise<string> };
      readonly keys: { readonly newest: { readonly id: string; readonly privateKey: unknown } };
    };
    const { staffId, sessionId } = await admin.client.checkSession({ token });
    const now = admin.clock.now();
    const later = new Date(now.getTime() + 60_000);
    const { id: keyid, privateKey } = keys.newest;
    const exp = Math.floor(later.getTime() / 1_000);
    const signedFor = (audience: string) =>
      jwt.signAsync({ exp }, { keyid, privateKey, audience, subject: staffId, jwtid: sessionId });
    const ofStaff = await signedFor('staff');
    await admin.client.checkSession({ token: ofStaff });
    const forged = await signedFor('user');
    for (const each of [forged, `${token.slice(0, -4)}AAAA`, 'x', ''])
      await expect(admin.client.checkSession({ token: each })).rejects.toMatchObject(ended);
    const unknown = await staffTokens.sign({ userId: staffId, sessionId: 'other' }, now, later);
    await expect(admin.client.checkSession({ token: unknown })).rejects.toMatchObject(ended);
  });
});

describe('changing one’s own password', () => {
  it('requires the old password, and ends all other sessions', async () => {
    const [caller, other] = [await admin.signIn(), await admin.signIn()];
    const change = (password: string) =>
      admin.client.changePassword({ caller, password, newPassword: 'analytical engine' });
    await expect(change('wrong password')).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'The current password is wrong.',
    });
    await change(firstOwner.password);
    await admin.client.listStaff({ caller });
    await expect(admin.client.listStaff({ caller: other })).rejects.toMatchObject(ended);
    await expect(login()).rejects.toMatchObject(wrong);
    await login({ password: 'analytical engine' });
    const lines = await admin.audit(caller, { action: 'change-password' });
    expect(lines).toMatchObject([{ actorId: caller.staffId, state: 'done' }]);
  });

  it('applies the password rules, and the rate limit of signing in', async () => {
    const caller = await admin.signIn();
    const change = (password: string, newPassword = 'analytical engine') =>
      admin.client.changePassword({ caller, password, newPassword });
    await expect(change(firstOwner.password, firstOwner.email)).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'Please choose a password that is more than your e-mail address.',
    });
    for (let tries = 0; tries < 10; tries += 1)
      await expect(change('wrong password')).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(change(firstOwner.password)).rejects.toMatchObject({
      code: 'too-many-requests',
      retryAfterMs: expect.any(Number) as unknown,
    });
  });
});

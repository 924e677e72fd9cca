import { jest } from '@jest/globals';
import { ScriptedMailServer } from '@vault/integrations/testing';
import { createLogger } from '@vault/base';
import { until } from '@vault/base/testing';
import PostalMime, { type Email } from 'postal-mime';
import { AuthPeer, newPerson, startAuth, type AuthUnderTest } from '../testing/auth-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

const clientAddress = '203.0.113.9';
const unauthorized = { code: 'unauthenticated', message: 'Unauthorized' };
const linkExpired = { code: 'gone' };

let server: ScriptedMailServer;
let auth: AuthUnderTest;
let peer: AuthPeer;
let log = '';
let number = 0;

beforeAll(async () => {
  server = await ScriptedMailServer.start();
  auth = await startAuth({
    env: { ...server.env, PUBLIC_URL: 'https://vault.example' },
    logger: createLogger({ level: 'info', destination: { write: (line) => void (log += line) } }),
  });
  peer = new AuthPeer(auth);
  await peer.start();
});
afterAll(async () => {
  await peer.stop();
  await auth.stop();
  await server.stop();
});

async function registered() {
  const person = newPerson();
  const { token, user } = await auth.client.register(person);
  const to = `new-address-${String((number += 1))}@example.com`;
  return { person, token, userId: user!.id, from: person.email, to };
}
type Person = Awaited<ReturnType<typeof registered>>;

const request = ({ userId, person, to }: Person, changes: object = {}) =>
  auth.client.requestEmailChange({
    userId,
    email: to,
    password: person.password,
    clientAddress,
    ...changes,
  });
const confirm = (token: string) => auth.client.confirmEmailChange({ token });
const undo = (token: string) => auth.client.undoEmailChange({ token });
const login = (email: string, password: string) => auth.client.login({ email, password, clientAddress });
const emailOf = async (userId: string) => (await auth.client.getAccount({ userId })).email;

async function mailsTo(address: string): Promise<Email[]> {
  const theirs = server.mails.filter(({ to }) => to.includes(address));
  return Promise.all(theirs.map(({ raw }) => PostalMime.parse(raw)));
}

/** The token of the link in the newest of `count` mails with a path. */
async function tokenIn(address: string, path: string, count = 1): Promise<string> {
  const link = new RegExp(`https://vault\\.example/${path}#([\\w-]{20,128})\\s`);
  const found = await until(
    async () => (await mailsTo(address)).flatMap(({ text }) => link.exec(text ?? '')?.[1] ?? []),
    (tokens) => tokens.length >= count,
  );
  return found.at(-1)!;
}

async function changed(who: Person): Promise<string> {
  await request(who);
  await confirm(await tokenIn(who.to, 'confirm-email'));
  return tokenIn(who.from, 'undo-email');
}

describe('a change of the e-mail address', () => {
  it('is confirmed at the new address; sessions continue, and lists follow', async () => {
    const who = await registered();
    await request(who);
    const token = await tokenIn(who.to, 'confirm-email');
    expect(await emailOf(who.userId)).toBe(who.from);
    await confirm(token);
    await auth.client.verifySession({ token: who.token });
    expect(await emailOf(who.userId)).toBe(who.to);
    await expect(login(who.from, who.person.password)).rejects.toMatchObject({ code: 'unauthenticated' });
    await login(who.to, who.person.password);
    const page = { page: 1, limit: 10, sort: '', descending: false, plan: '', state: '' };
    const found = async (q: string) => (await auth.client.listAccounts({ ...page, q })).total;
    expect([await found(who.to), await found(who.from)]).toEqual([1, 0]);
    expect(await peer.eventsOf(who.userId, 1)).toEqual([
      ['auth.account-changed.v1', { userId: who.userId, version: 1 }],
    ]);
    const [, notice] = await until(
      () => mailsTo(who.from),
      ({ length }) => length === 2,
    );
    expect(notice!.text!.replaceAll(/\s+/g, ' ')).toContain(`Your account now uses the address ${who.to}.`);
  });

  it('has links that are stored nowhere, work once, and end after an hour', async () => {
    const who = await registered();
    await request(who);
    const first = await tokenIn(who.to, 'confirm-email');
    const stored = JSON.stringify([await auth.store.model('OneTimeToken').find().lean(), log]);
    expect(stored).not.toContain(first);
    await request(who);
    const second = await tokenIn(who.to, 'confirm-email', 2);
    await expect(confirm(first)).rejects.toMatchObject(linkExpired);
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => confirm(second)));
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
    await expect(confirm(second)).rejects.toMatchObject(linkExpired);
    const undoing = await tokenIn(who.from, 'undo-email');
    expect(JSON.stringify(await auth.store.model('OneTimeToken').find().lean())).not.toContain(undoing);
    const late = await registered();
    await request(late);
    const token = await tokenIn(late.to, 'confirm-email');
    auth.clock.passMinutes(60);
    await expect(confirm(token)).rejects.toMatchObject(linkExpired);
    for (const forged of ['', 'made-up', '../../etc/passwd'])
      await expect(confirm(forged)).rejects.toMatchObject(linkExpired);
  });

  it('needs the password, and another address', async () => {
    const who = await registered();
    await expect(request(who, { password: 'wrong' })).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'The password is wrong.',
    });
    await expect(request(who, { email: who.from })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('does not reveal whether the new address has an account, whose owner gets no mail', async () => {
    const [who, other] = [await registered(), await registered()];
    expect(await request(who, { email: other.from })).toEqual(await request(await registered()));
    await until(
      () => auth.store.model('Mail').findOne({ kind: 'email-confirm', ownerId: who.userId }).lean(),
      (mail) => (mail as { end?: string } | null)?.end === 'dropped',
    );
    expect((await mailsTo(other.from)).filter(({ subject }) => /address/.test(subject ?? ''))).toEqual([]);
  });

  it('is refused when the address got an account meanwhile', async () => {
    const who = await registered();
    await request(who);
    const token = await tokenIn(who.to, 'confirm-email');
    await auth.client.register({ ...newPerson(), email: who.to });
    await expect(confirm(token)).rejects.toMatchObject({ code: 'conflict' });
    expect(await emailOf(who.userId)).toBe(who.from);
  });

  it('is limited to five requests an hour, of a person and to an address', async () => {
    const [who, other] = [await registered(), await registered()];
    for (let count = 0; count < 5; count += 1) await request(who);
    for (const each of [request(who), request(other, { email: who.to })])
      await expect(each).rejects.toMatchObject({ code: 'too-many-requests' });
    auth.clock.passMinutes(61);
    await request(who);
  });

  it.each<[string, (who: Person) => Promise<unknown>]>([
    [
      'a new password',
      async ({ userId, token, person: { password } }) => {
        const { sessionId } = await auth.client.verifySession({ token });
        const newPassword = 'difference engine';
        await auth.client.changePassword({ userId, sessionId, password, newPassword, clientAddress });
      },
    ],
    [
      'the deletion of the account',
      ({ userId }) => peer.send('auth.delete-account.v1', { userId, by: 'user' }),
    ],
  ])('that is not confirmed ends with %s', async (_, end) => {
    const who = await registered();
    await request(who);
    const token = await tokenIn(who.to, 'confirm-email');
    await end(who);
    await expect(confirm(token)).rejects.toMatchObject(linkExpired);
    expect(await auth.store.model('EmailChange').countDocuments({ userId: who.userId })).toBe(0);
  });

  it('can be confirmed again when it was interrupted', async () => {
    const who = await registered();
    await request(who);
    const token = await tokenIn(who.to, 'confirm-email');
    const mails = auth.store.model('Mail');
    jest.spyOn(mails, 'create').mockRejectedValueOnce(new Error('stopped in between'));
    await expect(confirm(token)).rejects.toMatchObject({ code: 'internal' });
    await confirm(token);
    expect(await emailOf(who.userId)).toBe(who.to);
    await tokenIn(who.from, 'undo-email');
  });
});

describe('undoing a change of the e-mail address', () => {
  it('restores it, ends all sessions and the password, and sends a link for a new one', async () => {
    const who = await registered();
    const token = await changed(who);
    auth.clock.passMinutes(60 * 24 * 6);
    await undo(token);
    await expect(auth.client.verifySession({ token: who.token })).rejects.toMatchObject(unauthorized);
    for (const address of [who.from, who.to])
      await expect(login(address, who.person.password)).rejects.toMatchObject({ code: 'unauthenticated' });
    const reset = await tokenIn(who.from, 'reset-password');
    await auth.client.resetPassword({ token: reset, newPassword: 'analytical engine' });
    await login(who.from, 'analytical engine');
    await expect(undo(token)).rejects.toMatchObject(linkExpired);
  });

  it('works after further changes, which cannot undo it', async () => {
    const who = await registered();
    const first = await changed(who);
    auth.clock.passMinutes(1);
    const later = { ...who, from: who.to, to: `later-${who.to}` };
    const second = await changed(later);
    await undo(second);
    expect(await emailOf(who.userId)).toBe(who.to);
    await undo(first);
    expect(await emailOf(who.userId)).toBe(who.from);
    await expect(undo(second)).rejects.toMatchObject(linkExpired);
  });

  it('is possible for seven days, in which nobody else gets the old address', async () => {
    const [who, other] = [await registered(), await registered()];
    const token = await changed(who);
    const taking = () => auth.client.register({ ...newPerson(), email: who.from });
    await expect(taking()).rejects.toMatchObject({ code: 'conflict' });
    await request(other, { email: who.from });
    await until(
      () => auth.store.model('Mail').findOne({ kind: 'email-confirm', ownerId: other.userId }).lean(),
      (mail) => (mail as { end?: string } | null)?.end === 'dropped',
    );
    auth.clock.passMinutes(7 * 24 * 60);
    await expect(undo(token)).rejects.toMatchObject(linkExpired);
    await taking();
  });
});

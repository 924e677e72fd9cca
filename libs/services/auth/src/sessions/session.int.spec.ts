import { createHmac, createSign, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { Session } from '@vault/identity';
import { newPerson, startAuth, TestClock, type AuthUnderTest } from '../testing/auth-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

const unauthorized = { code: 'unauthenticated', message: 'Unauthorized' };

interface Pair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}
const makePair = (): Pair => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const listOf = (keys: Readonly<Record<string, Pair>>) =>
  JSON.stringify(
    Object.entries(keys).map(([kid, { privateKey }]) => ({ ...privateKey.export({ format: 'jwk' }), kid })),
  );

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const decode = (part: string | undefined) =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Record<string, unknown>;
const es256 = (input: string, { privateKey }: Pair) =>
  createSign('sha256')
    .update(input)
    .sign({ key: privateKey, dsaEncoding: 'ieee-p1363' })
    .toString('base64url');

describe('tokens', () => {
  const ours = makePair();
  const stranger = makePair();
  let auth: AuthUnderTest;
  let token: string;
  let header: Record<string, unknown>;
  let claims: Record<string, unknown>;
  let otherUserId: string;

  beforeAll(async () => {
    auth = await startAuth({ env: { JWT_KEYS: listOf({ 'key-1': ours }) } });
    ({ token } = await auth.client.register(newPerson()));
    otherUserId = (await auth.client.register(newPerson())).user?.id ?? '';
    [header, claims] = token.split('.').slice(0, 2).map(decode) as [typeof header, typeof claims];
  });
  afterAll(() => auth.stop());

  const make = (head: object, body: object, sign: (input: string) => string) => {
    const input = `${encode(head)}.${encode(body)}`;
    return `${input}.${sign(input)}`;
  };
  const byUs = (input: string) => es256(input, ours);

  it('have the required claims, and a copy signed with our key is accepted', async () => {
    expect(header).toEqual({ alg: 'ES256', typ: 'JWT', kid: 'key-1' });
    expect(claims).toMatchObject({ iss: 'webinar-vault', aud: 'user' });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(30 * 86_400);
    await auth.client.verifySession({ token: make(header, claims, byUs) });
  });

  const forgeries: Record<string, () => string> = {
    'an empty token': () => '',
    'text that is no token': () => 'not.a.token',
    'a token of a megabyte': () => `${token}${'A'.repeat(1_000_000)}`,
    'no signature': () => `${token.split('.').slice(0, 2).join('.')}.`,
    'alg none': () => make({ ...header, alg: 'none' }, claims, () => ''),
    'alg None in another case': () => make({ ...header, alg: 'NoNe' }, claims, () => ''),
    'HS256 keyed with our public key': () => {
      const pem = ours.publicKey.export({ format: 'pem', type: 'spki' });
      return make({ ...header, alg: 'HS256' }, claims, (input) =>
        createHmac('sha256', pem).update(input).digest('base64url'),
      );
    },
    'another key under our kid': () => make(header, claims, (input) => es256(input, stranger)),
    'another kid': () => make({ ...header, kid: 'key-2' }, claims, byUs),
    'no kid': () => make({ ...header, kid: undefined }, claims, byUs),
    'a kid that is an object': () => make({ ...header, kid: { $ne: '' } }, claims, byUs),
    'a key of its own in the header': () => {
      const jwk = stranger.publicKey.export({ format: 'jwk' });
      return make({ ...header, jwk }, claims, (input) => es256(input, stranger));
    },
    'another person in the payload': () => {
      const [head, , signature] = token.split('.');
      return [head, encode({ ...claims, sub: otherUserId }), signature].join('.');
    },
    'a changed signature': () => {
      const at = token.length - 40;
      return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
    },
    'the audience of staff': () => make(header, { ...claims, aud: 'staff' }, byUs),
    'no audience': () => make(header, { ...claims, aud: undefined }, byUs),
    'another issuer': () => make(header, { ...claims, iss: 'somebody' }, byUs),
    'an expiry in the past': () => make(header, { ...claims, exp: Number(claims.iat) - 1 }, byUs),
    'no expiry': () => make(header, { ...claims, exp: undefined }, byUs),
    'an unknown critical extension': () => make({ ...header, crit: ['b64'], b64: false }, claims, byUs),
    'no session': () => make(header, { ...claims, jti: undefined }, byUs),
    'a session that does not exist': () => make(header, { ...claims, jti: 'made-up' }, byUs),
    'the session of another person': () => make(header, { ...claims, sub: otherUserId }, byUs),
    'query operators instead of ids': () =>
      make(header, { ...claims, sub: { $ne: '' }, jti: { $ne: '' } }, byUs),
  };

  it.each(Object.keys(forgeries))('are refused with %s', async (name) => {
    await expect(auth.client.verifySession({ token: forgeries[name]?.() ?? '' })).rejects.toMatchObject(
      unauthorized,
    );
  });
});

describe('sessions', () => {
  let auth: AuthUnderTest;
  beforeEach(async () => {
    auth = await startAuth();
  });
  afterEach(() => auth.stop());

  it('end after 30 days', async () => {
    const person = newPerson();
    const { token } = await auth.client.register(person);
    auth.clock.passMinutes(30 * 24 * 60 - 1);
    await auth.client.verifySession({ token });
    const { token: newer } = await auth.client.login(person);
    auth.clock.passMinutes(1);
    await expect(auth.client.verifySession({ token })).rejects.toMatchObject(unauthorized);
    await auth.client.verifySession({ token: newer });
  });

  it.each([
    ['Session', 'expiresAt'],
    ['OneTimeToken', 'expiresAt'],
    ['AccountTries', 'expiresAt'],
    ['KnownAddress', 'expiresAt'],
    ['Mail', 'forgetAt'],
  ])('and other records expire: the store removes each %s at its `%s`', (model, field) => {
    const ttl = [{ [field]: 1 }, expect.objectContaining({ expireAfterSeconds: 0 })];
    expect(auth.store.model(model).schema.indexes()).toContainEqual(ttl);
  });

  it('are refused at once for a deactivated and for a deleted account', async () => {
    const person = newPerson();
    const { token, user } = await auth.client.register(person);
    const users = auth.store.model('User');
    await users.updateOne({ _id: user?.id }, { $set: { isActive: false } });
    await expect(auth.client.verifySession({ token })).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Forbidden',
    });
    await expect(auth.client.login(person)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('disabled') as unknown,
    });
    await expect(auth.client.login({ ...person, password: 'wrong' })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await users.deleteOne({ _id: user?.id });
    await expect(auth.client.verifySession({ token })).rejects.toMatchObject(unauthorized);
  });

  it('are at most a hundred per person: the oldest ends', async () => {
    const person = newPerson();
    const { token: first } = await auth.client.register(person);
    auth.clock.passMinutes(1);
    const { token: second } = await auth.client.login(person);
    // Inserted directly: so many password hashes would take most of the time of this file.
    const sessions = auth.store.model<Session>('Session');
    const session = (await sessions.findOne().lean<Session>())!;
    for (let count = 2; count < 100; count += 1) {
      auth.clock.passMinutes(1);
      await sessions.create({ ...session, _id: randomUUID(), createdAt: auth.clock.now() });
    }
    await auth.client.verifySession({ token: first });
    auth.clock.passMinutes(1);
    await auth.client.login(person);
    await expect(auth.client.verifySession({ token: first })).rejects.toMatchObject(unauthorized);
    await auth.client.verifySession({ token: second });
  });
});

describe('a download ticket', () => {
  let auth: AuthUnderTest;
  let ids: { userId: string; sessionId: string };
  beforeEach(async () => {
    auth = await startAuth();
    const { token, user } = await auth.client.register(newPerson());
    ids = { userId: user?.id ?? '', sessionId: String(decode(token.split('.')[1]).jti) };
  });
  afterEach(() => auth.stop());
  const issue = async () => (await auth.client.issueDownloadTicket(ids)).ticket;
  const redeem = (ticket: string) => auth.client.redeemDownloadTicket({ ticket });

  it('stands for its session once, even for simultaneous callers', async () => {
    const ticket = await issue();
    const answers = await Promise.allSettled([redeem(ticket), redeem(ticket), redeem(ticket)]);
    const redeemed = answers.filter(({ status }) => status === 'fulfilled');
    expect(redeemed).toHaveLength(1);
    expect(redeemed[0]).toMatchObject({ value: { sessionId: ids.sessionId, user: { id: ids.userId } } });
    await expect(redeem(ticket)).rejects.toMatchObject(unauthorized);
  });

  it('is stored as a hash, and a new one replaces it', async () => {
    const [first, second] = [await issue(), await issue()];
    expect(JSON.stringify(await auth.store.model('OneTimeToken').find().lean())).not.toContain(second);
    await expect(redeem(first)).rejects.toMatchObject(unauthorized);
    await redeem(second);
  });

  it('expires after a minute', async () => {
    const ticket = await issue();
    auth.clock.passMinutes(1);
    await expect(redeem(ticket)).rejects.toMatchObject(unauthorized);
  });

  it('ends with its session and with the account', async () => {
    const ticket = await issue();
    await auth.store.model('User').updateOne({ _id: ids.userId }, { $set: { isActive: false } });
    await expect(redeem(ticket)).rejects.toMatchObject({ code: 'forbidden' });
    await auth.store.model('User').updateOne({ _id: ids.userId }, { $set: { isActive: true } });
    const next = await issue();
    await auth.client.logout(ids);
    await expect(redeem(next)).rejects.toMatchObject(unauthorized);
    await expect(issue()).rejects.toMatchObject(unauthorized);
  });

  it('is issued for nobody else’s session', async () => {
    const { user } = await auth.client.register(newPerson());
    const foreign = { ...ids, userId: user?.id ?? '' };
    await expect(auth.client.issueDownloadTicket(foreign)).rejects.toMatchObject(unauthorized);
  });
});

describe('the sessions of a person', () => {
  let auth: AuthUnderTest;
  beforeAll(async () => {
    auth = await startAuth();
  });
  afterAll(() => auth.stop());

  const epoch = (time: Date) => time.getTime() / 1_000;

  /** A person with two sessions. */
  async function signedInTwice() {
    const person = newPerson();
    const first = await auth.client.register({ ...person, userAgent: `Firefox ${'x'.repeat(1_000)}` });
    const begin = auth.clock.now();
    auth.clock.passMinutes(1);
    const second = await auth.client.login({ ...person, clientAddress: '198.51.100.3', userAgent: 'Safari' });
    const ids = [first, second].map(({ token }) => String(decode(token.split('.')[1]).jti));
    return { userId: first.user?.id ?? '', first, second, ids: ids as [string, string], begin };
  }

  it('are listed with their address and last use', async () => {
    const { userId, ids, begin } = await signedInTwice();
    const { sessions } = await auth.client.listSessions({ userId });
    expect(sessions).toEqual([
      {
        id: ids[1],
        clientAddress: '198.51.100.3',
        userAgent: 'Safari',
        createdAt: epoch(auth.clock.now()),
        lastSeenAt: epoch(auth.clock.now()),
      },
      {
        id: ids[0],
        clientAddress: '203.0.113.9',
        userAgent: `Firefox ${'x'.repeat(248)}`,
        createdAt: epoch(begin),
        lastSeenAt: epoch(begin),
      },
    ]);
    await expect(auth.client.listSessions({ userId: 'nobody' })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('store their last use once a minute', async () => {
    const { userId, first, ids } = await signedInTwice();
    const update = jest.spyOn(auth.store.model('Session'), 'updateOne');
    for (let count = 0; count < 3; count += 1) await auth.client.verifySession({ token: first.token });
    expect(update).toHaveBeenCalledTimes(1);
    const seen = auth.clock.now();
    expect(
      (await auth.client.listSessions({ userId })).sessions.find(({ id }) => id === ids[0]),
    ).toMatchObject({
      lastSeenAt: epoch(seen),
    });
    auth.clock.passMinutes(1);
    await auth.client.verifySession({ token: first.token });
    expect(update).toHaveBeenCalledTimes(2);
    update.mockRestore();
  });

  it('stay valid when their last use cannot be stored', async () => {
    const { first } = await signedInTwice();
    const away = () => Promise.reject(new Error('away')) as never;
    const update = jest.spyOn(auth.store.model('Session'), 'updateOne').mockImplementation(away);
    await auth.client.verifySession({ token: first.token });
    expect(update).toHaveBeenCalledTimes(1);
    update.mockRestore();
  });

  it('can be ended one by one, only by their owner', async () => {
    const { userId, first, second, ids } = await signedInTwice();
    await auth.client.endSession({ userId: 'somebody-else', sessionId: ids[1] });
    await auth.client.verifySession({ token: second.token });
    await auth.client.endSession({ userId, sessionId: ids[1] });
    await auth.client.endSession({ userId, sessionId: ids[1] });
    await expect(auth.client.verifySession({ token: second.token })).rejects.toMatchObject(unauthorized);
    await auth.client.verifySession({ token: first.token });
  });

  it('can be ended except for one', async () => {
    const { userId, first, second, ids } = await signedInTwice();
    const stranger = await signedInTwice();
    await auth.client.endOtherSessions({ userId, sessionId: ids[1] });
    await expect(auth.client.verifySession({ token: first.token })).rejects.toMatchObject(unauthorized);
    await auth.client.verifySession({ token: second.token });
    await auth.client.verifySession({ token: stranger.first.token });
  });
});

describe('a restart', () => {
  let dataDir: string;
  const clock = new TestClock();
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'vault-auth-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('keeps users, sessions and the key file, which only its owner can read', async () => {
    const before = await startAuth({ dataDir, clock });
    const person = newPerson();
    const { token, user } = await before.client.register(person);
    await before.stop();
    const names = readdirSync(join(dataDir, 'keys'));
    expect(names).toHaveLength(1);
    expect(statSync(join(dataDir, 'keys', names[0] ?? '')).mode & 0o777).toBe(0o600);
    const after = await startAuth({ dataDir, clock });
    expect((await after.client.verifySession({ token })).user).toEqual(user);
    expect((await after.client.login(person)).user).toEqual(user);
    expect(readdirSync(join(dataDir, 'keys'))).toEqual(names);
    await after.stop();
  });

  it('can add a new key: the old one verifies until it is removed', async () => {
    const [old, fresh] = [makePair(), makePair()];
    const startWith = (keys: Record<string, Pair>) =>
      startAuth({ dataDir, clock, env: { JWT_KEYS: listOf(keys) } });
    const person = newPerson();
    const first = await startWith({ old });
    const { token } = await first.client.register(person);
    await first.stop();
    const both = await startWith({ old, fresh });
    await both.client.verifySession({ token });
    const { token: newer } = await both.client.login(person);
    expect(decode(newer.split('.')[0]).kid).toBe('fresh');
    await both.stop();
    const last = await startWith({ fresh });
    await last.client.verifySession({ token: newer });
    await expect(last.client.verifySession({ token })).rejects.toMatchObject(unauthorized);
    await last.stop();
  });
});

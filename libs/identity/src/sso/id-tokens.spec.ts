import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { jest } from '@jest/globals';
import { SsoClient } from './sso-client.ts';
import { InvalidAnswer, type AnswerChecks } from './sso-errors.ts';
import type { SsoProvider } from './sso-provider.ts';
import {
  canary,
  ellipticKey,
  jwkOf,
  nowSeconds,
  partOf,
  provider,
  redirectUrl,
  rsaKey,
  ScriptedProvider,
  signed,
  type TokenParts,
} from './testing/scripted-provider.ts';

const key = rsaKey('first');
const other = rsaKey('other');
const short = rsaKey('first', 1_024);
const elliptic = ellipticKey('elliptic');

/** A long deadline, so that a busy machine does not fail tests. */
const deadlineMs = 60_000;

let scripted: ScriptedProvider;
let client: SsoClient;
beforeEach(() => {
  scripted = new ScriptedProvider(key);
  client = new SsoClient(scripted.send, { deadlineMs });
});

/** @param token of the provider for this sign-in */
async function signInWith(token: () => string, asked: SsoProvider = provider) {
  const begun = await client.begin(provider, { redirectUrl });
  scripted.nonce = begun.nonce;
  scripted.answerToken = () => scripted.tokens(token());
  const query = new URLSearchParams({ code: `${canary}-code`, state: begun.state, iss: provider.issuer });
  return client.finish(asked, { ...begun, callback: `${redirectUrl}?${query.toString()}` });
}

/** @returns the token, unless it is what the changed parts give */
type Change = (parts: TokenParts) => string | undefined;
const changed = (change: Change) => () => {
  const parts = scripted.parts();
  return change(parts) ?? signed(parts);
};
const claim = (name: string, value: unknown) =>
  changed(({ claims }) => {
    claims[name] = value;
  });
/** @param seconds from now */
const time = (name: string, seconds: number) =>
  changed(({ claims }) => void (claims[name] = nowSeconds() + seconds));
const header = (values: Record<string, unknown>) =>
  changed((parts) => {
    Object.assign(parts.header, values);
  });
const hmac = (secret: string | Buffer) =>
  changed(({ claims }) => {
    const content = `${partOf({ alg: 'HS256', kid: 'first' })}.${partOf(claims)}`;
    return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
  });

const hour = 60 * 60;
const settings = 'GET /.well-known/openid-configuration';
const beforeKeys = [settings, 'POST /token'];
const withKeys = [...beforeKeys, 'GET /keys'];
const withNewerKeys = [...withKeys, settings, 'GET /keys'];

describe('an ID token that is refused', () => {
  it.each<[what: string, token: () => string, why: string, requests: string[]]>([
    [
      'is signed with another key',
      changed((parts) => void (parts.key = other.privateKey)),
      'signature verification failed',
      withKeys,
    ],
    [
      'has a cut signature',
      changed((parts) => signed(parts).slice(0, -20)),
      'signature verification failed',
      withKeys,
    ],
    [
      'has no signature',
      changed((parts) => signed(parts).replace(/[^.]+$/, '')),
      'signature verification failed',
      withKeys,
    ],
    ['has two parts', changed((parts) => signed(parts).replace(/\.[^.]+$/, '')), 'Invalid JWT', beforeKeys],
    [
      'has other claims than were signed',
      changed((parts) => {
        const [head, , signature] = signed(parts).split('.');
        return [head, partOf({ ...parts.claims, sub: 'bo' }), signature].join('.');
      }),
      'signature verification failed',
      withKeys,
    ],
    ['names an unknown key', header({ kid: 'unknown' }), 'no applicable keys found', withNewerKeys],
    [
      'names a file as its key',
      header({ kid: '../../etc/passwd' }),
      'no applicable keys found',
      withNewerKeys,
    ],
    ['names a very long key', header({ kid: 'k'.repeat(20_000) }), 'no applicable keys found', withNewerKeys],
    [
      'brings its own key',
      changed((parts) => {
        Object.assign(parts.header, { jwk: jwkOf(other) });
        parts.key = other.privateKey;
      }),
      'signature verification failed',
      withKeys,
    ],
    [
      'says where its key is',
      changed((parts) => {
        Object.assign(parts.header, {
          jku: 'https://evil.example.com/keys',
          x5u: 'https://evil.example.com/cert',
        });
        parts.key = other.privateKey;
      }),
      'signature verification failed',
      withKeys,
    ],
    [
      'needs no signature',
      changed(({ claims }) => `${partOf({ alg: 'none' })}.${partOf(claims)}.`),
      'unexpected JWT "alg"',
      beforeKeys,
    ],
    ['is signed with the client secret', hmac(provider.clientSecret), 'unexpected JWT "alg"', beforeKeys],
    [
      'is signed with the public key as a secret',
      hmac(key.publicKey.export({ type: 'spki', format: 'pem' })),
      'unexpected JWT "alg"',
      beforeKeys,
    ],
    [
      'is signed in a way that was not announced',
      header({ alg: 'RS512' }),
      'unexpected JWT "alg"',
      beforeKeys,
    ],
    [
      'is signed in an announced way with a key for another one',
      changed((parts) => {
        Object.assign(parts, { key: elliptic.privateKey });
      }),
      'signature verification failed',
      withKeys,
    ],
    ['has critical parts', header({ crit: ['exp'] }), 'no JWT "crit"', beforeKeys],
    ['is encrypted', () => 'a.b.c.d.e', 'JWE decryption is not configured', beforeKeys],
    [
      'is not JSON',
      () => `${Buffer.from(canary).toString('base64url')}.e30.AA`,
      'failed to parse JWT Header',
      beforeKeys,
    ],
    ['has a list as header', () => `${partOf([])}.e30.AA`, 'JWT Header must be', beforeKeys],
    [
      'has a list as claims',
      changed((parts) => `${partOf(parts.header)}.${partOf([])}.AA`),
      'JWT Payload must be',
      beforeKeys,
    ],
    ['is of another issuer', claim('iss', 'https://other.example.com'), 'unexpected JWT "iss"', beforeKeys],
    [
      'is of the issuer with a slash',
      claim('iss', `${provider.issuer}/`),
      'unexpected JWT "iss"',
      beforeKeys,
    ],
    ['is of several issuers', claim('iss', [provider.issuer]), 'unexpected JWT "iss"', beforeKeys],
    ['is for another client', claim('aud', 'other'), 'unexpected JWT "aud"', beforeKeys],
    ['is for other clients', claim('aud', ['other', 'third']), 'unexpected JWT "aud"', beforeKeys],
    [
      'is for this and another client',
      claim('aud', [provider.clientId, 'other']),
      'additional untrusted audiences',
      beforeKeys,
    ],
    [
      'is for this client, asked for by another among several',
      changed(({ claims }) => {
        Object.assign(claims, { aud: [provider.clientId, 'other'], azp: 'other' });
      }),
      'unexpected ID Token "azp"',
      beforeKeys,
    ],
    [
      'is for this client, asked for by another',
      claim('azp', 'other'),
      'claim azp cannot be right',
      withKeys,
    ],
    ['is of another sign-in', claim('nonce', 'another'), 'unexpected ID Token "nonce"', beforeKeys],
    ['is of no sign-in', claim('nonce', undefined), 'JWT "nonce" (nonce) claim missing', beforeKeys],
    ['has ended', time('exp', -61), 'expiration is past', beforeKeys],
    ['ends at a word', claim('exp', 'tomorrow'), 'unexpected JWT "exp"', beforeKeys],
    ['never ends', claim('exp', undefined), 'JWT "exp" (expiration time) claim missing', beforeKeys],
    ['does not count yet', time('nbf', 90), 'unexpected JWT "nbf"', beforeKeys],
    ['was issued in an hour', time('iat', hour), 'claim iat cannot be right', withKeys],
    ['was issued in 90 seconds', time('iat', 90), 'claim iat cannot be right', withKeys],
    ['was issued an hour ago', time('iat', -hour), 'claim iat cannot be right', withKeys],
    ['was never issued', claim('iat', undefined), 'JWT "iat" (issued at) claim missing', beforeKeys],
    ['was issued at a word', claim('iat', 'now'), 'unexpected JWT "iat"', beforeKeys],
    ['names nobody', claim('sub', undefined), 'JWT "sub" (subject) claim missing', beforeKeys],
    ['names an empty subject', claim('sub', ''), 'claim sub cannot be right', withKeys],
    ['names a subject that is a number', claim('sub', 7), 'unexpected JWT "sub"', beforeKeys],
    [
      'names a subject that is too long',
      claim('sub', 's'.repeat(256)),
      'claim sub cannot be right',
      withKeys,
    ],
    ['is missing', () => '', '"id_token" property must be a string', beforeKeys],
  ])('%s', async (_what, token, why, requests) => {
    const error: unknown = await signInWith(token).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: 'AppError',
      code: 'forbidden',
      message: 'The answer of the provider is not valid. Start again.',
      cause: { message: expect.stringContaining(why) as unknown },
    });
    expect(scripted.requests).toEqual(requests);
    const logged = inspect(error, { depth: 20, showHidden: true });
    for (const secret of [canary, 'ann@', provider.clientSecret, scripted.nonce])
      expect(logged).not.toContain(secret);
  });

  it.each<[what: string, keys: () => unknown[], head: Record<string, unknown>, why: string]>([
    [
      'has no key name while there are two keys',
      () => [jwkOf(key), jwkOf(other)],
      { kid: undefined },
      'multiple applicable keys',
    ],
    [
      'is signed with a key for encryption',
      () => [{ ...jwkOf(key), use: 'enc' }],
      {},
      'no applicable keys found',
    ],
    [
      'is signed with a key for another way',
      () => [{ ...jwkOf(key), alg: 'RS512' }],
      {},
      'no applicable keys found',
    ],
    ['is signed with a key of an empty set', () => [], {}, 'no applicable keys found'],
    ['is signed with a broken key', () => [{ kty: 'RSA', kid: 'first' }], {}, 'DataError'],
    ['is signed with a short key', () => [jwkOf(short)], {}, 'unsupported RSASSA-PKCS1-v1_5 modulusLength'],
    [
      'is signed with another key of the same name',
      () => [{ ...jwkOf(other), kid: 'first' }],
      {},
      'signature verification failed',
    ],
    [
      'has a public key that is a secret',
      () => [{ kty: 'oct', kid: 'first', k: 'c2VjcmV0' }],
      {},
      'no applicable keys found',
    ],
  ])('%s', async (_what, keys, head, why) => {
    scripted.keys = keys();
    await expect(signInWith(header(head))).rejects.toMatchObject({
      code: 'forbidden',
      message: 'The answer of the provider is not valid. Start again.',
      cause: { message: expect.stringContaining(why) as unknown },
    });
  });
});

describe('an ID token that is accepted', () => {
  it.each<[what: string, token: () => string]>([
    ['is plain', changed(() => undefined)],
    ['is for this client alone, in a list', claim('aud', [provider.clientId])],
    [
      'is for several clients, asked for by this one',
      changed(({ claims }) => {
        Object.assign(claims, { aud: ['other', provider.clientId], azp: provider.clientId });
      }),
    ],
    ['has no key name while there is one key', header({ kid: undefined })],
    ['ended within the tolerance', time('exp', -30)],
    ['counts from within the tolerance', time('nbf', 30)],
    ['was issued ahead, within the tolerance', time('iat', 30)],
    ['says that it is five minutes older than it is, as Entra does', time('iat', -5 * 60)],
  ])('%s', async (_what, token) => {
    await expect(signInWith(token)).resolves.toMatchObject({ issuer: provider.issuer, subject: 'ann' });
    expect(scripted.requests).toEqual(withKeys);
  });

  it('is signed with an elliptic key', async () => {
    scripted = new ScriptedProvider(elliptic);
    scripted.document['id_token_signing_alg_values_supported'] = ['ES256'];
    client = new SsoClient(scripted.send, { deadlineMs });
    await expect(signInWith(changed(() => undefined))).resolves.toMatchObject({ subject: 'ann' });
  });

  const longest = 's'.repeat(255);
  it.each<[what: string, claims: Record<string, unknown>, identity: Record<string, unknown>]>([
    ['the longest subject', { sub: longest }, { subject: longest }],
    [
      'an address that is verified',
      { email_verified: true },
      { email: 'ann@example.com', isEmailVerified: true },
    ],
    ['an address that a word says is verified', { email_verified: 'true' }, { isEmailVerified: true }],
    ['an address that is not verified', { email_verified: false }, { isEmailVerified: false }],
    ['an address with an odd word about it', { email_verified: 'yes' }, { isEmailVerified: false }],
    ['an address of which nothing is said', {}, { email: 'ann@example.com', isEmailVerified: undefined }],
    ['no address', { email: undefined }, { email: undefined }],
    ['an address that is none', { email: ['ann@example.com'] }, { email: undefined }],
    ['an address that is too long', { email: `${longest}@example.com` }, { email: undefined }],
    ['both names', { given_name: ' Ann ', family_name: 'Lee' }, { firstname: 'Ann', lastname: 'Lee' }],
    ['one of both names', { given_name: 'Ann', name: 'X Y' }, { firstname: 'Ann', lastname: '' }],
    ['a whole name', { name: ' Ann  van Lee' }, { firstname: 'Ann', lastname: 'van Lee' }],
    ['no names', { given_name: 7 }, { firstname: '', lastname: '' }],
    ['a name that is too long', { given_name: longest }, { firstname: longest.slice(0, 100) }],
    ['groups', { groups: ['A', 'B', '', 7] }, { groups: ['A', 'B'] }],
    ['one group', { groups: 'A' }, { groups: ['A'] }],
    ['no groups', { groups: { A: true } }, { groups: [] }],
    ['a session', { sid: 'one' }, { providerSession: 'one' }],
    ['a session that is none', { sid: 1 }, { providerSession: undefined }],
  ])('has %s', async (_what, claims, identity) => {
    const token = changed((parts) => void Object.assign(parts.claims, claims));
    const found = await signInWith(token);
    for (const [name, value] of Object.entries(identity))
      expect(found[name as keyof typeof found]).toEqual(value);
  });
});

describe('of a refused token it is known which parts are right,', () => {
  const [issuer, audience, nonce, signature] = [true, true, true, true];
  const claimed = (claims: Record<string, unknown>) =>
    changed((parts) => void Object.assign(parts.claims, claims));
  it.each<[what: string, token: () => string, checks: AnswerChecks]>([
    ['whose issuer is another one', claim('iss', 'https://b.test'), { issuer: false, audience, nonce }],
    ['that is for another client', claim('aud', 'other'), { issuer, audience: false, nonce }],
    ['that is for others too', claim('aud', [provider.clientId, 'b']), { issuer, audience: false, nonce }],
    ['that another client asked for', claim('azp', 'b'), { issuer, audience: false, nonce, signature }],
    ['that is of another sign-in', claim('nonce', 'another'), { issuer, audience, nonce: false }],
    ['that is of no sign-in', claim('nonce', undefined), { issuer, audience, nonce: false }],
    ['that has ended', time('exp', -61), { issuer, audience, nonce, time: false }],
    ['that does not count yet', time('nbf', 90), { issuer, audience, nonce, time: false }],
    ['that is from later', time('iat', hour), { issuer, audience, nonce, signature, time: false }],
    [
      'in which much is wrong',
      claimed({ iss: 'https://b.test', aud: ['b'], nonce: 'another' }),
      { issuer: false, audience: false, nonce: false },
    ],
    [
      'that another key has signed',
      changed((parts) => void (parts.key = other.privateKey)),
      { issuer, audience, nonce, signature: false },
    ],
    ['whose key is unknown', header({ kid: 'b' }), { issuer, audience, nonce, signature: false }],
    ['that is signed in another way', header({ alg: 'RS512' }), { signature: false }],
    ['that names nobody', claim('sub', undefined), { issuer, audience, nonce }],
    ['with an empty subject', claim('sub', ''), { issuer, audience, nonce, signature }],
    ['that cannot be read', () => 'a.b.c', {}],
    ['that is missing', () => '', {}],
  ])('%s', async (_what, token, checks) => {
    const error: unknown = await signInWith(token).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidAnswer);
    expect((error as InvalidAnswer).checks).toEqual(checks);
  });
});

it.each<[claim: string, claims: Record<string, unknown>, groups: string[]]>([
  ['groups', { groups: ['A'] }, ['A']],
  ['roles', { roles: ['A'], groups: ['B'] }, ['A']],
  ['cognito:groups', { 'cognito:groups': 'A' }, ['A']],
  ['https://acme.com/claims/groups', { 'https://acme.com/claims/groups': ['A', 'B'] }, ['A', 'B']],
  ['realm_access.roles', { realm_access: { roles: ['A'] } }, []],
  ['constructor', {}, []],
  ['__proto__', {}, []],
])('groups are in the claim %s, and in no other one', async (groupsClaim, claims, groups) => {
  const token = changed((parts) => void Object.assign(parts.claims, claims));
  const found = await signInWith(token, { ...provider, groupsClaim });
  expect(found.groups).toEqual(groups);
  expect(found.proof.namesGroups).toBe(groups.length > 0);
});

describe('the proof of a sign-in', () => {
  afterEach(() => void jest.restoreAllMocks());
  const longestName = 'k'.repeat(64);
  it.each<[what: string, head: Record<string, unknown>, proof: Record<string, unknown>]>([
    ['names the key', {}, { algorithm: 'RS256', keyId: 'first' }],
    ['names no key when the token does not', { kid: undefined }, { algorithm: 'RS256', keyId: undefined }],
    ['has the longest name of a key', { kid: longestName }, { keyId: longestName }],
    ['has no name of a key that is too long', { kid: `${longestName}k` }, { keyId: undefined }],
    ['has no empty name of a key', { kid: '' }, { keyId: undefined }],
  ])('%s', async (_what, head, expected) => {
    const { kid = 'first' } = head;
    scripted.keys = [{ ...jwkOf(key), kid }];
    const { proof } = await signInWith(header(head));
    for (const [name, value] of Object.entries(expected))
      expect(proof[name as keyof typeof proof]).toEqual(value);
  });

  it('names the algorithm', async () => {
    scripted = new ScriptedProvider(elliptic);
    scripted.document['id_token_signing_alg_values_supported'] = ['RS256', 'ES256'];
    client = new SsoClient(scripted.send, { deadlineMs });
    expect((await signInWith(header({}))).proof).toMatchObject({ algorithm: 'ES256', keyId: 'elliptic' });
  });

  it.each([50, 0, -500])('says that the clock differs by %d seconds', async (seconds) => {
    jest.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000);
    expect((await signInWith(time('iat', seconds))).proof.clockSeconds).toBe(seconds);
  });
});

import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { AppError } from '@vault/base';
import { SsoClient } from './sso-client.ts';
import {
  canary,
  ellipticKey,
  html,
  issuer,
  json,
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
const next = rsaKey('next');
const short = rsaKey('first', 1_024);
const elliptic = ellipticKey('elliptic');
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const settings = 'GET /.well-known/openid-configuration';
const keys = 'GET /keys';

/** A long deadline, so that a busy machine does not fail tests. */
const deadlineMs = 60_000;

let now: number;
let scripted: ScriptedProvider;
let client: SsoClient;
beforeEach(() => {
  now = 0;
  scripted = new ScriptedProvider(key);
  client = new SsoClient(scripted.send, { deadlineMs, now: () => now });
});

/** A good token, for a test to change. */
function parts(): TokenParts {
  const { header, claims, key: signer } = scripted.parts();
  return {
    header: { ...header, typ: 'logout+jwt' },
    claims: {
      iss: claims['iss'],
      aud: claims['aud'],
      iat: claims['iat'],
      exp: claims['exp'],
      jti: 'one',
      sub: `${canary}-ann`,
      sid: `${canary}-session`,
      events: { [logoutEvent]: {} },
    },
    key: signer,
  };
}

/** @returns the token, unless it is what the changed parts give */
type Change = (parts: TokenParts) => string | undefined;
const changed = (change: Change) => () => {
  const made = parts();
  return change(made) ?? signed(made);
};
/** A claim that is undefined is left out. */
const claims = (values: Record<string, unknown>) =>
  changed((made) => void Object.assign(made.claims, values));
const header = (values: Record<string, unknown>) =>
  changed((made) => void Object.assign(made.header, values));
/** @param seconds from now */
const time = (name: string, seconds: number) => () => claims({ [name]: nowSeconds() + seconds })();
const hmac = (secret: string | Buffer) =>
  changed((made) => {
    const content = `${partOf({ ...made.header, alg: 'HS256' })}.${partOf(made.claims)}`;
    return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
  });

async function errorOf(token: string): Promise<unknown> {
  const error: unknown = await client.readLogoutToken(provider, token).then(
    () => new Error('It did not fail.'),
    (thrown: unknown) => thrown,
  );
  const logged = inspect(error, { depth: 20, showHidden: true });
  for (const secret of [canary, 'ann@', provider.clientSecret, token.slice(0, 40) || canary])
    expect(logged).not.toContain(secret);
  return error;
}

const refused = (why: string) => ({
  name: 'AppError',
  code: 'invalid-input',
  message: 'This is not a sign-out of the provider.',
  cause: { message: expect.stringContaining(why) as unknown },
});

describe('a logout token that is refused before anything is asked', () => {
  it.each<[what: string, token: () => string, why: string]>([
    ['is missing', () => '', 'cannot be read'],
    ['is a word', () => canary, 'cannot be read'],
    ['is encrypted', () => 'a.b.c.d.e', 'cannot be read'],
    ['has no JSON', changed((made) => `${partOf(made.header)}.${canary}.AA`), 'cannot be read'],
    ['has a list as claims', changed((made) => `${partOf(made.header)}.${partOf([])}.AA`), 'cannot be read'],
    ['has a list as header', changed((made) => `${partOf([])}.${partOf(made.claims)}.AA`), 'cannot be read'],
    ['is longer than 8 KiB', claims({ more: canary.repeat(1_200) }), 'too long'],
    ['is of another type', header({ typ: 'at+jwt' }), 'typ'],
    ['has a type that is none', header({ typ: ['JWT'] }), 'typ'],
    ['has no events', claims({ events: undefined }), 'events'],
    ['has nothing as events', claims({ events: null }), 'events'],
    ['has a list of events', claims({ events: [logoutEvent] }), 'events'],
    ['has a list of event objects', claims({ events: [{ [logoutEvent]: {} }] }), 'events'],
    ['has a word as events', claims({ events: logoutEvent }), 'events'],
    ['has another event', claims({ events: { [`${canary}-event`]: {} } }), 'events'],
    ['has an event that is nothing', claims({ events: { [logoutEvent]: null } }), 'events'],
    ['has an event that is true', claims({ events: { [logoutEvent]: true } }), 'events'],
    ['has an event that is a list', claims({ events: { [logoutEvent]: [] } }), 'events'],
    ['has a nonce', claims({ nonce: canary }), 'nonce'],
    ['has nothing as a nonce', claims({ nonce: null }), 'nonce'],
    ['is an ID token', () => signed(scripted.parts()), 'jti'],
    ['is an ID token with an id', changed((made) => void delete made.claims['events']), 'events'],
    ['has no id', claims({ jti: undefined }), 'jti'],
    ['has an empty id', claims({ jti: '' }), 'jti'],
    ['has an id that is too long', claims({ jti: 'j'.repeat(256) }), 'jti'],
    ['has a number as id', claims({ jti: 7 }), 'jti'],
    ['names nobody', claims({ sub: undefined, sid: undefined }), 'sub'],
    ['names an empty subject', claims({ sub: '' }), 'sub'],
    ['names nothing as subject', claims({ sub: null }), 'sub'],
    ['names a subject that is too long', claims({ sub: 's'.repeat(256) }), 'sub'],
    ['names a number as session', claims({ sid: 7 }), 'sid'],
    ['names an empty session', claims({ sid: '' }), 'sid'],
    ['names a session that is too long', claims({ sid: 's'.repeat(256) }), 'sid'],
    ['was never issued', claims({ iat: undefined }), 'iat'],
    ['was issued at a word', claims({ iat: 'now' }), 'iat'],
    ['was issued too long ago', time('iat', -180), 'iat'],
    ['is to be issued', time('iat', 90), 'iat'],
  ])('%s', async (_what, token, why) => {
    expect(await errorOf(token())).toMatchObject(refused(why));
    expect(scripted.requests).toEqual([]);
  });
});

const read = [settings];
const withKeys = [settings, keys];

describe('a logout token that is refused', () => {
  it.each<[what: string, token: () => string, why: string, requests: string[]]>([
    ['needs no signature', header({ alg: 'none' }), 'ERR_JOSE_ALG_NOT_ALLOWED', read],
    [
      'has neither an algorithm nor a signature',
      changed((made) => `${partOf({ alg: 'none' })}.${partOf(made.claims)}.`),
      'ERR_JOSE_ALG_NOT_ALLOWED',
      read,
    ],
    ['is signed with the client secret', hmac(provider.clientSecret), 'ERR_JOSE_ALG_NOT_ALLOWED', read],
    [
      'is signed with the public key as a secret',
      hmac(key.publicKey.export({ type: 'spki', format: 'pem' })),
      'ERR_JOSE_ALG_NOT_ALLOWED',
      read,
    ],
    ['is signed in a way that was not announced', header({ alg: 'RS512' }), 'ERR_JOSE_ALG_NOT_ALLOWED', read],
    ['has critical parts', header({ crit: [canary], [canary]: 1 }), 'ERR_JOSE_NOT_SUPPORTED', read],
    [
      'is signed with another key',
      changed((made) => void (made.key = next.privateKey)),
      'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
      withKeys,
    ],
    [
      'brings its own key',
      changed((made) => {
        Object.assign(made.header, { jwk: jwkOf(next), jku: 'https://evil.example.com/keys' });
        made.key = next.privateKey;
      }),
      'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
      withKeys,
    ],
    [
      'names another person than was signed',
      changed((made) => {
        const [head, , signature] = signed(made).split('.');
        return [head, partOf({ ...made.claims, sub: 'bo' }), signature].join('.');
      }),
      'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
      withKeys,
    ],
    [
      'names an unknown key',
      header({ kid: `../${canary}` }),
      'ERR_JWKS_NO_MATCHING_KEY',
      [...withKeys, ...withKeys],
    ],
    ['is for another client', claims({ aud: canary }), 'ERR_JWT_CLAIM_VALIDATION_FAILED: aud', withKeys],
    [
      'is for other clients',
      claims({ aud: ['other', 'third'] }),
      'ERR_JWT_CLAIM_VALIDATION_FAILED: aud',
      withKeys,
    ],
    ['is for nobody', claims({ aud: undefined }), 'ERR_JWT_CLAIM_VALIDATION_FAILED: aud', withKeys],
    [
      'is of another issuer',
      claims({ iss: `https://${canary}.example.com` }),
      'ERR_JWT_CLAIM_VALIDATION_FAILED: iss',
      withKeys,
    ],
    [
      'is of the issuer with a slash',
      claims({ iss: `${issuer}/` }),
      'ERR_JWT_CLAIM_VALIDATION_FAILED: iss',
      withKeys,
    ],
    ['is of no issuer', claims({ iss: undefined }), 'ERR_JWT_CLAIM_VALIDATION_FAILED: iss', withKeys],
    ['has ended', time('exp', -90), 'ERR_JWT_EXPIRED: exp', withKeys],
    ['ends at a word', claims({ exp: canary }), 'ERR_JWT_CLAIM_VALIDATION_FAILED: exp', withKeys],
    ['does not count yet', time('nbf', 90), 'ERR_JWT_CLAIM_VALIDATION_FAILED: nbf', withKeys],
  ])('%s', async (_what, token, why, requests) => {
    expect(await errorOf(token())).toMatchObject(refused(why));
    expect(scripted.requests).toEqual(requests);
  });

  it.each<[what: string, keys: () => unknown[], head: Record<string, unknown>, why: string]>([
    [
      'has no key name while there are two keys',
      () => [jwkOf(key), jwkOf(next)],
      { kid: undefined },
      'MULTIPLE',
    ],
    [
      'is signed with a key for encryption',
      () => [{ ...jwkOf(key), use: 'enc' }, jwkOf(next)],
      {},
      'NO_MATCHING',
    ],
    ['is signed with a key for another way', () => [{ ...jwkOf(key), alg: 'RS512' }], {}, 'NO_MATCHING'],
    ['is signed with a broken key', () => [{ kty: 'RSA', kid: 'first' }], {}, 'DataError'],
    ['is signed with a short key', () => [jwkOf(short)], {}, 'TypeError'],
    [
      'is signed with another key of the same name',
      () => [{ ...jwkOf(next), kid: 'first' }],
      {},
      'SIGNATURE_VERIFICATION_FAILED',
    ],
  ])('%s', async (_what, keysOf, head, why) => {
    scripted.keys = keysOf();
    expect(await errorOf(header(head)())).toMatchObject(refused(why));
  });
});

describe('a logout token that is accepted', () => {
  const subject = `${canary}-ann`;
  const providerSession = `${canary}-session`;
  const both = { tokenId: 'one', subject, providerSession };
  const longest = 'l'.repeat(255);
  it.each<[what: string, token: () => string, logout: object]>([
    ['names a person and a session', changed(() => undefined), both],
    ['names a person', claims({ sid: undefined }), { tokenId: 'one', subject }],
    ['names a session', claims({ sub: undefined }), { tokenId: 'one', providerSession }],
    [
      'has an event of its maker, as Keycloak sends it',
      claims({ events: { [logoutEvent]: {}, revoke_offline_access: true }, typ: 'Logout' }),
      both,
    ],
    ['has an event with a member', claims({ events: { [logoutEvent]: { a: 1 } } }), both],
    ['has the longest id', claims({ jti: longest }), { ...both, tokenId: longest }],
    ['has the longest subject', claims({ sub: longest }), { ...both, subject: longest }],
    ['is of the type JWT', header({ typ: 'JWT' }), both],
    ['has no type', header({ typ: undefined }), both],
    ['has no key name while there is one key', header({ kid: undefined }), both],
    ['is for this client among others', claims({ aud: ['other', provider.clientId] }), both],
    ['never ends', claims({ exp: undefined }), both],
    ['ended within the tolerance', time('exp', -30), both],
    ['was sent late', time('iat', -120), both],
    ['was issued ahead, within the tolerance', time('iat', 30), both],
  ])('%s', async (_what, token, logout) => {
    expect(await client.readLogoutToken(provider, token())).toEqual(logout);
    expect(scripted.requests).toEqual(withKeys);
  });

  it('is signed with an elliptic key', async () => {
    scripted = new ScriptedProvider(elliptic);
    scripted.document['id_token_signing_alg_values_supported'] = ['ES256'];
    client = new SsoClient(scripted.send, { deadlineMs });
    expect(await client.readLogoutToken(provider, signed(parts()))).toEqual(both);
  });
});

describe('the keys of the provider', () => {
  const good = () => signed(parts());
  const made = header({ kid: 'made up' });
  const unreachable = () => {
    throw new AppError('unavailable', 'The address cannot be reached.');
  };
  const away = {
    code: 'unavailable',
    message: 'The provider cannot be reached. Try again in a minute.',
  };

  it('are read once for sign-outs and sign-ins', async () => {
    await Promise.all([client.readLogoutToken(provider, good()), client.readLogoutToken(provider, good())]);
    expect(scripted.requests).toEqual(withKeys);
    scripted.requests.length = 0;
    await signIn();
    await client.readLogoutToken(provider, good());
    expect(scripted.requests).toEqual(['POST /token']);
  });

  it('are those that a sign-in has read', async () => {
    await signIn();
    scripted.requests.length = 0;
    await client.readLogoutToken(provider, good());
    expect(scripted.requests).toEqual([]);
  });

  it('are read again when they have changed', async () => {
    await client.readLogoutToken(provider, good());
    scripted.keys = [jwkOf(next)];
    scripted.requests.length = 0;
    const token = changed((changing) => {
      changing.header['kid'] = 'next';
      changing.key = next.privateKey;
    });
    expect(await client.readLogoutToken(provider, token())).toMatchObject({ tokenId: 'one' });
    expect(scripted.requests).toEqual(withKeys);
    expect(await errorOf(good())).toMatchObject(refused('ERR_JWKS_NO_MATCHING_KEY'));
    expect(scripted.requests).toEqual(withKeys);
  });

  it('are read again at most every ten seconds for made-up keys', async () => {
    await client.readLogoutToken(provider, good());
    scripted.requests.length = 0;
    const tenTimes = () => Promise.all(Array.from({ length: 10 }, () => errorOf(made())));
    for (const error of [...(await tenTimes()), ...(await tenTimes())])
      expect(error).toMatchObject(refused('ERR_JWKS_NO_MATCHING_KEY'));
    expect(scripted.requests).toEqual(withKeys);
    now += 10_001;
    await tenTimes();
    expect(scripted.requests).toEqual([...withKeys, ...withKeys]);
  });

  it('are read again after five minutes', async () => {
    await client.readLogoutToken(provider, good());
    now += 5 * 60_000;
    await client.readLogoutToken(provider, good());
    expect(scripted.requests).toEqual([...withKeys, ...withKeys]);
  });

  it.each<[what: string, answer: ScriptedProvider['answerKeys']]>([
    ['cannot be reached', unreachable],
    ['are an error', () => html(503)],
    ['are missing', () => html(404)],
    ['are a page', () => html(200)],
    ['are none', () => json({ keys: [] })],
    ['are no list', () => json({ keys: canary })],
    ['are too many', () => json({ keys: [canary.repeat(20_000)] })],
  ])('%s: the provider is away, until it is back', async (_what, answer) => {
    const { answerKeys } = scripted;
    scripted.answerKeys = answer;
    expect(await errorOf(good())).toMatchObject(away);
    expect(await errorOf(good())).toMatchObject(away);
    scripted.answerKeys = answerKeys;
    expect(await client.readLogoutToken(provider, good())).toMatchObject({ tokenId: 'one' });
  });

  it.each<[what: string, answer: ScriptedProvider['answerSettings']]>([
    ['cannot be reached', unreachable],
    ['are an error', () => html(503)],
    ['are missing', () => html(404)],
    ['are of another provider', () => json({ ...scripted.document, issuer: 'https://other' })],
    ['are at an address inside', () => json({ ...scripted.document, jwks_uri: 'https://10.0.0.1/keys' })],
  ])('have settings that %s: the provider is away', async (_what, answer) => {
    scripted.answerSettings = answer;
    expect(await errorOf(good())).toMatchObject(away);
  });

  it('never come: the provider is away', async () => {
    client = new SsoClient(scripted.send, { deadlineMs: 1_000 });
    scripted.answerKeys = () => new Promise(() => undefined);
    expect(await errorOf(good())).toMatchObject(away);
  });

  async function signIn() {
    const begun = await client.begin(provider, { redirectUrl });
    scripted.nonce = begun.nonce;
    const callback = `${redirectUrl}?code=1&state=${begun.state}&iss=${issuer}`;
    return client.finish(provider, { ...begun, callback });
  }
});

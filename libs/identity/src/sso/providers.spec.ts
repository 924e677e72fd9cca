import { inspect } from 'node:util';
import { AppError } from '@vault/base';
import { SsoClient } from './sso-client.ts';
import {
  canary,
  html,
  issuer,
  json,
  jwkOf,
  provider,
  redirectUrl,
  rsaKey,
  ScriptedProvider,
  signed,
} from './testing/scripted-provider.ts';

const key = rsaKey('first');
const next = rsaKey('next');
const settings = 'GET /.well-known/openid-configuration';

let scripted: ScriptedProvider;
let client: SsoClient;
let now: number;
beforeEach(() => {
  now = 0;
  scripted = new ScriptedProvider(key);
  client = new SsoClient(scripted.send, { deadlineMs, now: () => now });
});

async function begin() {
  const begun = await client.begin(provider, { redirectUrl });
  scripted.nonce = begun.nonce;
  return begun;
}

/** @param change what comes back; nothing stands for a parameter that is missing */
async function comeBack(change: Record<string, string | undefined> = {}) {
  const begun = await begin();
  const query: typeof change = { code: `${canary}-code`, state: begun.state, iss: issuer, ...change };
  const sent = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const callback = `${redirectUrl}?${new URLSearchParams(sent).toString()}`;
  return client.finish(provider, { ...begun, callback });
}

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    () => new Error('It did not fail.'),
    (thrown: unknown) => thrown,
  );
  const logged = inspect(error, { depth: 20, showHidden: true });
  for (const secret of [canary, provider.clientSecret, scripted.nonce || canary])
    expect(logged).not.toContain(secret);
  return error;
}

const failing = (code: string, message: string) => ({ name: 'AppError', code, message });
const away = failing('unavailable', 'The provider cannot be reached. Try again in a minute.');
const notAccepted = failing('forbidden', 'The provider did not accept the sign-in.');
const invalid = failing('forbidden', 'The answer of the provider is not valid. Start again.');
const tooLate = failing('gone', 'The sign-in took too long. Start again.');
const unusable = failing('conflict', 'The settings of the provider cannot be used. Ask an admin.');
const inside = 'This address is inside a private network.';
/** A long deadline, so that a busy machine does not fail tests. */
const deadlineMs = 60_000;
/** A short deadline for calls that never end otherwise. */
const shortMs = 1_000;
const unreachable = () => {
  throw new AppError('unavailable', 'The address cannot be reached.');
};
const large = () => ({ ...json({}), body: Buffer.alloc(64 * 1024 + 1, ' ') });

describe('what a person brings back', () => {
  it.each<[what: string, change: Record<string, string | undefined>, error: object]>([
    ['has the state of another sign-in', { state: 'other' }, invalid],
    ['has no state', { state: undefined }, invalid],
    ['names another issuer', { iss: 'https://other.example.com' }, invalid],
    ['names the issuer with a slash', { iss: `${issuer}/` }, invalid],
    ['names no issuer, though that was announced', { iss: undefined }, invalid],
    ['has no code', { code: undefined }, invalid],
    ['has a signed answer', { response: 'a.b.c' }, invalid],
    ['has an ID token', { id_token: 'a.b.c' }, invalid],
    ['is a refusal', { error: 'access_denied', error_description: canary }, notAccepted],
    ['is an error in words', { error: `<b>${canary}</b>` }, notAccepted],
    ['says that the provider is busy', { error: 'temporarily_unavailable', error_description: canary }, away],
    ['says that the provider is broken', { error: 'server_error' }, away],
    ['is the error of another sign-in', { error: 'access_denied', state: 'other' }, invalid],
  ])('%s: no code is sent', async (_what, change, error) => {
    expect(await errorOf(comeBack(change))).toMatchObject(error);
    expect(scripted.requests).toEqual([settings]);
  });

  it('names another issuer, which is known of the answer', async () => {
    expect(await errorOf(comeBack({ iss: `${issuer}/` }))).toHaveProperty('checks', { issuer: false });
    expect(await errorOf(comeBack({ response: 'a.b.c' }))).toHaveProperty('checks', {});
  });

  it('has the state twice: no code is sent', async () => {
    const begun = await begin();
    const callback = `${redirectUrl}?code=1&state=${begun.state}&state=other&iss=${issuer}`;
    expect(await errorOf(client.finish(provider, { ...begun, callback }))).toMatchObject(invalid);
    expect(scripted.requests).toEqual([settings]);
  });

  it.each(['state', 'nonce', 'verifier'])('is for a sign-in without %s: no code is sent', async (name) => {
    const begun = { ...(await begin()), [name]: '' };
    const callback = `${redirectUrl}?code=1&state=${begun.state}&iss=${issuer}`;
    expect(await errorOf(client.finish(provider, { ...begun, callback }))).toMatchObject(tooLate);
    expect(scripted.requests).toEqual([settings]);
  });
});

describe('the settings of a provider', () => {
  const cannotRead = 'An address of the provider is missing or cannot be read.';
  const differs = 'It must be the same to the last character.';
  it.each<[what: string, change: Record<string, unknown>, sentence: string]>([
    ['name another issuer', { issuer: 'https://other' }, `The issuer answers as https://other. ${differs}`],
    [
      'name the issuer with a slash',
      { issuer: `${issuer}/` },
      `The issuer answers as ${issuer}/. ${differs}`,
    ],
    [
      'name an issuer for everybody',
      { issuer: `${issuer}/{tenantid}` },
      `The issuer answers as ${issuer}/{tenantid}. ${differs}`,
    ],
    [
      'name words as the issuer',
      { issuer: `<b>${canary}</b>` },
      `The issuer answers as another one. ${differs}`,
    ],
    ['name no issuer', { issuer: undefined }, 'No settings of a provider are at this issuer.'],
    ['have no key set', { jwks_uri: undefined }, 'No key set.'],
    ['have keys by http', { jwks_uri: 'http://id.example.com/keys' }, 'Only http is offered.'],
    ['have tokens by http', { token_endpoint: 'http://169.254.169.254/latest' }, 'Only http is offered.'],
    ['have a sign-in by http', { authorization_endpoint: 'http://id.example.com' }, 'Only http is offered.'],
    ['have a sign-in that is a program', { authorization_endpoint: 'javascript:alert(1)' }, cannotRead],
    ['have a sign-in with a password', { authorization_endpoint: 'https://a:b@id.example.com' }, cannotRead],
    ['have no sign-in', { authorization_endpoint: undefined }, cannotRead],
    ['have no tokens', { token_endpoint: undefined }, cannotRead],
    ['have tokens at a list', { token_endpoint: ['https://id.example.com'] }, cannotRead],
    [
      'sign with secrets only',
      { id_token_signing_alg_values_supported: ['none', 'HS256'] },
      'The provider signs in no way that is accepted here.',
    ],
    [
      'say in words how they sign',
      { id_token_signing_alg_values_supported: 'RS256' },
      'No settings of a provider are at this issuer.',
    ],
    [
      'take no secret',
      { token_endpoint_auth_methods_supported: ['private_key_jwt'] },
      'The provider does not accept a client secret.',
    ],
  ])('%s', async (_what, change, sentence) => {
    Object.assign(scripted.document, change);
    expect(await errorOf(client.describe(provider))).toMatchObject(failing('invalid-input', sentence));
    expect(await errorOf(begin())).toMatchObject({ ...unusable, cause: { message: sentence } });
    expect(scripted.requests).toEqual([settings, settings]);
  });

  it.each<[what: string, answer: ScriptedProvider['answerSettings'], described: object, begun: object]>([
    [
      'are a page',
      () => html(200),
      failing('invalid-input', 'No settings of a provider are at this issuer.'),
      unusable,
    ],
    [
      'are not there',
      () => html(404),
      failing('invalid-input', 'No settings of a provider are at this issuer.'),
      unusable,
    ],
    [
      'are elsewhere',
      () => json({}, 302),
      failing('invalid-input', 'No settings of a provider are at this issuer.'),
      unusable,
    ],
    [
      'are a list',
      () => json([]),
      failing('invalid-input', 'No settings of a provider are at this issuer.'),
      unusable,
    ],
    ['are too large', large, failing('conflict', 'Its answer is too large.'), away],
    ['are away', () => json({}, 503), away, away],
    ['cannot be reached', unreachable, away, away],
    ['have an impossible status', () => json({}, 99), away, away],
  ])('%s', async (_what, answer, described, begun) => {
    scripted.answerSettings = answer;
    expect(await errorOf(client.describe(provider))).toMatchObject(described);
    expect(await errorOf(begin())).toMatchObject(begun);
    expect(scripted.requests).toEqual([settings, settings]);
  });

  it.each([
    'http://id.example.com',
    'id.example.com',
    '',
    'https://a:b@id.example.com',
    `${issuer}?a=b`,
    `${issuer}#a`,
    `${issuer}/${'a'.repeat(2_048)}`,
  ])('are not asked for at %s', async (typed) => {
    const error = await errorOf(client.describe({ ...provider, issuer: typed }));
    expect(error).toMatchObject(failing('invalid-input', 'The issuer must be an https address.'));
    expect(scripted.requests).toEqual([]);
  });

  it('are not asked for inside a private network', async () => {
    const hidden = { ...provider, issuer: 'https://10.0.0.7' };
    expect(await errorOf(client.describe(hidden))).toMatchObject(failing('invalid-input', inside));
    expect(await errorOf(client.begin(hidden, { redirectUrl }))).toMatchObject(away);
    expect(scripted.requests).toEqual([]);
  });

  it('name algorithms, keys and the back channel', async () => {
    Object.assign(scripted.document, { backchannel_logout_supported: true });
    scripted.keys = [jwkOf(key), jwkOf(next), { ...jwkOf(key), use: 'enc' }, { kty: 'oct' }];
    expect(await client.describe(provider)).toEqual({
      algorithms: ['RS256'],
      keyCount: 2,
      hasBackChannelLogout: true,
    });
  });

  it.each<[what: string, answer: ScriptedProvider['answerKeys'], error: object]>([
    ['is empty', () => json({ keys: [] }), failing('invalid-input', 'No key set.')],
    ['is a page', () => html(200), failing('invalid-input', 'No key set.')],
    ['has words as keys', () => json({ keys: [canary] }), failing('invalid-input', 'No key set.')],
    ['is too large', large, failing('conflict', 'Its answer is too large.')],
    ['is away', () => json({}, 500), away],
  ])('have a key set that %s', async (_what, answer, error) => {
    scripted.answerKeys = answer;
    expect(await errorOf(client.describe(provider))).toMatchObject(error);
  });

  it('are read anew after five minutes, and at once when they could not be read', async () => {
    scripted.answerSettings = unreachable;
    await errorOf(begin());
    scripted.answerSettings = () => json(scripted.document);
    await Promise.all([begin(), begin()]);
    now += 5 * 60_000 - 1;
    await begin();
    expect(scripted.requests).toEqual([settings, settings]);
    now += 1;
    await begin();
    expect(scripted.requests).toEqual([settings, settings, settings]);
  });

  it('are kept of the last hundred providers', async () => {
    const beginAt = (path: string) => {
      scripted.document['issuer'] = `${issuer}/${path}`;
      return client.begin({ ...provider, issuer: `${issuer}/${path}` }, { redirectUrl });
    };
    await beginAt('first');
    for (let index = 0; index < 100; index += 1) await beginAt(String(index));
    await beginAt('99');
    expect(scripted.requests).toHaveLength(101);
    await beginAt('first');
    expect(scripted.requests).toHaveLength(102);
  });
});

describe('a sign-in', () => {
  it('begins with S256, state and nonce, and asks only for what the provider knows', async () => {
    scripted.document['authorization_endpoint'] = `${issuer}/authorize?policy=a`;
    scripted.document['scopes_supported'] = ['openid', 'groups', 'offline_access'];
    const begun = await client.begin(provider, {
      redirectUrl,
      loginHint: 'ann@example.com',
      wantsRefresh: true,
    });
    const url = new URL(begun.url);
    expect(url.origin + url.pathname).toBe(`${issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      policy: 'a',
      client_id: provider.clientId,
      response_type: 'code',
      redirect_uri: redirectUrl,
      scope: 'openid email profile groups offline_access',
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      code_challenge_method: 'S256',
      login_hint: 'ann@example.com',
    });
    expect(begun.url).not.toContain(begun.verifier);
    scripted.document['scopes_supported'] = undefined;
    now += 5 * 60_000;
    const plain = await client.begin(provider, { redirectUrl, wantsRefresh: true });
    expect(new URL(plain.url).searchParams.get('scope')).toBe('openid email profile');
    expect(plain).not.toMatchObject({ state: begun.state });
  });

  it('sends the secret as the provider takes it', async () => {
    await comeBack();
    const basic = Buffer.from(`${provider.clientId}:the%2Dclient%2Dsecret`).toString('base64');
    expect(scripted.headers).toMatchObject({ authorization: `Basic ${basic}` });
    expect(scripted.form.has('client_secret')).toBe(false);
    scripted.document['token_endpoint_auth_methods_supported'] = [
      'client_secret_basic',
      'client_secret_post',
    ];
    now += 5 * 60_000;
    await comeBack();
    expect(scripted.headers).not.toHaveProperty('authorization');
    expect(Object.fromEntries(scripted.form)).toMatchObject({
      client_secret: provider.clientSecret,
      redirect_uri: redirectUrl,
      code: `${canary}-code`,
    });
  });

  it.each<[what: string, answer: ScriptedProvider['answerToken'], error: object]>([
    ['finds its code used', () => json({ error: 'invalid_grant', error_description: canary }, 400), tooLate],
    [
      'has a wrong secret',
      () => json({ error: 'invalid_client', error_description: canary }, 401),
      notAccepted,
    ],
    ['is of an unknown client', () => json({ error: 'unauthorized_client' }, 400), notAccepted],
    ['finds the provider busy', () => json({ error: 'temporarily_unavailable' }, 400), away],
    ['finds the provider broken', () => json({ error: canary }, 503), away],
    ['is sent elsewhere', () => ({ ...json({}, 307), headers: { location: 'https://10.0.0.7' } }), away],
    ['gets a page', () => html(200), away],
    [
      'gets half an answer',
      () => ({ ...json({}), body: Buffer.from(`{"access_token":"${canary}`) }),
      invalid,
    ],
    ['gets a list', () => json([canary]), invalid],
    ['gets no access token', () => scripted.tokens(undefined, { access_token: undefined }), invalid],
    ['gets a token of an odd kind', () => scripted.tokens(undefined, { token_type: canary }), invalid],
    ['gets a refresh token that is none', () => scripted.tokens(undefined, { refresh_token: 7 }), invalid],
    ['gets too much', large, away],
    ['gets nothing', () => ({ status: 204, headers: {}, body: Buffer.alloc(0) }), away],
    ['cannot reach the provider', unreachable, away],
  ])('%s: the person sees why', async (_what, answer, error) => {
    scripted.answerToken = answer;
    expect(await errorOf(comeBack())).toMatchObject(error);
    expect(scripted.requests).toEqual([settings, 'POST /token']);
  });

  it.each<[what: string, answer: ScriptedProvider['answerKeys'], error: object]>([
    ['are away', () => json({}, 503), away],
    ['are a page', () => html(200), away],
    ['are words', () => json({ keys: [canary] }), invalid],
    ['are no list', () => json({ keys: canary }), invalid],
    ['are too large', large, away],
    ['cannot be reached', unreachable, away],
  ])('fails when the keys %s', async (_what, answer, error) => {
    scripted.answerKeys = answer;
    expect(await errorOf(comeBack())).toMatchObject(error);
    expect(scripted.requests).toEqual([settings, 'POST /token', 'GET /keys']);
  });

  it('has one deadline for all its requests', async () => {
    client = new SsoClient(scripted.send, { now: () => now });
    const takeToken = (ms: number) => {
      scripted.answerToken = () => {
        now += ms;
        return scripted.tokens();
      };
    };
    takeToken(2_000);
    await comeBack();
    expect(scripted.deadlines).toEqual([5_000, 5_000, 3_000]);
    now += 5 * 60_000;
    takeToken(5_000);
    expect(await errorOf(comeBack())).toMatchObject(away);
    expect(scripted.deadlines.slice(3)).toEqual([5_000, 5_000]);
  });

  it.each(['answerSettings', 'answerToken', 'answerKeys'] as const)(
    'ends when nothing comes (%s)',
    async (name) => {
      client = new SsoClient(scripted.send, { deadlineMs: shortMs });
      scripted[name] = () => new Promise<never>(() => undefined);
      expect(await errorOf(comeBack())).toMatchObject(away);
    },
  );

  it.each(['token_endpoint', 'jwks_uri'])('sends nothing to a private network (%s)', async (name) => {
    scripted.document[name] = 'https://10.1.2.3/inside';
    expect(await errorOf(comeBack())).toMatchObject({ ...away, cause: { message: inside } });
    expect(scripted.requests).toEqual(name === 'jwks_uri' ? [settings, 'POST /token'] : [settings]);
  });
});

describe('a provider that changes its keys', () => {
  const keys = 'GET /keys';
  const signWith = (used: typeof key) => {
    scripted.answerToken = () => {
      const parts = scripted.parts();
      return scripted.tokens(
        signed({ ...parts, header: { alg: used.alg, kid: used.kid }, key: used.privateKey }),
      );
    };
  };

  it('is asked for the new ones, and the code is sent once', async () => {
    await comeBack();
    scripted.keys = [jwkOf(next)];
    signWith(next);
    await expect(comeBack()).resolves.toMatchObject({ subject: 'ann' });
    expect(scripted.requests).toEqual([settings, 'POST /token', keys, 'POST /token', settings, keys]);
  });

  it('is asked once for many tokens with made-up keys, and again after ten seconds', async () => {
    signWith(next);
    for (let index = 0; index < 20; index += 1) expect(await errorOf(comeBack())).toMatchObject(invalid);
    const reads = () => scripted.requests.filter((request) => request === keys).length;
    expect(reads()).toBe(2);
    now += 10_000;
    scripted.keys = [jwkOf(next)];
    await expect(comeBack()).resolves.toMatchObject({ subject: 'ann' });
    expect(reads()).toBe(3);
  });

  it('is asked once when several people sign in', async () => {
    await comeBack();
    scripted.keys = [jwkOf(next)];
    scripted.answerToken = async () => {
      await Promise.resolve();
      const parts = scripted.parts();
      return scripted.tokens(
        signed({ ...parts, header: { alg: 'RS256', kid: 'next' }, key: next.privateKey }),
      );
    };
    const begun = await begin();
    const callback = `${redirectUrl}?code=1&state=${begun.state}&iss=${issuer}`;
    const all = [1, 2, 3].map(() => client.finish(provider, { ...begun, callback }));
    expect(await Promise.all(all)).toHaveLength(3);
    expect(scripted.requests.filter((request) => request === settings)).toHaveLength(2);
  });
});

describe('a refresh', () => {
  it('hands over the new token and the groups', async () => {
    const claims = { ...scripted.parts().claims, nonce: undefined, groups: ['A'] };
    const token = signed({ ...scripted.parts(), claims });
    scripted.answerToken = () => scripted.tokens(token, { refresh_token: 'new' });
    expect(await client.refresh(provider, 'old')).toEqual({ refreshToken: 'new', groups: ['A'] });
    expect(await client.refresh({ ...provider, groupsClaim: 'roles' }, 'old')).toHaveProperty('groups', []);
    const sent = { grant_type: 'refresh_token', refresh_token: 'old' };
    expect(Object.fromEntries(scripted.form)).toMatchObject(sent);
    scripted.answerToken = () => scripted.tokens('');
    expect(await client.refresh(provider, 'new')).toEqual({});
  });

  it('keeps the new token when the provider has changed its keys', async () => {
    await comeBack();
    scripted.keys = [jwkOf(next)];
    scripted.answerToken = () => {
      const parts = scripted.parts();
      const token = signed({ ...parts, header: { alg: 'RS256', kid: 'next' }, key: next.privateKey });
      return scripted.tokens(token, { refresh_token: 'new' });
    };
    scripted.requests.length = 0;
    expect(await client.refresh(provider, 'old')).toMatchObject({ refreshToken: 'new' });
    expect(scripted.requests).toEqual(['POST /token', settings, 'GET /keys']);
  });

  it('is undefined when the provider has ended it', async () => {
    scripted.answerToken = () => json({ error: 'invalid_grant', error_description: canary }, 400);
    expect(await client.refresh(provider, 'old')).toBeUndefined();
  });

  it('fails for this person when the provider answers something else about them', async () => {
    scripted.answerToken = () => json({ error: 'interaction_required', error_description: canary }, 400);
    expect(await errorOf(client.refresh(provider, 'old'))).toMatchObject({ code: 'conflict' });
    scripted.answerToken = () => json({ error: 'temporarily_unavailable' }, 400);
    expect(await errorOf(client.refresh(provider, 'old'))).toMatchObject(away);
  });

  it.each<[what: string, answer: ScriptedProvider['answerToken']]>([
    ['is away', () => json({}, 503)],
    ['says in vain that it has ended', () => json({ error: 'invalid_grant' }, 503)],
    ['refuses the client', () => json({ error: 'invalid_client' }, 401)],
    ['answers with a page', () => html(400)],
    ['answers with too much', large],
    ['cannot be reached', unreachable],
    [
      'answers with a token of another client',
      () => {
        const parts = scripted.parts();
        return scripted.tokens(signed({ ...parts, claims: { ...parts.claims, azp: 'other' } }));
      },
    ],
  ])('fails for now when the provider %s', async (_what, answer) => {
    scripted.answerToken = answer;
    expect(await errorOf(client.refresh(provider, 'old'))).toMatchObject(away);
    expect(scripted.requests.filter((request) => request === 'POST /token')).toHaveLength(1);
  });
});

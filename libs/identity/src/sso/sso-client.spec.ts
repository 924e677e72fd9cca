import { jest } from '@jest/globals';
import { SsoClient } from './sso-client.ts';
import { issuer, provider, redirectUrl, rsaKey } from './testing/scripted-provider.ts';
import { TestProvider } from './testing/test-provider.ts';

const key = rsaKey('first');
const next = rsaKey('next');

let real: TestProvider;
let client: SsoClient;
beforeEach(async () => {
  // It warns that it keeps everything in memory.
  jest.spyOn(console, 'warn').mockReturnValue(undefined);
  real = new TestProvider();
  await real.start(key);
  client = new SsoClient(real.send, { deadlineMs: 60_000, now: () => 0 });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await real.stop();
});

async function comeBack() {
  const begun = await client.begin(provider, {
    redirectUrl,
    wantsRefresh: true,
    loginHint: 'ann@example.com',
  });
  return { ...begun, callback: await real.follow(begun.url) };
}
const signIn = async () => client.finish(provider, await comeBack());
const tooLate = { code: 'gone', message: 'The sign-in took too long. Start again.' };

it('reads the settings of a provider', async () => {
  expect(await client.describe(provider)).toMatchObject({ keyCount: 1, hasBackChannelLogout: true });
});

it('signs a person in', async () => {
  expect(await signIn()).toEqual({
    issuer,
    subject: 'ann',
    email: 'ann@example.com',
    isEmailVerified: true,
    firstname: 'Ann',
    lastname: 'Lee',
    groups: ['A'],
    providerSession: expect.any(String) as unknown,
    refreshToken: expect.any(String) as unknown,
    proof: {
      ...{ algorithm: 'RS256', keyId: 'first', namesGroups: true },
      clockSeconds: expect.any(Number) as unknown,
    },
  });
  real.requests.length = 0;
  await signIn();
  expect(real.requests).toEqual(['POST /token']);
});

it('takes a code once', async () => {
  const back = await comeBack();
  await client.finish(provider, back);
  await expect(client.finish(provider, back)).rejects.toMatchObject(tooLate);
});

it('takes a code only with the verifier of its sign-in', async () => {
  const back = await comeBack();
  const other = await comeBack();
  const mixed = { ...back, verifier: other.verifier };
  await expect(client.finish(provider, mixed)).rejects.toMatchObject(tooLate);
  await expect(client.finish(provider, other)).resolves.toMatchObject({ subject: 'ann' });
});

it('takes a code only with the nonce of its sign-in', async () => {
  const back = await comeBack();
  const { nonce } = await comeBack();
  await expect(client.finish(provider, { ...back, nonce })).rejects.toMatchObject({
    message: 'The answer of the provider is not valid. Start again.',
    cause: { message: expect.stringContaining('unexpected ID Token "nonce"') as unknown },
  });
});

it('takes a code only at the address for which it was asked', async () => {
  const back = await comeBack();
  const callback = back.callback.replace('/callback/1', '/callback/2');
  await expect(client.finish(provider, { ...back, callback })).rejects.toMatchObject(tooLate);
});

it('needs the secret', async () => {
  const back = await comeBack();
  await expect(client.finish({ ...provider, clientSecret: 'wrong' }, back)).rejects.toMatchObject({
    code: 'forbidden',
    message: 'The provider did not accept the sign-in.',
    cause: { message: 'OAUTH_RESPONSE_BODY_ERROR: invalid_client' },
  });
});

it('signs in just after the provider has changed its keys', async () => {
  await signIn();
  real.useKey(next);
  real.requests.length = 0;
  expect(await signIn()).toMatchObject({ subject: 'ann' });
  const settings = 'GET /.well-known/openid-configuration';
  expect(real.requests).toEqual(['POST /token', settings, 'GET /jwks']);
  real.useKey(rsaKey('third'));
  await expect(signIn()).rejects.toMatchObject({
    cause: { message: expect.stringContaining('no applicable keys found') as unknown },
  });
});

it('refreshes with a new token each time, and a used one ends them all', async () => {
  const { refreshToken: first = '' } = await signIn();
  const second = await client.refresh(provider, first);
  expect(second).toEqual({ refreshToken: expect.any(String) as unknown, groups: ['A'] });
  expect(second?.refreshToken).not.toBe(first);
  expect(await client.refresh(provider, first)).toBeUndefined();
  expect(await client.refresh(provider, second?.refreshToken ?? '')).toBeUndefined();
});

it('tells that a person was removed', async () => {
  const { refreshToken = '' } = await signIn();
  real.people.delete('ann');
  expect(await client.refresh(provider, refreshToken)).toBeUndefined();
});

it('reads a sign-out of the session that was signed in', async () => {
  const { providerSession = '', subject } = await signIn();
  real.requests.length = 0;
  const first = await client.readLogoutToken(provider, await real.signOut(subject, providerSession));
  expect(first).toEqual({ tokenId: expect.any(String) as unknown, subject, providerSession });
  expect(real.requests).toEqual([]);
  const second = await client.readLogoutToken(provider, await real.signOut(subject, providerSession));
  expect(second.tokenId).not.toBe(first.tokenId);
});

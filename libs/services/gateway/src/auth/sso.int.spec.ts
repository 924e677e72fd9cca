import { startTestServices, type TestServices } from '@vault/platform/testing';
import { gatewayService } from '../index.ts';
import { FakeServices } from '../testing/fake-services.ts';

let fakes: FakeServices;
let running: TestServices;
beforeAll(async () => {
  fakes = new FakeServices();
  running = await startTestServices([gatewayService, ...fakes.services()], {
    env: { SIGN_IN_RATE: '1000', PUBLIC_URL: 'https://vault.example' },
  });
});
afterAll(() => running.stop());
beforeEach(() => fakes.auth.reset());

const key = '__Host-vault-sso';

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${running.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const { data, msg } = (await response.json()) as { data?: unknown; msg?: string };
  return {
    status: response.status,
    data,
    msg,
    cookie: response.headers.get('set-cookie'),
    headers: response.headers,
  };
}

it('begins with a cookie that no script reads, and never with the host of the request', async () => {
  const { data, cookie } = await post('/auth/sso', { email: 'ada@acme.test' }, { host: 'evil.test' });
  expect(data).toEqual({ url: 'https://id.acme.test/authorize' });
  expect(cookie).toBe(`${key}=key-of-the-browser; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure`);
  expect(fakes.auth.received).toEqual([
    ['begin', expect.objectContaining({ email: 'ada@acme.test', origin: 'https://vault.example' })],
  ]);
});

it.each([{}, { email: 'a@acme.test', team: 'acme' }, { team: '../x' }, { email: 7 }])(
  'does not begin for %j',
  async (body) => {
    expect((await post('/auth/sso', body)).status).toBe(400);
    expect(fakes.auth.received).toEqual([]);
  },
);

it('ends with a session, and takes the cookie away', async () => {
  const { data, cookie } = await post('/auth/sso/acme/finish', { query: 'code=1' }, { cookie: `${key}=abc` });
  expect(data).toMatchObject({ session: { team: 'acme', user: { id: 'ada', token: 'token-of-ada' } } });
  expect(cookie).toContain(`${key}=; Path=/; Max-Age=0`);
  expect(fakes.auth.received).toEqual([
    ['finish', expect.objectContaining({ ownerId: 'acme', query: 'code=1', browserKey: 'abc' })],
  ]);
});

it('asks for the password of an account, and keeps the cookie until then', async () => {
  const asked = await post('/auth/sso/acme/finish', { query: 'link' }, { cookie: `${key}=abc` });
  expect(asked.data).toEqual({
    link: { token: 'a-token-of-a-link-of-this-test', email: 'ada@acme.test', team: 'Acme' },
  });
  expect(asked.cookie).toBeNull();
  const { token } = (asked.data as { link: { token: string } }).link;
  const linked = await post('/auth/sso/link', { token, password: 'right' }, { cookie: `${key}=abc` });
  expect(linked.data).toMatchObject({ session: { team: 'acme' } });
  expect(linked.cookie).toContain('Max-Age=0');
});

it('tells that a test has ended', async () => {
  expect((await post('/auth/sso/acme/finish', { query: 'test' })).data).toEqual({ is_tested: true });
});

it('takes sign-outs of a provider as a form only', async () => {
  const form = await fetch(`${running.url}/api/auth/sso/acme/sign-out`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: 'a token' }),
  });
  expect([form.status, form.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(fakes.auth.received).toEqual([['sign out', { ownerId: 'acme', logoutToken: 'a token' }]]);
  expect((await post('/auth/sso/acme/sign-out', { logout_token: 'a token' })).status).toBe(400);
});

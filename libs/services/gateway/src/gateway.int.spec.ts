import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorEnvelope } from '@vault/contracts';
import { AppError } from '@vault/base';
import { startTestServices, type TestServices } from '@vault/platform/testing';
import { gatewayService } from './index.ts';
import { asDocumented } from './testing/as-documented.ts';
import { FakeServices } from './testing/fake-services.ts';

const ada = 'token-of-ada-0123456789';
const eve = 'token-of-eve-0123456789';
const inactive = 'token-of-nobody-0123456789';

interface CallOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

describe('the gateway', () => {
  const webDir = mkdtempSync(join(tmpdir(), 'vault-web-'));
  let fakes: FakeServices;
  let running: TestServices;

  beforeAll(async () => {
    mkdirSync(join(webDir, 'assets'));
    writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Vault</title>');
    const routes = ['/', '/login', '/asset/view', '/asset/:id'];
    writeFileSync(join(webDir, 'routes.json'), JSON.stringify(routes));
    writeFileSync(join(webDir, 'assets', 'app-abc123.js'), 'export {};');
    fakes = new FakeServices();
    running = await startTestServices([gatewayService, ...fakes.services()], {
      env: { WEB_DIR: webDir, SIGN_IN_RATE: '6' },
    });
  });
  beforeEach(() => {
    fakes.failure = undefined;
    fakes.handled.length = 0;
    fakes.owners.clear();
    fakes.owners.set('v', 'ada').set('w', 'eve');
    fakes.sessions.set(ada, 'ada').set(eve, 'eve').set(inactive, 'inactive');
  });
  afterAll(async () => {
    await running.stop();
    rmSync(webDir, { recursive: true });
  });

  async function call(method: string, path: string, options: CallOptions = {}) {
    const { token = ada, body, headers } = options;
    const response = await fetch(`${running.url}${path}`, {
      method,
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    return asDocumented(method, path, response);
  }
  async function failureOf(answer: Promise<Response>): Promise<[number, string]> {
    const response = await answer;
    const envelope = errorEnvelope.strict().parse(await response.json());
    expect(response.headers.get('cache-control')).toBe('no-store');
    return [response.status, envelope.msg];
  }

  const guarded: readonly { method: string; path: string; body?: object }[] = [
    { method: 'POST', path: '/api/auth/check' },
    { method: 'POST', path: '/api/auth/logout' },
    { method: 'POST', path: '/api/auth/can-upload-video' },
    { method: 'POST', path: '/api/auth/' },
    { method: 'GET', path: '/api/muxupload' },
    { method: 'PATCH', path: '/api/muxupload/save', body: { passthrough: 'v', title: 'T' } },
    { method: 'POST', path: '/api/muxupload/re-generate-chapter', body: { passthrough: 'v' } },
    { method: 'POST', path: '/api/muxupload/generate-summary', body: { passthrough: 'v' } },
    {
      method: 'POST',
      path: '/api/muxupload/update-quote',
      body: { passthrough: 'v', start: '00:00:00', end: '10:00:00', selIndex: 0, newQuotePrompt: '' },
    },
    {
      method: 'POST',
      path: '/api/muxupload/update-search',
      body: { passthrough: 'v', selIndex: 0, newSearchPrompt: 'Who?' },
    },
    {
      method: 'POST',
      path: '/api/muxupload/video-cut',
      body: { passthrough: 'v', timeIn: '00:00:01', timeOut: '00:00:02' },
    },
    { method: 'GET', path: '/api/muxupload/operations/any' },
    { method: 'POST', path: '/api/muxupload/retry', body: { passthrough: 'v' } },
    { method: 'POST', path: '/api/muxupload/tracks', body: { passthrough: 'v', sound: 2 } },
    { method: 'POST', path: '/api/muxupload/update-custom-prompt' },
    { method: 'POST', path: '/api/muxupload/update-base-search-prompt' },
    { method: 'POST', path: '/api/muxupload/upload-omnisearch', body: { passthrough: 'v' } },
    { method: 'GET', path: '/api/search?keyword=price' },
    { method: 'GET', path: '/api/muxvideos' },
    { method: 'GET', path: '/api/muxvideos/asset/v' },
    { method: 'GET', path: '/api/muxvideos/delete/v' },
    { method: 'DELETE', path: '/api/muxvideos/v' },
    { method: 'GET', path: '/api/muxupload/estimate?passthrough=v&kind=chapters' },
    { method: 'GET', path: '/api/account' },
    { method: 'PATCH', path: '/api/account', body: { ready_mail: false } },
    { method: 'DELETE', path: '/api/account', body: { email: 'ada@example.com' } },
    { method: 'GET', path: '/api/account/ledger' },
    { method: 'GET', path: '/api/account/sessions' },
    { method: 'DELETE', path: '/api/account/sessions' },
    { method: 'DELETE', path: '/api/account/sessions/other' },
    { method: 'POST', path: '/api/account/password', body: { password: 'x', new_password: 'long enough' } },
    { method: 'GET', path: '/api/account/export' },
    { method: 'POST', path: '/api/account/upgrade-request' },
  ];

  it.each(guarded)('$method $path is for signed-in, active people only', async ({ method, path, body }) => {
    for (const token of ['', 'x', 'forged-token-0123456789', `${ada}!`, 'x'.repeat(5_000)]) {
      const answer = await call(method, path, { token, body });
      expect([answer.status, await answer.text()]).toEqual([401, 'Unauthorized']);
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    }
    const basic = await call(method, path, { token: '', body, headers: { authorization: 'Basic YTpi' } });
    expect([basic.status, await basic.text()]).toEqual([401, 'Unauthorized']);
    const off = await call(method, path, { token: inactive, body });
    expect([off.status, await off.text()]).toEqual([403, 'Forbidden']);
    expect(fakes.handled).toEqual([]);
  });

  // The export of an account is about the person.
  const ofWorkspace = guarded.filter(({ path }) => path !== '/api/account/export');

  it.each(ofWorkspace)(
    '$method $path is about a workspace of which the caller is a member',
    async (route) => {
      const { method, path, body } = route;
      const asked = (workspace: string) =>
        call(method, path, { body, headers: { 'vault-workspace': workspace } });
      for (const workspace of ['eve', 'unknown', 'ada, ada'])
        expect(await failureOf(asked(workspace))).toEqual([403, 'You are not a member of this workspace.']);
      expect(fakes.handled).toEqual([]);
    },
  );

  it('is about the own workspace of a person, with or without its name', async () => {
    const list = async (headers: Readonly<Record<string, string>>) =>
      (await call('GET', '/api/muxvideos', { headers })).json();
    const [own, named] = [await list({}), await list({ 'vault-workspace': 'ada' })];
    expect(own).toMatchObject({ data: [{ id: 'v' }] });
    expect(named).toEqual(own);
  });

  it('verifies a token with auth at most once a second, and not at all after log-out', async () => {
    const before = fakes.verified;
    await Promise.all(Array.from({ length: 20 }, () => call('GET', '/api/muxvideos')));
    expect(fakes.verified - before).toBeLessThanOrEqual(2);
    expect((await call('POST', '/api/auth/logout')).status).toBe(200);
    expect((await call('GET', '/api/muxvideos')).status).toBe(401);
  });

  it('answers in the envelope', async () => {
    const list = (await (await call('GET', '/api/muxvideos')).json()) as { data: { id: string }[] };
    expect(list).toMatchObject({ status: 'success', data: [{ id: 'v', vtt: '' }], next: null, total: 1 });
    expect((await call('GET', '/api/muxvideos?after=tomorrow')).status).toBe(400);
    const cards = (await (await call('GET', '/api/muxvideos?view=card')).json()) as typeof list;
    expect(cards.data[0]).not.toHaveProperty('vtt');
    const session = { id: 'new', uploadId: 'new-upload', url: '/media/uploads/secret' };
    const opened: unknown = await (await call('GET', '/api/muxupload')).json();
    expect(opened).toEqual({ status: 'success', data: session, ...session });
    const allowed: unknown = await (await call('POST', '/api/auth/can-upload-video')).json();
    const allowance = { canUpload: false, msg: 'Delete one first.' };
    const limits = { used: 2, videoLimit: 2 };
    expect(allowed).toEqual({ status: 'success', data: { ...allowance, ...limits }, ...allowance });
    const uncounted = await call('POST', '/api/auth/can-upload-video', { token: eve });
    expect(await uncounted.json()).toMatchObject({ data: { used: null, videoLimit: 2 } });
    const settings: unknown = await (await call('POST', '/api/auth/')).json();
    const data = { custom_prompt: 'c', quote_ct: 2, base_search_prompt: 'b' };
    expect(settings).toEqual({ status: 'success', data });
  });

  it('sends a command to the owner and answers with the version, or the record', async () => {
    const saved = await call('PATCH', '/api/muxupload/save', {
      body: { passthrough: 'v', title: ' Talk ', ownerId: 'eve', videoId: 'w' },
    });
    expect(await saved.json()).toEqual({ status: 'success', data: { detailsVersion: fakes.savedVersion } });
    expect(fakes.handled).toEqual([['save', { videoId: 'v', ownerId: 'ada', title: 'Talk' }]]);
    const again = await call('POST', '/api/muxupload/re-generate-chapter', { body: { passthrough: 'v' } });
    expect(await again.json()).toMatchObject({ status: 'success', data: { id: 'v' } });
  });

  it.each(guarded.filter(({ path, body }) => path.endsWith('/v') || (body && 'passthrough' in body)))(
    '$method $path answers for somebody else’s video like for an unknown one',
    async ({ method, path, body }) => {
      const swap = (id: string) =>
        call(method, path.replace(/\/v$/, `/${id}`), {
          body: body && { ...body, passthrough: id },
        });
      const missing = await failureOf(swap('not-there'));
      expect(missing).toEqual([404, 'The video was not found.']);
      expect(await failureOf(swap('w'))).toEqual(missing);
      expect(fakes.handled).toEqual([]);
    },
  );

  it('opens an upload in the session of the caller, which it verifies once and upload refuses when it ends', async () => {
    const opened: string[] = [];
    fakes.onOpened = (sessionId) => void opened.push(sessionId);
    const before = fakes.verified;
    expect((await call('GET', '/api/muxupload')).status).toBe(200);
    expect(opened).toEqual(['s']);
    expect(fakes.verified - before).toBeLessThanOrEqual(1);
    fakes.onOpened = () => {
      throw new AppError('unauthenticated', 'Unauthorized');
    };
    const refused = await call('GET', '/api/muxupload');
    fakes.onOpened = () => undefined;
    expect([refused.status, await refused.text()]).toEqual([401, 'Unauthorized']);
  });

  it('refuses another person’s userId', async () => {
    for (const answer of [
      call('GET', '/api/muxvideos?userId=eve'),
      call('PATCH', '/api/muxupload/save', { body: { passthrough: 'v', title: 'T', userId: 'eve' } }),
      call('POST', '/api/auth/', { body: { userId: 'eve' } }),
    ]) {
      const response = await answer;
      expect([response.status, await response.text()]).toEqual([403, 'Forbidden']);
    }
    expect((await call('GET', '/api/muxvideos?userId=ada')).status).toBe(200);
  });

  it.each([
    ['limit-reached', 403],
    ['conflict', 409],
    ['gone', 410],
    ['too-large', 413],
    ['too-many-requests', 429],
    ['unavailable', 503],
    ['internal', 500],
  ] as const)('answers %s of a service with %d and its message', async (code, status) => {
    fakes.fail(code, `Words about ${code}.`);
    expect(await failureOf(call('GET', '/api/muxupload'))).toEqual([status, `Words about ${code}.`]);
  });

  it('answers with Retry-After while a service is unavailable', async () => {
    fakes.fail('unavailable', 'Later.');
    expect((await call('GET', '/api/muxupload')).headers.get('retry-after')).toBe('1');
  });

  it('does not reveal internal errors', async () => {
    fakes.failure = new Error('secret at /srv/path');
    const [status, msg] = await failureOf(call('GET', '/api/muxupload'));
    expect(status).toBe(500);
    expect(msg).toBe('The server could not finish this. Please try again.');
  });

  it('requests other tracks of the caller’s own video, by valid numbers only', async () => {
    const select = (body: object) =>
      call('POST', '/api/muxupload/tracks', { body: { passthrough: 'v', ...body } });
    for (const wrong of [{}, { sound: -1 }, { picture: 1.5 }, { sound: '2' }])
      expect((await select(wrong)).status).toBe(400);
    expect(fakes.handled).toEqual([]);
    expect((await select({ sound: 2, picture: 0 })).status).toBe(200);
    const data = { videoId: 'v', ownerId: 'ada', sound: 2, picture: 0 };
    expect(fakes.handled).toEqual([['select', data]]);
  });

  it('passes on the reason of a refused command', async () => {
    const answer = call('POST', '/api/muxupload/retry', { body: { passthrough: 'v' } });
    expect(await failureOf(answer)).toEqual([409, 'No step of this video can be retried.']);
  });

  it('refuses invalid bodies', async () => {
    const save = (body: unknown, headers?: Record<string, string>) =>
      failureOf(call('PATCH', '/api/muxupload/save', { body, headers }));
    for (const text of [
      '{"passthrough":',
      '{"__proto__":{"a":1},"passthrough":"v"}',
      '{"constructor":{"prototype":{"a":1}}}',
      ...['null', '[]', '"passthrough"', '', 'passthrough=v', '['.repeat(100_000)],
    ])
      expect([text.slice(0, 40), (await save(text))[0]]).toEqual([text.slice(0, 40), 400]);
    const form = 'application/x-www-form-urlencoded';
    expect((await save('passthrough=v', { 'content-type': form }))[0]).toBe(400);
    expect((await save({ passthrough: { $ne: '' }, title: 'T' }))[0]).toBe(400);
    expect((await save('passthrough=v', { 'content-type': 'text/x-odd' }))[0]).toBe(400);
    const large = { passthrough: 'v', more: 'x'.repeat(5 * 1024 ** 2) };
    expect((await failureOf(call('POST', '/api/muxupload/retry', { body: large })))[0]).toBe(413);
    expect(fakes.handled).toEqual([]);
  });

  describe('the deleting GET', () => {
    it('deletes on a fetch of the app, as DELETE does', async () => {
      const deleted = await call('GET', '/api/muxvideos/delete/v', { headers: { 'sec-fetch-mode': 'cors' } });
      expect([deleted.status, deleted.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(fakes.handled).toEqual([['delete', { videoId: 'v', ownerId: 'ada' }]]);
      fakes.owners.set('v', 'ada');
      expect((await call('DELETE', '/api/muxvideos/v')).status).toBe(200);
      expect(fakes.handled).toHaveLength(2);
    });

    it.each([
      ['HEAD', {}],
      ['GET', { 'sec-purpose': 'prefetch' }],
      ['GET', { purpose: 'prefetch' }],
    ])('does nothing on %s %j', async (method, headers) => {
      const answer = await call(method, '/api/muxvideos/delete/v', { headers });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
      expect(fakes.handled).toEqual([]);
    });
  });

  it('forwards the raw bytes of webhooks, and refuses unsigned ones', async () => {
    const body = '{ "odd":   "spacing" }';
    const send = (headers: Record<string, string>) =>
      call('POST', '/api/webhooks/mux', { token: '', body, headers });
    expect((await failureOf(send({})))[0]).toBe(401);
    expect((await send({ 'mux-signature': 't=1,v1=x' })).status).toBe(200);
    expect(fakes.webhooks.map((webhook) => Buffer.from(webhook.body).toString())).toEqual([body]);
    fakes.fail('unavailable', 'Later.');
    expect((await send({ 'mux-signature': 't=1,v1=x' })).status).toBe(503);
  });

  it('limits the rates of sign-in and registration separately', async () => {
    const login = () =>
      call('POST', '/api/auth/login', { token: '', body: { email: 'a@b.cd', password: 'right password' } });
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await login()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await failureOf(login())).toEqual([429, 'Too many tries. Please wait a minute and try again.']);
    const person = {
      email: 'n@b.cd',
      password: 'long enough words',
      firstname: 'N',
      lastname: 'B',
      plan: 'free',
    };
    const registered = await call('POST', '/api/auth/register', { token: '', body: person });
    expect(await registered.json()).toMatchObject({ status: 'success', data: { id: 'n@b.cd' } });
    expect((await call('GET', '/api/muxvideos')).status).toBe(200);
  });

  describe('the web build', () => {
    it('is the page for every address of the app, with strict headers', async () => {
      for (const path of ['/', '/login', '/asset/some-id', '/asset/view?x=1']) {
        const page = await call('GET', path, { token: '' });
        expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>Vault')]);
        expect(page.headers.get('cache-control')).toBe('no-cache');
        const policy = page.headers.get('content-security-policy') ?? '';
        expect(policy).toMatch(/default-src 'none'/);
        expect(policy).toMatch(/script-src 'self'(;|$)/);
        expect(policy).toMatch(/frame-ancestors 'none'/);
        expect(page.headers.get('x-content-type-options')).toBe('nosniff');
        expect(page.headers.get('x-frame-options')).toBe('DENY');
        expect(page.headers.get('referrer-policy')).toBe('same-origin');
        expect(page.headers.get('permissions-policy')).toContain('camera=(), ');
      }
    });

    it('caches hashed files for a year, and answers 404 for a missing file', async () => {
      const script = await call('GET', '/assets/app-abc123.js', { token: '' });
      expect(script.headers.get('cache-control')).toMatch(/max-age=31536000.*immutable/);
      for (const path of ['/assets/gone.js', `/${'a'.repeat(300)}.js`])
        expect(await failureOf(call('GET', path, { token: '' }))).toEqual([
          404,
          'This address does not exist.',
        ]);
    });

    it('never answers for the API, and serves nothing outside its folder', async () => {
      for (const path of ['/api', '/api/', '/api/none', '/api/muxvideos/a/b/c']) {
        expect((await failureOf(call('GET', path)))[0]).toBe(404);
      }
      for (const path of ['/..%2f..%2fetc%2fpasswd.txt', '/assets/%2e%2e/%2e%2e/secrets.json', '/%00.js']) {
        const answer = await call('GET', path, { token: '' });
        expect(await answer.text()).not.toMatch(/root:/);
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
      }
    });

    it('answers API calls with the strict headers too', async () => {
      const answer = await call('GET', '/api/muxvideos');
      expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
      expect(answer.headers.get('x-powered-by')).toBeNull();
      expect(answer.headers.get('cache-control')).toBe('no-store');
    });
  });
});

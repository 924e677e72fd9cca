import { errorEnvelope } from '@vault/contracts';
import { AppError } from '@vault/base';
import { startTestServices, type TestServices } from '@vault/platform/testing';
import { gatewayService } from '../index.ts';
import { aTeam } from '../testing/fake-auth.ts';
import { asDocumented } from '../testing/as-documented.ts';
import { FakeServices } from '../testing/fake-services.ts';

const owner = 'token-of-owner-0123456789';
const off = 'token-of-inactive-0123456789';
const ada = 'token-of-ada-0123456789';

const routes: readonly [string, string][] = [
  ['POST', '/api/admin/check'],
  ['POST', '/api/admin/logout'],
  ['POST', '/api/admin/password'],
  ['GET', '/api/admin/employees'],
  ['POST', '/api/admin/employee/v'],
  ['DELETE', '/api/admin/employee/v'],
  ['POST', '/api/admin/employee/v/grant-upgrade'],
  ['GET', '/api/admin/videos'],
  ['POST', '/api/admin/video/v/retry'],
  ['POST', '/api/admin/videos/retry-failed'],
  ['GET', '/api/admin/employee-token-histories/v'],
  ['GET', '/api/admin/dashboard'],
  ['GET', '/api/admin/audit'],
  ['GET', '/api/admin/staff'],
  ['POST', '/api/admin/staff'],
  ['POST', '/api/admin/staff/v'],
  ['DELETE', '/api/admin/staff/v'],
];

describe('the routes of staff', () => {
  let fakes: FakeServices;
  let running: TestServices;
  beforeAll(async () => {
    fakes = new FakeServices();
    running = await startTestServices([gatewayService, ...fakes.services()], {
      env: { SIGN_IN_RATE: '3' },
    });
  });
  beforeEach(() => {
    for (const fake of [fakes.admin, fakes.auth, fakes.allVideos]) fake.reset();
    fakes.auth.directory.add('v', { version: 4 });
    fakes.allVideos.addFailed(1);
    fakes.auth.sessions.set(ada, 'ada');
    fakes.admin.addSession(owner);
    fakes.admin.addSession(off, 'inactive');
  });
  afterAll(() => running.stop());

  async function call(method: string, path: string, body?: unknown, token = owner) {
    const response = await fetch(`${running.url}${path}`, {
      method,
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return asDocumented(method, path, response);
  }
  async function jsonOf(answer: Promise<Response>) {
    const response = await answer;
    expect(response.headers.get('cache-control')).toBe('no-store');
    return (await response.json()) as Record<string, unknown> & { data: Record<string, unknown>[] };
  }

  it.each(routes)('%s %s is for signed-in, active staff only', async (method, path) => {
    for (const token of ['', ada, 'forged-token-0123456789', `${owner}!`]) {
      const answer = await call(method, path, undefined, token);
      expect([answer.status, await answer.text()]).toEqual([401, 'Unauthorized']);
    }
    const answer = await call(method, path, undefined, off);
    expect([answer.status, await answer.text()]).toEqual([403, 'Forbidden']);
    const { admin, auth, allVideos } = fakes;
    expect([admin.requests, auth.directory.listRequests, allVideos.listRequests]).toEqual([[], [], []]);
  });

  it('do not accept a token of staff instead of one of a user', async () => {
    for (const path of ['/api/muxvideos', '/api/muxupload', '/api/muxvideos/asset/v'])
      expect((await call('GET', path)).status).toBe(401);
  });

  it('ask admin once a second at most for the same token, and not at all after log-out', async () => {
    const before = fakes.admin.checked;
    await Promise.all(Array.from({ length: 20 }, () => call('GET', '/api/admin/employees')));
    expect(fakes.admin.checked - before).toBeLessThanOrEqual(2);
    expect((await call('POST', '/api/admin/logout')).status).toBe(200);
    expect((await call('GET', '/api/admin/employees')).status).toBe(401);
  });

  it('sign in, with a rate limit per address', async () => {
    const login = (password: string) =>
      call('POST', '/api/admin/login', { email: ' Owner@example.com', password }, '');
    expect(await (await login('right password')).json()).toEqual({
      status: 'success',
      data: { id: 'owner', token: 'token-of-owner-at-example.com', email: 'owner@example.com' },
    });
    const wrong = await login('wrong password');
    expect([wrong.status, errorEnvelope.parse(await wrong.json()).msg]).toEqual([
      401,
      'Wrong e-mail or password.',
    ]);
    expect((await call('POST', '/api/admin/login', { email: 'x' }, '')).status).toBe(400);
    expect((await login('right password')).status).toBe(429);
  });

  it('answer the member of staff of the token', async () => {
    expect(await jsonOf(call('POST', '/api/admin/check'))).toEqual({
      status: 'success',
      data: { id: 'owner', email: 'owner@example.com', role: 'owner' },
    });
  });

  it('answer lists with their total, and forward filters and order', async () => {
    const whole = await jsonOf(call('GET', '/api/admin/employees'));
    expect(whole).toMatchObject({ total: 1, data: [{ _id: 'v', posted_videos: 0, version: 4 }] });
    await call(
      'GET',
      '/api/admin/employees?page=2&limit=50&sort=-membership_end&q=%20Ada&plan=free&state=active',
    );
    expect(fakes.auth.directory.listRequests).toEqual([
      { page: 1, limit: 0, sort: 'created_at', descending: true, q: '', plan: '', state: '' },
      {
        page: 2,
        limit: 50,
        sort: 'membership_end',
        descending: true,
        q: 'Ada',
        plan: 'free',
        state: 'active',
      },
    ]);
    for (const query of ['limit=101', 'limit=-1', 'page=0', 'sort=password', 'plan=gold', 'state=odd'])
      expect((await call('GET', `/api/admin/employees?${query}`)).status).toBe(400);
  });

  it('send whole lists page by page, each row once', async () => {
    fakes.allVideos.addFailed(12_001);
    const { data, total } = await jsonOf(call('GET', '/api/admin/videos?state=failed'));
    expect([data.length, total]).toEqual([12_001, 12_001]);
    expect(new Set(data.map(({ _id }) => _id)).size).toBe(12_001);
    expect(fakes.allVideos.listRequests.map(({ page, limit, state }) => [page, limit, state])).toEqual([
      [1, 5_000, 'failed'],
      [2, 5_000, 'failed'],
      [3, 5_000, 'failed'],
    ]);
    fakes.allVideos.reset();
    expect(await jsonOf(call('GET', '/api/admin/videos'))).toEqual({ status: 'success', data: [], total: 0 });
    fakes.allVideos.addFailed(7);
    const page = await jsonOf(call('GET', '/api/admin/videos?page=2&limit=5'));
    expect(page).toMatchObject({ total: 7, data: [{ _id: 'v5' }, { _id: 'v6' }] });
  });

  it('forward an edit without read-only fields', async () => {
    const body = {
      ...{ firstname: 'Ada', lastname: 'Byron', email: 'other@example.com', plan: 'executive' },
      ...{ token_balance: 9, add_token: '500', is_active: false, membership_end: '2026-11-18', version: 4 },
    };
    const edited = await jsonOf(call('POST', '/api/admin/employee/v', body));
    expect(edited).toMatchObject({ status: 'success', msg: 'The user was updated.', data: { _id: 'v' } });
    expect(fakes.admin.requests[0]).toMatchObject({
      ...{
        call: 'admin.edit-user.v1',
        userId: 'v',
        firstname: 'Ada',
        lastname: 'Byron',
        plan: 'executive',
      },
      ...{ addTokens: 500, isActive: false, version: 4 },
      membershipEnd: Date.parse('2026-11-18T23:59:59Z') / 1_000,
    });
    expect(fakes.admin.requests[0]).not.toHaveProperty('email');
    expect(fakes.admin.requests).toHaveLength(1);
    for (const wrong of [
      { firstname: ' ' },
      { plan: 'gold' },
      { add_token: 'many' },
      { membership_end: 'soon' },
    ])
      expect((await call('POST', '/api/admin/employee/v', wrong)).status).toBe(400);
  });

  it('answer a stale edit with the current user', async () => {
    fakes.admin.failure = new AppError('conflict', 'The account was changed meanwhile.');
    fakes.auth.directory.add('v', { plan: 'executive', version: 5 });
    const answer = await call('POST', '/api/admin/employee/v', { plan: 'free', version: 4 });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      status: 'error',
      msg: 'Someone has changed this user since you opened it. Nothing was saved.',
      data: { _id: 'v', plan: 'executive', version: 5 },
    });
  });

  it('answer a stale edit with the current team', async () => {
    fakes.admin.failure = new AppError('conflict', 'The team was changed meanwhile.');
    fakes.auth.teams.set('t', { ...aTeam('t', 'Acme', []), plan: 'executive', version: 5 });
    const answer = await call('POST', '/api/admin/team/t', { plan: 'free', version: 4 });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      status: 'error',
      msg: 'Someone has changed this team since you opened it. Nothing was saved.',
      data: { _id: 't', plan: 'executive', version: 5 },
    });
  });

  it.each(['/api/admin/employee/..%2fv', '/api/admin/employee/%20', '/api/admin/staff/a.b'])(
    'answer for an invalid id like for an unknown one: %s',
    async (path) => {
      expect((await call('DELETE', path)).status).toBe(404);
      expect(fakes.admin.requests).toEqual([]);
    },
  );

  it('send changes as commands, keyed by what they change', async () => {
    const caller = { staffId: 'owner', sessionId: 's-owner', clientAddress: '127.0.0.1' };
    const success = { status: 'success' };
    expect(await jsonOf(call('DELETE', '/api/admin/employee/v'))).toMatchObject(success);
    expect(await jsonOf(call('POST', '/api/admin/employee/v/grant-upgrade'))).toMatchObject({
      ...success,
      msg: 'The upgrade was granted.',
      data: { _id: 'v' },
    });
    expect(await jsonOf(call('POST', '/api/admin/video/v/retry'))).toMatchObject(success);
    expect(await jsonOf(call('DELETE', '/api/admin/staff/v'))).toMatchObject(success);
    expect(fakes.admin.requests.filter(({ call: type }) => type.startsWith('admin.'))).toEqual([
      { call: 'admin.delete-user.v1', caller, userId: 'v' },
      { call: 'admin.grant-upgrade.v1', caller, userId: 'v' },
      { call: 'admin.retry-video.v1', caller, videoId: 'v' },
      { call: 'admin.remove-staff.v1', caller, id: 'v' },
    ]);
  });

  it('retry failed videos, a bounded number at once, and count those that were refused', async () => {
    const retryFailed = async () => (await jsonOf(call('POST', '/api/admin/videos/retry-failed')))['msg'];
    fakes.allVideos.addFailed(103);
    fakes.admin.refused.add('v7');
    expect(await retryFailed()).toBe(
      '99 videos restarted. 1 video could not be restarted. 3 videos left: please try again.',
    );
    const sent = fakes.admin.requests.filter(({ call: type }) => type === 'admin.retry-video.v1');
    expect(new Set(sent.map(({ videoId }) => videoId)).size).toBe(100);
    fakes.allVideos.reset();
    expect(await retryFailed()).toBe('No failed video can be retried.');
  });

  it('stop to retry failed videos when a whole batch is refused', async () => {
    fakes.allVideos.addFailed(50);
    for (let index = 0; index < 50; index += 1) fakes.admin.refused.add(`v${String(index)}`);
    expect(await jsonOf(call('POST', '/api/admin/videos/retry-failed'))).toMatchObject({
      msg: '0 videos restarted. 20 videos could not be restarted. 30 videos left: please try again.',
    });
  });

  it('pass on refusals of the admin service', async () => {
    const refusals = [
      ['forbidden', 'Only an owner may do this.', 403],
      ['not-found', 'The user was not found.', 404],
      ['conflict', 'This is the last owner who can sign in.', 409],
      ['unavailable', 'No answer came in time.', 503],
    ] as const;
    for (const [code, msg, status] of refusals) {
      fakes.admin.failure = new AppError(code, msg);
      const answers = [await call('POST', '/api/admin/staff/v', { role: 'owner' })];
      // A command that its owner could not handle is tried again until its deadline.
      if (code !== 'unavailable') answers.push(await call('DELETE', '/api/admin/staff/v'));
      for (const answer of answers)
        expect([answer.status, await answer.json()]).toEqual([status, { status: 'error', code, msg }]);
    }
  });

  it('answer the audit log', async () => {
    const audit = await jsonOf(call('GET', '/api/admin/audit?page=2&limit=10&action=login&actor=ada&from=5'));
    expect(audit).toMatchObject({
      total: 1,
      data: [
        { id: 'l.end', started_id: 'l', before: null, after: { plan: 'executive' }, subject: { id: 'v' } },
      ],
    });
    expect(fakes.admin.requests.at(-1)).toMatchObject({
      ...{ page: 2, limit: 10, action: 'login', actor: 'ada', subject: '', from: 5 },
    });
  });
});

import { jest } from '@jest/globals';
import type { EmployeeRow } from '@vault/contracts';
import { staffToken, startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';
import { UserListService } from './user-list.service.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
beforeEach(() => {
  gateway.fakes.auth.reset();
  gateway.fakes.allVideos.reset();
});
afterAll(() => gateway.running.stop());

const add: GatewayUnderTest['fakes']['auth']['directory']['add'] = (...account) =>
  gateway.fakes.auth.directory.add(...account);
const ask = (query = '') => gateway.callAsStaff('GET', `/api/admin/employees?${query}`);
const list = async (query = '') => {
  const { status, json } = await ask(query);
  expect(status).toBe(200);
  return json as unknown as { readonly data: EmployeeRow[]; readonly total: number };
};

function addPeople(count: number): void {
  for (let index = 0; index < count; index += 1) add(`u${String(index)}`, { createdAt: index });
}
function addVideos(ownerId: string, count: number): void {
  for (let index = 0; index < count; index += 1)
    gateway.fakes.allVideos.add(`${ownerId}-${String(index)}`, ownerId);
}

const rowOfAda = {
  _id: 'ada',
  firstname: 'Ada',
  lastname: 'Byron',
  email: 'ada@example.com',
  plan: 'free',
  posted_videos: 2,
  token_balance: 50_000,
  created_at: 1_795_000_000,
  membership_end: 1_797_000_000,
  is_active: true,
  version: 1,
  is_confirmed: false,
  upgrade_requested_at: 7,
};
const unavailable = {
  status: 503,
  json: {
    status: 'error',
    code: 'unavailable',
    msg: 'This part of the service is not answering. Please try again in a moment.',
  },
};

describe('the list of users', () => {
  it('has the users of auth with the video counts of upload', async () => {
    add('ada', { upgradeRequestedAt: 7, isConfirmed: false });
    add('eve', { plan: 'executive' });
    addVideos('ada', 2);
    const { data, total } = await list('sort=email');
    expect(total).toBe(2);
    expect(data[0]).toEqual(rowOfAda);
    expect(data[1]).toMatchObject({ _id: 'eve', posted_videos: 0 });
    expect((await list('plan=executive')).total).toBe(1);
    expect((await list('q=EVE@')).data.map(({ _id }) => _id)).toEqual(['eve']);
  });

  it('has no counts while upload is unavailable, and fails while auth is', async () => {
    add('ada');
    gateway.fakes.allVideos.isUnavailable = true;
    expect((await list()).data[0]).toMatchObject({ _id: 'ada', posted_videos: null });
    gateway.fakes.auth.directory.isUnavailable = true;
    expect(await ask()).toMatchObject(unavailable);
  });
});

describe('users by their videos', () => {
  it('have pages that neither repeat nor skip, for more users than one call returns', async () => {
    addPeople(10_050);
    addVideos('u3', 3);
    addVideos('u10049', 1);
    addVideos('u7', 2);
    const first = await list('sort=-posted_videos&page=1&limit=4');
    expect(first.total).toBe(10_050);
    expect(first.data.map(({ _id, posted_videos }) => [_id, posted_videos])).toEqual([
      ['u3', 3],
      ['u7', 2],
      ['u10049', 1],
      ['u10048', 0],
    ]);
    const lists = gateway.running.get(UserListService);
    const order = { sort: 'posted_videos', descending: true, q: '', plan: '', state: '' };
    const userIds = new Set<string>();
    for (let page = 1; page <= 2; page += 1)
      for (const { _id } of (await lists.list({ ...order, page, limit: 5_025 })).rows) userIds.add(_id);
    expect(userIds.size).toBe(10_050);
    const last = await list('sort=posted_videos&page=101&limit=100');
    expect(last.data.at(-1)).toMatchObject({ _id: 'u3', posted_videos: 3 });
    expect((await list('sort=posted_videos')).data).toHaveLength(10_000);
  });

  it('can be filtered, like every list', async () => {
    addPeople(3);
    addVideos('u1', 1);
    const { data, total } = await list('sort=-posted_videos&q=u1');
    expect([total, data[0]?._id]).toEqual([1, 'u1']);
  });

  it('are refused while upload is unavailable, and for more than 50,000 users', async () => {
    addPeople(1);
    gateway.fakes.allVideos.isUnavailable = true;
    expect(await ask('sort=posted_videos')).toMatchObject(unavailable);
    gateway.fakes.allVideos.isUnavailable = false;
    addPeople(50_001);
    // The API document does not know this refusal yet.
    const headers = { authorization: `Bearer ${staffToken}` };
    const refused = await gateway.ask('GET', '/api/admin/employees?sort=posted_videos', headers);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toEqual({
      status: 'error',
      code: 'limit-reached',
      msg: '50001 users are too many to sort by videos. Please filter them first.',
    });
  });
});

describe('a changed user', () => {
  it('is answered as it is now, with one read of the account', async () => {
    add('ada', { upgradeRequestedAt: 7, isConfirmed: false });
    addVideos('ada', 2);
    const reads = async () => (await gateway.rpcCalls()).filter((call) => call === 'GetAccount').length;
    const before = await reads();
    const edited = await gateway.callAsStaff('POST', '/api/admin/employee/ada', { plan: 'free', version: 1 });
    expect(edited.json).toMatchObject({ msg: 'The user was updated.', data: rowOfAda });
    expect((await reads()) - before).toBe(1);
    gateway.fakes.allVideos.isUnavailable = true;
    const granted = await gateway.callAsStaff('POST', '/api/admin/employee/ada/grant-upgrade');
    expect(granted.json).toMatchObject({
      msg: 'The upgrade was granted.',
      data: { ...rowOfAda, posted_videos: null },
    });
  });

  it('is not found when the account was deleted meanwhile', async () => {
    add('ada');
    for (const path of ['/api/admin/employee/eve', '/api/admin/employee/eve/grant-upgrade'])
      expect(await gateway.callAsStaff('POST', path, {})).toMatchObject({
        status: 404,
        json: { status: 'error', code: 'not-found', msg: 'The user was not found.' },
      });
  });
});

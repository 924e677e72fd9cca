import { jest } from '@jest/globals';
import type { EmployeeVideoRow } from '@vault/contracts';
import { startGateway, type GatewayUnderTest } from '../../testing/gateway-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
beforeEach(() => {
  gateway.fakes.auth.reset();
  gateway.fakes.allVideos.reset();
  gateway.fakes.auth.directory.add('ada');
});
afterAll(() => gateway.running.stop());

const list = async (query = '') => {
  const { status, json } = await gateway.callAsStaff('GET', `/api/admin/videos?${query}`);
  expect(status).toBe(200);
  return json as unknown as { readonly data: EmployeeVideoRow[]; readonly total: number };
};

describe('the list of videos', () => {
  it('has the videos of upload with the e-mail address of each owner', async () => {
    const failure = { step: 'captioning', reason: 'No sound.', retryable: true };
    gateway.fakes.allVideos.add('v', 'ada', { state: 'failed', failure });
    gateway.fakes.allVideos.add('w', 'deleted');
    const { data, total } = await list();
    expect(total).toBe(2);
    expect(data[0]).toEqual({
      _id: 'v',
      userId: { _id: 'ada', email: 'ada@example.com' },
      thumbnail: '/thumb.jpg',
      title: 'Talk v',
      assetId: 'v-asset',
      created_at: 1_795_000_000,
      state: 'failed',
      failure,
      duration: 60.5,
    });
    expect(data[1]).toMatchObject({ userId: { _id: 'deleted', email: '' } });
    expect(data[1]).not.toHaveProperty('failure');
    expect((await list('state=failed')).total).toBe(1);
    expect((await gateway.callAsStaff('GET', '/api/admin/videos?state=odd')).status).toBe(400);
  });

  it('has the e-mail addresses of more owners than one call returns', async () => {
    for (let index = 0; index < 1_203; index += 1) {
      gateway.fakes.auth.directory.add(`u${String(index)}`);
      gateway.fakes.allVideos.add(`v${String(index)}`, `u${String(index)}`);
    }
    const { data } = await list();
    expect(data).toHaveLength(1_203);
    expect(data.every(({ userId }) => userId.email === `${userId._id}@example.com`)).toBe(true);
  });

  it('is searched by title, and by the e-mail address of owners', async () => {
    const { auth, allVideos } = gateway.fakes;
    auth.directory.add('eve', { firstname: 'Adam' });
    allVideos.add('v', 'ada');
    allVideos.add('w', 'eve', { title: 'Of ada@' });
    expect((await list('q=ADA@')).data.map(({ _id }) => _id)).toEqual(['v']);
    // The search matches e-mail addresses, not names.
    expect(allVideos.listRequests.at(-1)?.orOwnerIds).toEqual(['ada']);
    await list();
    expect(allVideos.listRequests.at(-1)?.orOwnerIds).toEqual([]);
  });

  it('has no e-mail addresses while auth is unavailable', async () => {
    const { auth, allVideos } = gateway.fakes;
    allVideos.add('v', 'ada');
    auth.directory.isUnavailable = true;
    expect((await list('q=Talk')).data).toMatchObject([{ _id: 'v', userId: { _id: 'ada', email: '' } }]);
    allVideos.isUnavailable = true;
    expect(await gateway.callAsStaff('GET', '/api/admin/videos')).toMatchObject({
      status: 503,
      json: { code: 'unavailable' },
    });
  });
});

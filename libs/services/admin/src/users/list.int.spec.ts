import { jest } from '@jest/globals';
import type { adminRpc } from '@vault/contracts/rpc';
import { startAdmin, type AdminUnderTest } from '../testing/admin-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

let admin: AdminUnderTest;
let caller: adminRpc.StaffCaller;
beforeAll(async () => {
  admin = await startAdmin();
  caller = await admin.signIn();
});
beforeEach(() => {
  admin.auth.accounts.clear();
  admin.upload.videos.clear();
  admin.auth.isUnavailable = admin.upload.isUnavailable = false;
});
afterAll(() => admin.stop());

const whole = { page: 1, limit: 0, sort: '', descending: false, q: '', plan: '', state: '' };
const list = (query: Partial<adminRpc.ListUsersRequest> = {}) =>
  admin.client.listUsers({ caller, ...whole, ...query });

function addPeople(count: number): void {
  for (let index = 0; index < count; index += 1) admin.auth.add(`u${String(index)}`, { createdAt: index });
}
function addVideos(ownerId: string, count: number): void {
  for (let index = 0; index < count; index += 1) admin.upload.add(`${ownerId}-${String(index)}`, ownerId);
}

describe('the list of users', () => {
  it('has the users of auth with the video counts of upload', async () => {
    admin.auth.add('ada', { upgradeRequestedAt: 7, isConfirmed: false });
    admin.auth.add('eve', { plan: 'executive' });
    addVideos('ada', 2);
    const { users, total } = await list({ sort: 'email' });
    expect(total).toBe(2);
    expect(users[0]).toEqual({
      id: 'ada',
      firstname: 'Ada',
      lastname: 'Byron',
      email: 'ada@example.com',
      plan: 'free',
      postedVideos: 2,
      tokenBalance: 50_000,
      createdAt: 1_795_000_000,
      membershipEnd: 1_797_000_000,
      isActive: true,
      version: 1,
      isConfirmed: false,
      upgradeRequestedAt: 7,
    });
    expect(users[1]).toMatchObject({ id: 'eve', postedVideos: 0 });
    expect((await list({ plan: 'executive' })).total).toBe(1);
    expect((await list({ q: 'EVE@' })).users.map(({ id }) => id)).toEqual(['eve']);
  });

  it('has no counts while upload is unavailable, and fails while auth is', async () => {
    admin.auth.add('ada');
    admin.upload.isUnavailable = true;
    expect((await list()).users[0]).toMatchObject({ id: 'ada', postedVideos: undefined });
    admin.auth.isUnavailable = true;
    await expect(list()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('refuses unknown sorts, plans and states, and invalid limits', async () => {
    for (const wrong of [
      { sort: 'password' },
      { plan: 'gold' },
      { state: 'odd' },
      { limit: 10_001 },
      { limit: -1 },
    ])
      await expect(list(wrong)).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('users by their videos', () => {
  it('have pages that neither repeat nor skip, for more users than one call returns', async () => {
    addPeople(10_050);
    addVideos('u3', 3);
    addVideos('u10049', 1);
    addVideos('u7', 2);
    const page = (number: number, limit: number) =>
      list({ sort: 'posted_videos', descending: true, page: number, limit });
    const first = await page(1, 4);
    expect(first.total).toBe(10_050);
    expect(first.users.map(({ id, postedVideos }) => [id, postedVideos])).toEqual([
      ['u3', 3],
      ['u7', 2],
      ['u10049', 1],
      ['u10048', 0],
    ]);
    const userIds = new Set<string>();
    for (let number = 1; number <= 2; number += 1)
      for (const { id } of (await page(number, 5_025)).users) userIds.add(id);
    expect(userIds.size).toBe(10_050);
    const last = await list({ sort: 'posted_videos', page: 101, limit: 100 });
    expect(last.users.at(-1)).toMatchObject({ id: 'u3', postedVideos: 3 });
  });

  it('can be filtered, like every list', async () => {
    addPeople(3);
    addVideos('u1', 1);
    const { users, total } = await list({ sort: 'posted_videos', descending: true, q: 'u1' });
    expect([total, users[0]?.id]).toEqual([1, 'u1']);
  });

  it('are refused while upload is unavailable, and for more than 50,000 users', async () => {
    addPeople(1);
    admin.upload.isUnavailable = true;
    await expect(list({ sort: 'posted_videos' })).rejects.toMatchObject({ code: 'unavailable' });
    admin.upload.isUnavailable = false;
    addPeople(50_001);
    await expect(list({ sort: 'posted_videos' })).rejects.toMatchObject({
      code: 'limit-reached',
      message: '50001 users are too many to sort by videos. Please filter them first.',
    });
  });
});

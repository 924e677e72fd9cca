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
  admin.upload.listRequests.length = admin.upload.retried.length = 0;
  admin.chaptering.operations.length = 0;
  admin.auth.isUnavailable = admin.upload.isUnavailable = admin.chaptering.isUnavailable = false;
  admin.auth.add('ada');
});
afterAll(() => admin.stop());

const whole = { page: 1, limit: 0, sort: '', descending: false, q: '' };
const list = (query: Partial<adminRpc.ListVideosRequest> = {}) =>
  admin.client.listVideos({ caller, ...whole, state: '', ...query });

describe('the list of videos', () => {
  it('has the videos of upload with the e-mail address of each owner', async () => {
    const failure = { step: 'captioning', reason: 'No sound.', retryable: true };
    admin.upload.add('v', 'ada', { state: 'failed', failure });
    admin.upload.add('w', 'deleted');
    const { videos, total } = await list();
    expect(total).toBe(2);
    expect(videos[0]).toEqual({
      id: 'v',
      userId: 'ada',
      userEmail: 'ada@example.com',
      thumbnailUrl: '/thumb.jpg',
      title: 'Talk v',
      assetId: 'v-asset',
      createdAt: 1_795_000_000,
      state: 'failed',
      failure,
      durationSeconds: 60.5,
    });
    expect(videos[1]).toMatchObject({ userId: 'deleted', userEmail: '', failure: undefined });
    expect((await list({ state: 'failed' })).total).toBe(1);
    await expect(list({ state: 'odd' })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('has the e-mail addresses of more owners than one call returns', async () => {
    for (let index = 0; index < 1_203; index += 1) {
      admin.auth.add(`u${String(index)}`);
      admin.upload.add(`v${String(index)}`, `u${String(index)}`);
    }
    const { videos } = await list();
    expect(videos).toHaveLength(1_203);
    expect(videos.every(({ userId, userEmail }) => userEmail === `${userId}@example.com`)).toBe(true);
  });

  it('is searched by title, and by the e-mail address of owners', async () => {
    admin.auth.add('eve', { firstname: 'Adam' });
    admin.upload.add('v', 'ada');
    admin.upload.add('w', 'eve', { title: 'Of ada@' });
    expect((await list({ q: 'ADA@' })).videos.map(({ id }) => id)).toEqual(['v']);
    // The search matches e-mail addresses, not names.
    expect(admin.upload.listRequests.at(-1)?.orOwnerIds).toEqual(['ada']);
    await list();
    expect(admin.upload.listRequests.at(-1)?.orOwnerIds).toEqual([]);
  });

  it('has no e-mail addresses while auth is unavailable', async () => {
    admin.upload.add('v', 'ada');
    admin.auth.isUnavailable = true;
    expect((await list({ q: 'Talk' })).videos).toMatchObject([{ id: 'v', userId: 'ada', userEmail: '' }]);
    admin.upload.isUnavailable = true;
    await expect(list()).rejects.toMatchObject({ code: 'unavailable' });
  });
});

const retry = (videoId: string) => admin.send('admin.retry-video.v1', { caller, videoId });

describe('retrying a step', () => {
  it('sends a command with the owner of the video, and is recorded in the audit log', async () => {
    const failure = { step: 'captioning', reason: 'No sound.', retryable: true };
    admin.upload.add('v', 'ada', { state: 'failed', failure });
    await retry('v');
    expect(admin.upload.retried).toEqual([{ videoId: 'v', ownerId: 'ada' }]);
    const [done, started] = await admin.audit(caller, { action: 'retry-video' });
    expect(done).toMatchObject({ state: 'done', startedId: started?.id });
    expect(started).toMatchObject({
      subjectId: 'v',
      subjectName: 'Talk v',
      before: '{"state":"failed","step":"captioning","reason":"No sound."}',
    });
  });

  it('is recorded with the reason of a refusal', async () => {
    const failure = { step: 'captioning', reason: 'No sound.', retryable: true };
    admin.upload.add('r', 'ada', { state: 'failed', failure });
    admin.upload.refused.add('r');
    const msg = 'No step of this video can be retried.';
    await expect(retry('r')).rejects.toMatchObject({ code: 'conflict', message: msg });
    const [last] = await admin.audit(caller, { action: 'retry-video', subject: 'r' });
    expect(last).toMatchObject({ state: 'failed', msg });
  });

  it('is refused when there is nothing to retry, and for unknown videos', async () => {
    admin.upload.add('w', 'ada');
    await expect(retry('w')).rejects.toMatchObject({
      code: 'conflict',
      message: 'No step of this video can be retried.',
    });
    await expect(retry('nobody')).rejects.toMatchObject({
      code: 'not-found',
      message: 'The video was not found.',
    });
  });
});

describe('the token history of a user', () => {
  const history = (userId = 'ada') => admin.client.listTokenHistory({ caller, ...whole, userId });

  it('has the operations of chaptering with the video titles', async () => {
    admin.upload.add('v', 'ada');
    admin.chaptering.add('one', 'ada', 'v');
    admin.chaptering.add('two', 'ada', 'deleted');
    admin.chaptering.add('other', 'eve', 'v');
    const { entries, total } = await history();
    expect(total).toBe(2);
    expect(entries[0]).toEqual({
      id: 'one',
      videoId: 'v',
      videoTitle: 'Talk v',
      operationType: 'quotes',
      state: 'done',
      tokens: 52,
      systemPrompt: 'Numbers first.',
      customPrompt: 'About teaching.',
      result: '[]',
      createdAt: 1_795_000_000,
    });
    expect(entries[1]).toMatchObject({ videoId: 'deleted', videoTitle: '' });
    admin.upload.isUnavailable = true;
    expect((await history()).entries[0]).toMatchObject({ videoTitle: '' });
  });

  it('is refused for unknown users, and while chaptering is unavailable', async () => {
    await expect(history('nobody')).rejects.toMatchObject({
      code: 'not-found',
      message: 'The user was not found.',
    });
    admin.chaptering.isUnavailable = true;
    await expect(history()).rejects.toMatchObject({ code: 'unavailable' });
  });
});

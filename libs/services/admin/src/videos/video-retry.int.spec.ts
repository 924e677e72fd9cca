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
  admin.upload.videos.clear();
  admin.upload.retried.length = 0;
});
afterAll(() => admin.stop());

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

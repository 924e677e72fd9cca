import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { until } from '@vault/base/testing';
import { startUpload, type UploadUnderTest } from './testing/upload-under-test.ts';

describe('upload sessions', () => {
  let upload: UploadUnderTest;
  beforeEach(async () => {
    upload = await startUpload();
  });
  afterEach(() => upload.stop());

  const open = (ownerId = 'ada') => upload.client.createSession({ ownerId });
  const used = async (ownerId = 'ada') => (await upload.client.countVideos({ ownerId })).used;

  it('are opened at the video host, which learns the session id', async () => {
    const session = await open();
    expect(upload.host.uploads.get(session.uploadId)?.url).toBe(session.url);
    const video = await upload.client.getVideo({ ownerId: 'ada', videoId: session.id });
    expect(video).toMatchObject({ id: session.id, uploadId: session.uploadId, state: 'uploading' });
    expect(
      (await upload.client.listVideos({ ownerId: 'ada', page: 1, limit: 100, after: '' })).videos,
    ).toEqual([]);
  });

  it('are opened with one query to auth, which also says whether the session is open', async () => {
    await upload.client.createSession({ ownerId: 'ada', sessionId: 'here' });
    expect(upload.fakes.entitlementQueries).toBe(1);
    upload.fakes.endedSessions.push('here');
    await expect(upload.client.createSession({ ownerId: 'ada', sessionId: 'here' })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect([await used(), upload.host.uploads.size]).toEqual([1, 1]);
  });

  it('are opened once by a request that is repeated with its key, also at the same time', async () => {
    const repeat = () => upload.client.createSession({ ownerId: 'ada', requestKey: 'of-the-request' });
    const first = await repeat();
    expect(await repeat()).toEqual(first);
    expect([await used(), upload.host.uploads.size]).toEqual([1, 1]);
    const other = () => upload.client.createSession({ ownerId: 'ada', requestKey: 'another' });
    await Promise.allSettled([other(), other(), other()]);
    const second = await other();
    expect(second.id).not.toBe(first.id);
    expect(await used()).toBe(2);
    const { url } = upload.host.uploads.get(second.uploadId)!;
    expect(url).toBe(second.url);
  });

  it('never exceed the limit of the plan when many are opened at once', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => open()));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    for (const tried of tries) {
      if (tried.status === 'rejected') expect(tried.reason).toMatchObject({ code: 'limit-reached' });
    }
    expect(await used()).toBe(2);
    expect(upload.host.uploads.size).toBe(2);
    await expect(open('grace')).resolves.toHaveProperty('id');
  });

  it('are refused with the reason that auth returns', async () => {
    upload.fakes.refusal = 'Your membership has ended.';
    await expect(open()).rejects.toMatchObject({
      code: 'limit-reached',
      message: 'Your membership has ended.',
    });
    expect(await used()).toBe(0);
  });

  it('are refused on a plan without slots', async () => {
    upload.fakes.videoLimit = 0;
    await expect(open()).rejects.toMatchObject({ code: 'limit-reached' });
  });

  it('take no slot when the video host is unavailable', async () => {
    upload.host.isUnavailable = true;
    await expect(open()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await used()).toBe(0);
    upload.host.isUnavailable = false;
    await expect(open()).resolves.toHaveProperty('id');
  });

  it('take no slot when the video host is full, and are refused with that reason', async () => {
    upload.host.isFull = true;
    await expect(open()).rejects.toMatchObject({
      code: 'unavailable',
      message:
        'The video host has no space for more videos. Please contact its administrator, and try again later.',
    });
    expect(await used()).toBe(0);
  });

  it('give the video host a hash of the owner, not the id', async () => {
    const keyOf = async (ownerId: string) => {
      await open(ownerId);
      return (upload.host.lastSettings as { meta: { creator_id: string } }).meta.creator_id;
    };
    const [first, second, other] = [await keyOf('ada'), await keyOf('ada'), await keyOf('grace')];
    expect(first).toBe(second);
    expect(other).not.toBe(first);
    expect(first).not.toContain('ada');
  });

  it('release their slot when the person deletes them before anything arrived', async () => {
    const { id, uploadId } = await open();
    await open();
    await expect(open()).rejects.toMatchObject({ code: 'limit-reached' });
    await upload.command('upload.delete-video.v1', { videoId: id, ownerId: 'ada' });
    await expect(open()).resolves.toHaveProperty('id');
    await until(
      () => upload.host.uploads.get(uploadId)?.status,
      (status) => status === 'cancelled',
    );
  });

  it.each(['timed_out', 'errored', 'cancelled'] as const)(
    'release their slot when the upload %s, with or without a webhook, and show the reason for an hour',
    async (status) => {
      const reported = await open();
      const lost = await open();
      for (const { uploadId } of [reported, lost]) upload.host.uploads.get(uploadId)!.status = status;
      await upload.webhook(`video.upload.${status}`, { id: reported.uploadId });
      await until(used, (count) => count === 1);
      upload.clock.passSeconds(31);
      await until(used, (count) => count === 0);
      for (const { id } of [reported, lost]) {
        const video = await upload.client.getVideo({ ownerId: 'ada', videoId: id });
        expect(video).toMatchObject({ state: 'failed', failure: { step: 'uploading', retryable: false } });
        const saving = upload.command('upload.save-details.v1', { videoId: id, ownerId: 'ada', title: 'T' });
        await expect(saving).rejects.toMatchObject({ code: 'conflict', message: video.failure?.reason });
      }
      const counted = await upload.metrics();
      expect(counted).toContain('videos_failed_total{step="uploading"} 2\n');
      expect(counted).toContain('videos_failed_total{step="captioning"} 0\n');
      upload.clock.passSeconds(3_700);
      await until(
        () =>
          upload.client.getVideo({ ownerId: 'ada', videoId: reported.id }).catch((error: unknown) => error),
        (answer) => answer instanceof Error,
      );
    },
  );

  it('release a slot whose process died before the record was stored', async () => {
    await open();
    await open();
    const store = upload.running.get<Connection>(getConnectionToken('upload') as never);
    await store.model('Video').deleteOne({ ownerId: 'ada' });
    await expect(open()).rejects.toMatchObject({ code: 'limit-reached' });
    upload.clock.passSeconds(61);
    expect(await used()).toBe(1);
    await expect(open()).resolves.toHaveProperty('id');
  });

  it('cannot be saved before the upload has ended', async () => {
    const { id } = await open();
    const saving = upload.command('upload.save-details.v1', { videoId: id, ownerId: 'ada', title: 'Talk' });
    await expect(saving).rejects.toMatchObject({ code: 'conflict' });
    expect((await upload.client.getVideo({ ownerId: 'ada', videoId: id })).title).toBe('');
  });
});

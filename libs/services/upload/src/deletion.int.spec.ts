import type { ScriptedAsset } from '@vault/integrations/testing';
import { until } from '@vault/base/testing';
import { startUpload, type UploadUnderTest } from './testing/upload-under-test.ts';

describe('deleting a video', () => {
  let upload: UploadUnderTest;
  let id: string;
  let uploadId: string;
  let asset: ScriptedAsset;
  beforeEach(async () => {
    upload = await startUpload();
    ({ id, uploadId } = await upload.client.createSession({ ownerId: 'ada' }));
    asset = upload.host.arrive(uploadId);
    await upload.webhook('video.upload.asset_created', { id: uploadId });
  });
  afterEach(() => upload.stop());

  const about = () => ({ videoId: id, ownerId: 'ada' });
  const find = () => upload.client.getVideo({ ownerId: 'ada', videoId: id });
  const isGone = () =>
    expect(find()).rejects.toMatchObject({ code: 'not-found', message: 'The video was not found.' });
  const mediaIsGone = () =>
    until(
      () => upload.host.assets.size,
      (count) => count === 0,
    );

  it('during processing removes it at once, then its media, and publishes the deletion once', async () => {
    await upload.command('upload.delete-video.v1', about());
    await isGone();
    expect((await upload.client.countVideos({ ownerId: 'ada' })).used).toBe(0);
    expect(
      (await upload.client.listVideos({ ownerId: 'ada', page: 1, limit: 100, after: '' })).videos,
    ).toEqual([]);
    await mediaIsGone();
    const published = () => upload.published.filter(({ type }) => type !== 'upload.video-progressed.v1');
    await until(
      () => published().length,
      (count) => count > 0,
    );
    expect(published().map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'upload.video-deleted.v1', data: about() },
    ]);
    await expect(upload.command('upload.delete-video.v1', about())).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('is not undone by late webhooks, events or commands', async () => {
    await upload.command('upload.delete-video.v1', about());
    upload.host.finish(asset);
    upload.host.caption(asset, { vtt: 'WEBVTT\n' });
    await upload.webhook('video.asset.ready', { id: asset.id, upload_id: uploadId });
    await upload.event('chaptering.chapters-generated.v1', { ...about(), version: 1, chapterCount: 1 });
    const saving = upload.command('upload.save-details.v1', { ...about(), title: 'Back' });
    await expect(saving).rejects.toMatchObject({ code: 'not-found' });
    await isGone();
    expect(upload.published.map(({ type }) => type)).not.toContain('upload.video-ready.v1');
  });

  it('removes the media later when the host is unavailable', async () => {
    upload.host.isUnavailable = true;
    await upload.command('upload.delete-video.v1', about());
    await isGone();
    await until(
      () => upload.host.calls.filter((call) => call.startsWith('DELETE')).length,
      (count) => count > 0,
    );
    expect(upload.host.assets.size).toBe(1);
    upload.host.isUnavailable = false;
    await until(
      () => {
        upload.clock.passSeconds(1);
        return upload.host.assets.size;
      },
      (count) => count === 0,
    );
  });

  it('removes what arrived after the deletion', async () => {
    const late = await upload.client.createSession({ ownerId: 'ada' });
    await upload.command('upload.delete-video.v1', { videoId: late.id, ownerId: 'ada' });
    await until(
      () => upload.host.uploads.get(late.uploadId)?.status,
      (status) => status === 'cancelled',
    );
    const orphan = upload.host.arrive(late.uploadId);
    await upload.webhook('video.upload.asset_created', { id: late.uploadId, asset_id: orphan.id });
    await until(
      () => upload.host.assets.has(orphan.id),
      (isThere) => !isThere,
    );
  });
});

describe('webhooks', () => {
  let upload: UploadUnderTest;
  beforeEach(async () => {
    upload = await startUpload();
  });
  afterEach(() => upload.stop());

  it('are refused when forged, altered, stale or unreadable, and then have no effect', async () => {
    const { id, uploadId } = await upload.client.createSession({ ownerId: 'ada' });
    upload.host.arrive(uploadId);
    const type = 'video.upload.asset_created';
    const good = upload.host.webhook(type, { id: uploadId });
    const before = upload.host.calls.length;
    const bad = [
      upload.host.webhook(type, { id: uploadId }, 0, 'another secret'),
      upload.host.webhook(type, { id: uploadId }, 301),
      { ...good, body: Buffer.concat([good.body, Buffer.from(' ')]) },
      { ...good, signature: good.signature.replace(/t=\d+/, 't=0') },
      { ...good, signature: '' },
      { ...good, signature: 'v1=' },
      { ...good, signature: 't=x,v1=y' },
    ];
    for (const webhook of bad) {
      const answer = upload.client.receiveWebhook(webhook);
      await expect(answer).rejects.toMatchObject({ code: 'unauthenticated' });
    }
    expect(upload.host.calls).toHaveLength(before);
    expect((await upload.client.getVideo({ ownerId: 'ada', videoId: id })).state).toBe('uploading');
    await upload.client.receiveWebhook(good);
    expect((await upload.client.getVideo({ ownerId: 'ada', videoId: id })).state).toBe('processing');
  });

  it('about unknown ids are accepted and change nothing', async () => {
    await upload.webhook('video.asset.ready', { id: 'unknown', upload_id: 'unknown' });
    await upload.webhook('video.live_stream.active', { id: 'unknown' });
    expect(upload.published).toEqual([]);
  });
});

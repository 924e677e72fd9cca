import { getConnectionToken } from '@nestjs/mongoose';
import type { ScriptedAsset } from '@vault/integrations/testing';
import { withCorrelation } from '@vault/base';
import { until } from '@vault/base/testing';
import type { Connection } from 'mongoose';
import { startUpload, type UploadUnderTest } from './testing/upload-under-test.ts';

const vtt = 'WEBVTT\n\n00:00.000 --> 00:05.000\nGood morning.\n';

describe('the lifecycle of a video', () => {
  let upload: UploadUnderTest;
  let id: string;
  let uploadId: string;
  let asset: ScriptedAsset;
  beforeEach(async () => {
    upload = await startUpload();
    ({ id, uploadId } = await upload.client.createSession({ ownerId: 'ada' }));
    asset = upload.host.arrive(uploadId);
  });
  afterEach(() => upload.stop());

  const about = () => ({ videoId: id, ownerId: 'ada' });
  const video = (videoId = id) => upload.client.getVideo({ ownerId: 'ada', videoId });
  const reaches = (state: string) => until(video, (now) => now.state === state);
  const webhook = (type: string, data: Record<string, unknown>) => upload.webhook(`video.${type}`, data);
  const created = () => webhook('upload.asset_created', { id: uploadId, asset_id: asset.id });
  const ready = () => webhook('asset.ready', { id: asset.id, upload_id: uploadId });
  const track = () => webhook('asset.track.ready', { id: 'text', asset_id: asset.id });
  const progressed = 'upload.video-progressed.v1';
  const types = () => upload.published.map(({ type }) => type).filter((type) => type !== progressed);
  const progressCount = () => upload.published.filter(({ type }) => type === progressed).length;

  async function reachChaptering(): Promise<void> {
    upload.host.finish(asset);
    upload.host.caption(asset, { vtt });
    await ready();
    await reaches('chaptering');
  }

  it('goes from upload to ready, is found by each id, and publishes each event once', async () => {
    await created();
    expect(await video()).toMatchObject({ state: 'processing', assetId: asset.id, thumbnailUrl: '' });
    upload.host.finish(asset);
    await ready();
    const playing = await video();
    expect(playing).toMatchObject({ state: 'captioning', durationSeconds: 60, captionsState: 'pending' });
    expect(playing.thumbnailUrl).toMatch(/^http.*\/image\/play-asset-\d+\/thumbnail\.jpg/);
    upload.host.caption(asset, { vtt });
    await track();
    expect(await video()).toMatchObject({ state: 'chaptering', captionsState: 'ready' });
    await upload.event('chaptering.generation-started.v1', { ...about(), jobId: 'j' });
    await upload.event('chaptering.chapters-generated.v1', { ...about(), version: 1, chapterCount: 1 });
    await reaches('ready');
    for (const publicId of [id, uploadId, asset.id])
      expect(await upload.client.resolveVideoId({ ownerId: 'ada', publicId })).toEqual({ videoId: id });
    await until(types, (all) => all.length >= 2);
    expect(types()).toEqual(['upload.video-ready.v1', 'upload.transcript-ready.v1']);
    expect(await upload.metrics()).toContain('videos_processed_total{in_time="yes"} 1\n');
  });

  it('publishes each change that its owner sees, and nothing while nothing changes', async () => {
    await created();
    await until(progressCount, (count) => count === 1);
    await created();
    asset.progress.progress = 40;
    await created();
    expect((await video()).progress).toBe(40);
    await until(progressCount, (count) => count === 2);
    upload.host.finish(asset);
    upload.host.caption(asset, { vtt });
    await ready();
    await upload.event('chaptering.chapters-generated.v1', { ...about(), version: 1, chapterCount: 1 });
    await reaches('ready');
    await until(progressCount, (count) => count === 3);
    expect(types()).toEqual(['upload.video-ready.v1', 'upload.transcript-ready.v1']);
  });

  it('reaches the same state when webhooks arrive twice, at once and out of order', async () => {
    upload.host.finish(asset);
    upload.host.caption(asset, { vtt });
    await Promise.all([track(), ready(), created(), ready(), track(), created()]);
    await Promise.all([created(), ready(), track()]);
    expect((await video()).state).toBe('chaptering');
    await until(types, (all) => all.length >= 2);
    expect(types()).toEqual(['upload.video-ready.v1', 'upload.transcript-ready.v1']);
  });

  it('continues without any webhook', async () => {
    upload.host.finish(asset);
    upload.host.caption(asset, { vtt });
    upload.clock.passSeconds(31);
    await reaches('chaptering');
  });

  it('publishes with the correlation id of the request that opened it, and on a retry', async () => {
    const opened = await withCorrelation('opened-the-upload', () =>
      upload.client.createSession({ ownerId: 'ada' }),
    );
    const other = upload.host.arrive(opened.uploadId);
    const { id: videoId } = opened;
    upload.host.finish(other);
    await webhook('asset.ready', { id: other.id, upload_id: opened.uploadId });
    upload.host.caption(other, { vtt });
    upload.clock.passSeconds(31);
    await until(
      () => video(videoId),
      (now) => now.state === 'chaptering',
    );
    const failed = { videoId, ownerId: 'ada', jobId: 'j', reason: 'No.', hasChapters: false };
    await upload.event('chaptering.generation-failed.v1', failed);
    await until(
      () => video(videoId),
      (now) => now.state === 'failed',
    );
    await withCorrelation('requested-the-retry', () =>
      upload.command('upload.retry-step.v1', { videoId, ownerId: 'ada' }),
    );
    const ofVideo = () =>
      upload.published.filter(({ subject, type }) => subject === videoId && type !== progressed);
    await until(ofVideo, (all) => all.length >= 3);
    expect(ofVideo().map(({ type, correlationid }) => [type, correlationid])).toEqual([
      ['upload.video-ready.v1', 'opened-the-upload'],
      ['upload.transcript-ready.v1', 'opened-the-upload'],
      ['upload.transcript-ready.v1', 'opened-the-upload'],
    ]);
  });

  it('continues by itself after the host was unavailable', async () => {
    upload.host.isUnavailable = true;
    await expect(created()).rejects.toMatchObject({ code: 'unavailable' });
    upload.clock.passSeconds(31);
    await until(
      () => upload.host.calls.length,
      (count) => count > 4,
    );
    expect((await video()).state).toBe('uploading');
    upload.host.finish(asset);
    upload.host.caption(asset, { vtt });
    upload.host.isUnavailable = false;
    await until(
      () => {
        upload.clock.passSeconds(1);
        return video();
      },
      ({ state }) => state === 'chaptering',
    );
  });

  it('shows a percentage while the host makes captions', async () => {
    upload.host.finish(asset);
    asset.tracks[1]!.progress = 40.7;
    await ready();
    expect(await video()).toMatchObject({ state: 'captioning', progress: 40 });
  });

  it('may be saved before and after it plays', async () => {
    await upload.command('upload.save-details.v1', { ...about(), title: 'Early' });
    expect((await video()).title).toBe('Early');
    await reachChaptering();
    await upload.command('upload.save-details.v1', { ...about(), description: 'Mine' });
    expect(await video()).toMatchObject({ title: 'Early', description: 'Mine', state: 'chaptering' });
    const { videos } = await upload.client.listVideos({ ownerId: 'ada', page: 1, limit: 100, after: '' });
    expect(videos.map((one) => one.id)).toEqual([id]);
  });

  it('publishes changed details of a person or of chaptering, and not unchanged ones', async () => {
    await reachChaptering();
    const saved = () => types().filter((type) => type === 'upload.details-saved.v1').length;
    const reach = (expected: number) => until(saved, (count) => count === expected);
    await upload.command('upload.save-details.v1', { ...about(), title: 'New' });
    await reach(1);
    await upload.command('upload.save-details.v1', { ...about(), title: 'New', description: '' });
    const store = upload.running.get<Connection>(getConnectionToken('upload') as never);
    expect(await store.model('Video').findOne({ _id: id }).select('outbox').lean()).toMatchObject({
      outbox: [],
    });
    upload.fakes.summary = 'What was said.';
    await upload.event('chaptering.summary-generated.v1', { ...about(), version: 2 }, 2);
    await until(video, ({ description }) => description === 'What was said.');
    await reach(2);
    await upload.command('upload.save-details.v1', { ...about(), description: 'My own words' });
    await reach(3);
  });

  it('has the version that saves answer and events name', async () => {
    await reachChaptering();
    const { version } = await upload.command('upload.save-details.v1', { ...about(), title: 'New' });
    expect((await video()).version).toBeGreaterThanOrEqual(version!);
    const isSaved = ({ type }: { type: string }) => type === 'upload.details-saved.v1';
    const event = await until(() => upload.published.find(isSaved));
    expect(event?.data).toEqual({ ...about(), version });
  });

  it('publishes that captions are unavailable when nobody speaks, and again on a retry', async () => {
    upload.host.finish(asset);
    upload.host.caption(asset, { error: 'no-speech', message: 'Nobody speaks in this recording.' });
    await ready();
    expect(await video()).toMatchObject({
      state: 'chaptering',
      captionsState: 'unavailable',
      captionsReason: 'Nobody speaks in this recording.',
    });
    await until(types, (all) => all.includes('upload.captions-unavailable.v1'));
    await upload.event('chaptering.generation-failed.v1', {
      ...about(),
      jobId: 'j',
      reason: 'No.',
      hasChapters: false,
    });
    await reaches('failed');
    await upload.command('upload.retry-step.v1', about());
    await until(types, (all) => all.length === 3);
    expect(types().at(-1)).toBe('upload.captions-unavailable.v1');
  });

  it('is ready with the captions of a person where those of the host failed', async () => {
    upload.host.finish(asset);
    upload.host.caption(asset, { error: 'internal', message: 'The recogniser stopped.' });
    await ready();
    await reaches('failed');
    await upload.event('chaptering.generation-started.v1', { ...about(), jobId: 'i' });
    await upload.event('chaptering.generation-started.v1', {
      ...about(),
      jobId: 'j',
      hasUploadedCaptions: true,
    });
    await reaches('chaptering');
    await upload.event('chaptering.chapters-generated.v1', { ...about(), version: 1, chapterCount: 1 });
    expect(await reaches('ready')).toMatchObject({
      failure: undefined,
      captionsState: 'unavailable',
      captionsReason: 'The recogniser stopped.',
    });
  });

  it('fails with a reason when its captions fail, and continues after a retry', async () => {
    upload.host.finish(asset);
    upload.host.caption(asset, { error: 'internal', message: 'The recogniser stopped.' });
    await ready();
    expect(await video()).toMatchObject({
      state: 'failed',
      failure: { step: 'captioning', reason: 'The recogniser stopped.', retryable: true },
    });
    await ready();
    expect((await video()).state).toBe('failed');
    upload.fakes.refusal = 'Your free trial ended.';
    const ended = { code: 'limit-reached', message: upload.fakes.refusal };
    await expect(upload.command('upload.retry-step.v1', about())).rejects.toMatchObject(ended);
    upload.fakes.refusal = '';
    await upload.command('upload.retry-step.v1', about());
    expect(await video()).toMatchObject({ state: 'captioning', failure: undefined });
    await expect(upload.command('upload.retry-step.v1', about())).rejects.toMatchObject({ code: 'conflict' });
    upload.host.caption(asset, { vtt });
    await track();
    await reaches('chaptering');
  });

  it('cannot be retried when the host cannot read the file, and keeps its quota slot until deleted', async () => {
    Object.assign(asset, { status: 'errored', errors: { type: 'invalid', messages: ['Not a video.'] } });
    await webhook('asset.errored', { id: asset.id, upload_id: uploadId });
    expect(await video()).toMatchObject({
      state: 'failed',
      failure: { step: 'processing', reason: 'Not a video.', retryable: false },
    });
    await expect(upload.command('upload.retry-step.v1', about())).rejects.toMatchObject({ code: 'conflict' });
    expect((await upload.client.countVideos({ ownerId: 'ada' })).used).toBe(1);
  });

  it('is ready again when regenerating its chapters failed: it keeps the earlier chapters', async () => {
    await reachChaptering();
    await upload.event('chaptering.generation-started.v1', { ...about(), jobId: 'j' });
    await reaches('chaptering');
    const failed = { ...about(), jobId: 'j', reason: 'No.', hasChapters: true };
    await upload.event('chaptering.generation-failed.v1', failed);
    expect((await reaches('ready')).failure).toBeUndefined();
  });

  it('counts a video that is ready late, and a failure that is not in the file, once each', async () => {
    await reachChaptering();
    upload.clock.passSeconds(3_600);
    await upload.event('chaptering.generation-failed.v1', {
      ...about(),
      jobId: 'j',
      reason: 'No.',
      hasChapters: false,
    });
    await reaches('failed');
    await upload.command('upload.retry-step.v1', about());
    await upload.event('chaptering.chapters-generated.v1', { ...about(), version: 1, chapterCount: 1 });
    await reaches('ready');
    const metrics = await upload.metrics();
    expect(metrics).toContain('videos_processed_total{in_time="no"} 1\n');
    expect(metrics).toContain('videos_processed_total{in_time="yes"} 0\n');
  });

  it('shows that chaptering failed, and publishes the transcript again on a retry', async () => {
    await reachChaptering();
    await upload.event(
      'chaptering.generation-failed.v1',
      { ...about(), jobId: 'j', reason: 'No luck.', hasChapters: false },
      3,
    );
    const { failure } = await reaches('failed');
    expect(failure).toMatchObject({ step: 'chaptering', reason: 'No luck.', retryable: true });
    await upload.command('upload.retry-step.v1', about());
    expect((await video()).state).toBe('chaptering');
    await until(types, (all) => all.length === 3);
    expect(types().at(-1)).toBe('upload.transcript-ready.v1');
  });

  it('takes the summary as its description unless a person wrote one', async () => {
    await reachChaptering();
    upload.fakes.summary = 'What was said.';
    await upload.event('chaptering.summary-generated.v1', { ...about(), version: 2 }, 2);
    await until(video, ({ description }) => description === 'What was said.');
    await upload.command('upload.save-details.v1', { ...about(), description: 'My own words' });
    upload.fakes.summary = 'Something else.';
    await upload.event('chaptering.summary-generated.v1', { ...about(), version: 3 });
    // Events of one video are handled in order, so the summary was handled before these.
    await upload.event('chaptering.generation-started.v1', { ...about(), jobId: 'k' });
    await upload.event('chaptering.chapters-generated.v1', { ...about(), version: 4, chapterCount: 1 });
    await reaches('ready');
    expect((await video()).description).toBe('My own words');
  });

  it('is not found for another owner, by each id, in every call and command', async () => {
    await reachChaptering();
    const unknown = { ownerId: 'eve', videoId: 'no-such' };
    const missing = await upload.client.getVideo(unknown).catch(codeAndMessageOf);
    for (const publicId of [id, uploadId, asset.id]) {
      const foreign = { ownerId: 'eve', videoId: publicId };
      for (const answer of [
        upload.client.resolveVideoId({ ownerId: 'eve', publicId }),
        upload.client.getVideo(foreign),
        upload.command('upload.save-details.v1', { ...foreign, title: 'Stolen' }),
        upload.command('upload.retry-step.v1', foreign),
        upload.command('upload.delete-video.v1', foreign),
      ])
        expect(await answer.catch(codeAndMessageOf)).toEqual(missing);
    }
    expect(
      (await upload.client.listVideos({ ownerId: 'eve', page: 1, limit: 100, after: '' })).videos,
    ).toEqual([]);
    expect((await video()).title).toBe('');
  });
});

function codeAndMessageOf(error: unknown) {
  const { code, message } = error as { code: string; message: string };
  return { code, message };
}

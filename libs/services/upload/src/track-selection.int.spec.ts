import type { ScriptedAsset } from '@vault/integrations/testing';
import { until } from '@vault/base/testing';
import { startUpload, type UploadUnderTest } from './testing/upload-under-test.ts';

const vtt = 'WEBVTT\n\n00:00.000 --> 00:05.000\nGood morning.\n';
const track = (kind: string, index: number, isUsed: boolean) => ({
  ...{ kind, index, isUsed },
  ...{ language: '', title: '' },
});
const contentsWith = (sound: number, picture = 0) => [
  track('picture', 0, picture === 0),
  track('sound', 1, sound === 1),
  track('sound', 2, sound === 2),
  track('picture', 3, picture === 3),
  { ...track('sound', 4, false), reason: 'unreadable' },
];

describe('another sound or picture of a video', () => {
  let upload: UploadUnderTest;
  let id: string;
  let first: ScriptedAsset;
  beforeEach(async () => {
    upload = await startUpload();
    const session = await upload.client.createSession({ ownerId: 'ada' });
    ({ id } = session);
    first = upload.host.arrive(session.uploadId);
    first.contents = contentsWith(1);
    complete(first);
    upload.clock.passSeconds(31);
    await reaches('chaptering');
    await generated();
    await reaches('ready');
  });
  afterEach(() => upload.stop());

  const about = () => ({ videoId: id, ownerId: 'ada' });
  const video = () => upload.client.getVideo({ ownerId: 'ada', videoId: id });
  const resolved = async (publicId: string) =>
    (await upload.client.resolveVideoId({ ownerId: 'ada', publicId })).videoId;
  const generated = () =>
    upload.event('chaptering.chapters-generated.v1', { ...about(), version: 1, chapterCount: 1 });
  const select = (tracks: { sound?: number; picture?: number }, ownerId = 'ada') =>
    upload.command('upload.select-tracks.v1', { videoId: id, ownerId, ...tracks });
  const made = () => [...upload.host.assets.values()].find(({ input }) => input)!;
  const types = () => upload.published.map(({ type }) => type).filter((type) => !type.includes('progressed'));

  function reaches(state: string) {
    return until(
      () => {
        upload.clock.passSeconds(6);
        return video();
      },
      (now) => now.state === state,
    );
  }
  function complete(asset: ScriptedAsset): void {
    upload.host.finish(asset);
    upload.host.offerDownload(asset);
    upload.host.caption(asset, { vtt });
  }

  it('needs a membership', async () => {
    upload.fakes.refusal = 'Your free trial ended.';
    const ended = { code: 'limit-reached', message: upload.fakes.refusal };
    await expect(select({ sound: 2 })).rejects.toMatchObject(ended);
    expect(made()).toBeUndefined();
  });

  it('is used when it is ready: until then the video plays as before, then it has new captions', async () => {
    const before = await video();
    await select({ sound: 2 });
    const second = made();
    expect(second.input).toMatchObject({ url: `mux://assets/${first.id}`, sound: 2 });
    second.progress.progress = 40;
    const during = await until(
      () => {
        upload.clock.passSeconds(6);
        return video();
      },
      ({ progress }) => progress === 40,
    );
    const { streamUrl, captionsUrl, assetId } = before;
    expect(during).toMatchObject({ state: 'processing', streamUrl, captionsUrl, assetId });
    await generated();
    second.contents = contentsWith(2);
    upload.host.finish(second);
    upload.host.offerDownload(second);
    await upload.webhook('video.asset.ready', { id: second.id });
    const switched = await video();
    expect(switched).toMatchObject({ assetId: second.id, state: 'captioning', captionsState: 'pending' });
    expect(switched.streamUrl).not.toBe(streamUrl);
    expect(switched.contents.find(({ index }) => index === 2)?.isUsed).toBe(true);
    upload.host.caption(second, { vtt });
    await reaches('chaptering');
    await until(types, (all) => all.filter((type) => type === 'upload.transcript-ready.v1').length === 2);
    await generated();
    await reaches('ready');
    await until(
      () => upload.host.assets.has(first.id),
      (has) => !has,
    );
    for (const publicId of [first.id, second.id]) expect(await resolved(publicId)).toBe(id);
  });

  it('of a picture keeps captions and chapters', async () => {
    const { captionsTrackId } = await video();
    await select({ picture: 3 });
    const second = made();
    second.contents = contentsWith(1, 3);
    complete(second);
    const switched = await reaches('ready');
    expect(switched).toMatchObject({ assetId: second.id, captionsState: 'ready' });
    expect(switched.captionsTrackId).not.toBe(captionsTrackId);
    expect(types().filter((type) => type === 'upload.transcript-ready.v1')).toHaveLength(1);
  });

  it('leaves the video as it was when it fails, and says why until the next choice', async () => {
    const { tracksProblem: none, version, ...before } = await video();
    expect(none).toBeUndefined();
    await select({ sound: 2 });
    const second = made();
    second.status = 'errored';
    second.errors = { type: 'invalid_input', messages: ['This audio track cannot be used.'] };
    const after = await reaches('ready');
    expect(after).toEqual({
      ...before,
      version: after.version,
      tracksProblem: 'This audio track cannot be used.',
    });
    expect(after.version).toBeGreaterThan(version);
    await until(
      () => {
        upload.clock.passSeconds(31);
        return upload.host.assets.has(second.id);
      },
      (has) => !has,
    );
    expect(upload.host.assets.has(first.id)).toBe(true);
    await select({ sound: 2 });
    expect((await video()).tracksProblem).toBeUndefined();
  });

  it('is refused for unknown and used tracks, other owners, lost files, and while one is made', async () => {
    await expect(select({ sound: 7 })).rejects.toThrow('has no such track');
    await expect(select({ sound: 0 })).rejects.toThrow('has no such track');
    await expect(select({ sound: 1 })).rejects.toThrow('already uses these tracks');
    await expect(select({ sound: 4 })).rejects.toThrow('cannot be read');
    await expect(select({ sound: 2 }, 'eve')).rejects.toMatchObject({ code: 'not-found' });
    upload.host.hasLostFiles = true;
    await expect(select({ sound: 2 })).rejects.toThrow('no longer stored');
    upload.host.hasLostFiles = false;
    expect(upload.host.assets.size).toBe(1);
    await select({ sound: 2 });
    await expect(select({ picture: 3 })).rejects.toThrow('This video is not ready');
    expect(upload.host.assets.size).toBe(2);
  });

  it('is deleted with the video, even before it is ready', async () => {
    await select({ sound: 2 });
    await upload.command('upload.delete-video.v1', about());
    await until(
      () => {
        upload.clock.passSeconds(6);
        return upload.host.assets.size;
      },
      (count) => count === 0,
    );
  });
});

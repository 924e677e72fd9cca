import { getConnectionToken } from '@nestjs/mongoose';
import { withActor } from '@vault/base';
import { until } from '@vault/base/testing';
import type { Connection } from 'mongoose';
import type { VideoQuotaDocument } from './quota/video-quota.schema.ts';
import { leftTeam, startUpload, type UploadUnderTest } from './testing/upload-under-test.ts';
import type { VideoDocument } from './videos/video.schema.ts';

const conflict = (message: string) => ({ name: 'AppError', code: 'conflict', message });

describe('moving a video to another workspace', () => {
  let upload: UploadUnderTest;
  let videoId: string;
  beforeEach(async () => {
    upload = await startUpload();
    videoId = await readyVideo('ada');
  });
  afterEach(() => upload.stop());

  const store = () => upload.running.get<Connection>(getConnectionToken('upload') as never);
  const videos = () => store().model<VideoDocument>('Video');
  const quotas = () => store().model<VideoQuotaDocument>('VideoQuota');
  const stored = () => videos().findOne({ _id: videoId }).lean();
  const slotsOf = async (_id: string) =>
    ((await quotas().findOne({ _id }).lean())?.slots ?? []).map((slot) => slot.videoId);
  const move = (ownerId: string, toOwnerId: string, actor = 'ada') =>
    withActor(
      () => ({ id: actor }),
      () => upload.command('upload.move-video.v1', { videoId, ownerId, toOwnerId }),
    );
  const moves = () => upload.published.filter(({ type }) => type === 'upload.video-moved.v1');
  const generated = (ownerId: string) =>
    upload.event('chaptering.chapters-generated.v1', { videoId, ownerId, version: 1, chapterCount: 1 });
  const isNotOf = (ownerId: string) =>
    expect(upload.client.getVideo({ ownerId, videoId })).rejects.toMatchObject({ code: 'not-found' });

  async function readyVideo(ownerId: string): Promise<string> {
    const { id, uploadId } = await upload.client.createSession({ ownerId });
    const asset = upload.host.arrive(uploadId);
    upload.host.finish(asset);
    upload.host.offerDownload(asset);
    upload.host.caption(asset, { vtt: 'WEBVTT\n\n00:00.000 --> 00:05.000\nGood morning.\n' });
    await upload.webhook('video.upload.asset_created', { id: uploadId });
    videoId = id;
    await generated(ownerId);
    await until(
      () => upload.client.getVideo({ ownerId, videoId }),
      ({ state }) => state === 'ready',
    );
    return id;
  }

  it('changes its owner, its place in the quotas and nothing else, and says so once', async () => {
    const before = await upload.client.getVideo({ ownerId: 'ada', videoId });
    await move('ada', 'acme');
    await isNotOf('ada');
    const after = await upload.client.getVideo({ ownerId: 'acme', videoId });
    expect({ ...after, version: 0 }).toEqual({ ...before, version: 0, createdBy: 'ada' });
    expect([await slotsOf('ada'), await slotsOf('acme')]).toEqual([[], [videoId]]);
    await until(moves, (found) => found.length > 0);
    expect(moves().map(({ subject, data }) => ({ subject, data }))).toEqual([
      { subject: videoId, data: { videoId, ownerId: 'acme', fromOwnerId: 'ada' } },
    ]);
    expect(await stored()).not.toHaveProperty('movedFrom');
  });

  it('goes there and back', async () => {
    await move('ada', 'acme');
    await move('acme', 'ada');
    expect((await upload.client.getVideo({ ownerId: 'ada', videoId })).createdBy).toBeUndefined();
    expect([await slotsOf('ada'), await slotsOf('acme')]).toEqual([[videoId], []]);
    await isNotOf('acme');
  });

  it('of somebody else, or of nobody, is not found, and takes no place', async () => {
    await expect(move('bo', 'acme')).rejects.toMatchObject({ code: 'not-found' });
    expect(await slotsOf('acme')).toEqual([]);
    await expect(move('ada', 'ada')).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('asks whether the actor may upload there, and takes no place otherwise', async () => {
    upload.fakes.left.add('bo');
    await expect(move('ada', 'acme', 'bo')).rejects.toMatchObject({
      code: 'limit-reached',
      message: leftTeam,
    });
    expect([await slotsOf('ada'), await slotsOf('acme')]).toEqual([[videoId], []]);
  });

  it('needs a free place there', async () => {
    const [full, moved] = [await readyVideo('acme'), await readyVideo('ada')];
    upload.fakes.videoLimit = 1;
    await expect(move('ada', 'acme')).rejects.toMatchObject({
      code: 'limit-reached',
      message: 'The other workspace has used 1 of 1 videos of its plan. Delete one there first.',
    });
    expect(await slotsOf('acme')).toEqual([full]);
    await upload.command('upload.delete-video.v1', { videoId: full, ownerId: 'acme' });
    await move('ada', 'acme');
    expect(await slotsOf('acme')).toEqual([moved]);
  });

  it('waits until nothing works on it, and takes no place before', async () => {
    upload.fakes.isGenerating = true;
    await expect(move('ada', 'acme')).rejects.toMatchObject(
      conflict('Wait until the texts have been written.'),
    );
    upload.fakes.isGenerating = false;
    const about = { videoId, ownerId: 'ada' };
    await upload.event('chaptering.generation-started.v1', { ...about, jobId: 'j' });
    await until(
      () => upload.client.getVideo(about),
      ({ state }) => state === 'chaptering',
    );
    await expect(move('ada', 'acme')).rejects.toMatchObject(
      conflict('Wait until the video has been processed.'),
    );
    expect(await slotsOf('acme')).toEqual([]);
  });

  it('gives the place back when work begins at the last moment', async () => {
    const about = { videoId, ownerId: 'ada' };
    upload.fakes.afterDecision = async () => {
      await videos().updateOne({ _id: videoId }, { $set: { state: 'chaptering' }, $inc: { version: 1 } });
    };
    await expect(move('ada', 'acme')).rejects.toMatchObject(
      conflict('Wait until the video has been processed.'),
    );
    expect([await slotsOf('ada'), await slotsOf('acme')]).toEqual([[videoId], []]);
    expect((await upload.client.getVideo(about)).id).toBe(videoId);
  });

  it('that was deleted at the last moment stays deleted', async () => {
    upload.fakes.afterDecision = async () => {
      await videos().updateOne({ _id: videoId }, { $set: { deletedAt: new Date() }, $inc: { version: 1 } });
    };
    await expect(move('ada', 'acme')).rejects.toMatchObject({ code: 'not-found' });
    expect(await slotsOf('acme')).toEqual([]);
  });

  it.each([
    ['its last write', () => Promise.resolve()],
    ['the place before was free', () => quotas().updateOne({ _id: 'ada' }, { $set: { slots: [] } })],
    [
      'its own place was taken for a lost one',
      () => quotas().updateOne({ _id: 'acme' }, { $set: { slots: [] } }),
    ],
  ])('is finished by another process when one dies after %s', async (_when, change) => {
    const [slot] = (await quotas().findOne({ _id: 'ada' }).lean())?.slots ?? [];
    await move('ada', 'acme');
    await quotas().updateOne({ _id: 'ada' }, { $set: { slots: [slot] } });
    await change();
    const movedFrom = { ownerId: 'ada', takenAt: slot?.takenAt };
    await videos().updateOne({ _id: videoId }, { $set: { movedFrom, nextCheckAt: new Date(0) } });
    await until(stored, (video) => video?.movedFrom === undefined);
    expect([await slotsOf('ada'), await slotsOf('acme')]).toEqual([[], [videoId]]);
  });

  it('does not free the place of a video that has come back', async () => {
    const movedFrom = { ownerId: 'ada', takenAt: new Date(0) };
    await videos().updateOne({ _id: videoId }, { $set: { movedFrom, nextCheckAt: new Date(0) } });
    await until(stored, (video) => video?.movedFrom === undefined);
    expect(await slotsOf('ada')).toEqual([videoId]);
  });

  it('and deleting it before the place is free leaves no place', async () => {
    const [slot] = (await quotas().findOne({ _id: 'ada' }).lean())?.slots ?? [];
    await move('ada', 'acme');
    await quotas().updateOne({ _id: 'ada' }, { $set: { slots: [slot] } });
    const movedFrom = { ownerId: 'ada', takenAt: slot?.takenAt };
    await videos().updateOne({ _id: videoId }, { $set: { movedFrom }, $inc: { version: 1 } });
    await upload.command('upload.delete-video.v1', { videoId, ownerId: 'acme' });
    await until(stored, (video) => video?.movedFrom === undefined);
    expect([await slotsOf('ada'), await slotsOf('acme')]).toEqual([[], []]);
  });

  it('takes events of chaptering along that name the owner before', async () => {
    await move('ada', 'acme');
    // Chaptering has followed, or not yet.
    for (const [owner, summary] of [
      ['ada', 'A talk.'],
      ['acme', 'A good talk.'],
    ] as const) {
      [upload.fakes.chaptersOf, upload.fakes.summary] = [owner, summary];
      await upload.event('chaptering.summary-generated.v1', { videoId, ownerId: 'ada', version: 2 });
      await until(
        () => upload.client.getVideo({ ownerId: 'acme', videoId }),
        ({ description }) => description === summary,
      );
    }
    await upload.event('chaptering.generation-started.v1', { videoId, ownerId: 'ada', jobId: 'j' });
    await until(
      () => upload.client.getVideo({ ownerId: 'acme', videoId }),
      ({ state }) => state === 'chaptering',
    );
  });

  it('says whose a video is', async () => {
    const first = videoId;
    await move('ada', 'acme');
    const other = await readyVideo('bo');
    await upload.command('upload.delete-video.v1', { videoId: other, ownerId: 'bo' });
    expect(await upload.client.getVideoOwners({ ids: [other, 'unknown', first] })).toEqual({
      owners: [{ id: first, ownerId: 'acme' }],
    });
    const { playbackId = '' } = (await videos().findOne({ _id: first }).lean()) ?? {};
    const ownerOf = async (id: string) => (await upload.client.getPlaybackOwner({ playbackId: id })).ownerId;
    expect([await ownerOf(playbackId), await ownerOf('unknown'), await ownerOf('')]).toEqual([
      'acme',
      '',
      '',
    ]);
  });
});

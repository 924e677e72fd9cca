import type { VideoIdentity } from '@vault/contracts';
import { AppError } from '@vault/base';
import { PublicVideoIds } from './public-video-ids.ts';

describe(PublicVideoIds, () => {
  const video: VideoIdentity = { ownerId: 'ada', videoId: 'v' };
  const asset = { ownerId: 'ada', passthrough: 'v-asset' };
  let calls: string[];
  let ids: PublicVideoIds;

  beforeEach(() => {
    calls = [];
    ids = new PublicVideoIds({
      resolveVideoId: ({ ownerId, publicId }: { ownerId: string; publicId: string }) => {
        calls.push(`resolve ${publicId}`);
        const isOwn = ownerId === 'ada' && ['v', 'v-upload', 'v-asset'].includes(publicId);
        return isOwn ? Promise.resolve({ videoId: 'v' }) : Promise.reject(AppError.notFound('The video'));
      },
    } as never);
  });

  /** A service that knows only the id of the video. */
  const service =
    (code: 'not-found' | 'conflict' | 'unavailable' = 'not-found') =>
    (asked: VideoIdentity) => {
      calls.push(`call ${asked.videoId}`);
      const isKnown = asked.ownerId === video.ownerId && asked.videoId === video.videoId;
      return isKnown ? Promise.resolve(asked) : Promise.reject(new AppError(code, 'Unknown.'));
    };

  it('calls with the id of a video at once', async () => {
    expect(await ids.withVideo({ ownerId: 'ada', passthrough: 'v' }, service())).toEqual(video);
    expect(calls).toEqual(['call v']);
  });

  it.each(['not-found', 'conflict'] as const)('resolves another id after %s, once', async (code) => {
    expect(await ids.withVideo(asset, service(code))).toEqual(video);
    expect(await ids.withVideo(asset, service(code))).toEqual(video);
    expect(calls).toEqual(['call v-asset', 'resolve v-asset', 'call v', 'call v']);
  });

  it('passes on a refusal that is not about the id', async () => {
    const refuse = () => Promise.reject(new AppError('conflict', 'Busy.'));
    await expect(ids.withVideo({ ownerId: 'ada', passthrough: 'v' }, refuse)).rejects.toThrow('Busy.');
    await expect(ids.withVideo(asset, refuse)).rejects.toThrow('Busy.');
    await expect(ids.withVideo(asset, service('unavailable'))).resolves.toEqual(video);
    calls.length = 0;
    const unavailable = ids.withVideo({ ownerId: 'ada', passthrough: 'v-upload' }, service('unavailable'));
    await expect(unavailable).rejects.toMatchObject({ code: 'unavailable' });
    expect(calls).toEqual(['call v-upload']);
  });

  it('never finds somebody else’s video, also after its owner has asked', async () => {
    await ids.withVideo(asset, service());
    for (const passthrough of ['v', 'v-asset']) {
      const foreign = { ownerId: 'eve', passthrough };
      await expect(ids.withVideo(foreign, service())).rejects.toMatchObject({ code: 'not-found' });
      await expect(ids.resolve(foreign)).rejects.toMatchObject({ code: 'not-found' });
    }
  });
});

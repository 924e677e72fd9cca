import { AppError } from '@vault/base';
import { PublicVideoIds } from './public-video-ids.ts';

describe(PublicVideoIds, () => {
  let calls: string[];
  let failure: AppError | undefined;
  let ids: PublicVideoIds;

  beforeEach(() => {
    calls = [];
    failure = undefined;
    ids = new PublicVideoIds({
      resolveVideoId: ({ ownerId, publicId }: { ownerId: string; publicId: string }) => {
        calls.push(publicId);
        if (failure) return Promise.reject(failure);
        const isOwn = ownerId === 'ada' && ['v', 'v-upload', 'v-asset'].includes(publicId);
        return isOwn ? Promise.resolve({ videoId: 'v' }) : Promise.reject(AppError.notFound('The video'));
      },
    } as never);
  });

  const resolve = (passthrough: string, ownerId = 'ada') => ids.resolve({ ownerId, passthrough });

  it('asks once for each id', async () => {
    const found = await Promise.all(['v', 'v-asset', 'v-asset', 'v-upload'].map((id) => resolve(id)));
    expect(new Set(found.map(({ videoId }) => videoId))).toEqual(new Set(['v']));
    expect(await resolve('v-asset')).toEqual({ ownerId: 'ada', videoId: 'v' });
    expect(calls).toEqual(['v', 'v-asset', 'v-upload']);
  });

  it('asks again after a failure', async () => {
    failure = AppError.unavailable();
    await expect(resolve('v')).rejects.toBe(failure);
    failure = undefined;
    await expect(resolve('v')).resolves.toMatchObject({ videoId: 'v' });
    await expect(resolve('x')).rejects.toMatchObject({ code: 'not-found' });
    await expect(resolve('x')).rejects.toMatchObject({ code: 'not-found' });
    expect(calls).toEqual(['v', 'v', 'x', 'x']);
  });

  it('never finds somebody else’s video, also after its owner has asked', async () => {
    await resolve('v-asset');
    for (const id of ['v', 'v-asset'])
      await expect(resolve(id, 'eve')).rejects.toMatchObject({ code: 'not-found' });
  });
});

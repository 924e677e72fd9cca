import { AppError } from '@vault/base';
import { createEvent, type Message } from '@vault/messaging';
import { PublicVideoIds } from './public-video-ids.ts';

describe(PublicVideoIds, () => {
  let calls: string[];
  let failure: AppError | undefined;
  let ids: PublicVideoIds;
  let owner: string;
  let receive: (message: Message) => void;

  beforeEach(() => {
    calls = [];
    failure = undefined;
    owner = 'ada';
    const upload = {
      resolveVideoId: ({ ownerId, publicId }: { ownerId: string; publicId: string }) => {
        calls.push(publicId);
        if (failure) return Promise.reject(failure);
        const isOwn = ownerId === owner && ['v', 'v-upload', 'v-asset'].includes(publicId);
        return isOwn ? Promise.resolve({ videoId: 'v' }) : Promise.reject(AppError.notFound('The video'));
      },
    };
    ids = new PublicVideoIds(upload as never, { onMessage: (listener) => (receive = listener) });
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

  it('no longer finds a video that has moved, by any of its ids', async () => {
    for (const id of ['v', 'v-asset']) await resolve(id);
    owner = 'acme';
    await resolve('v', 'acme');
    const moved = { videoId: 'v', ownerId: 'acme', fromOwnerId: 'ada' };
    receive(createEvent('upload.video-moved.v1', 'v', moved));
    for (const id of ['v', 'v-asset', 'v-upload'])
      await expect(resolve(id)).rejects.toMatchObject({ code: 'not-found' });
    calls = [];
    expect(await resolve('v', 'acme')).toEqual({ ownerId: 'acme', videoId: 'v' });
    expect(calls).toEqual([]);
  });

  it('no longer finds a video that has moved while it was asked for', async () => {
    const asked = resolve('v');
    owner = 'acme';
    receive(createEvent('upload.video-moved.v1', 'v', { videoId: 'v', ownerId: 'acme', fromOwnerId: 'ada' }));
    expect(await asked).toEqual({ ownerId: 'ada', videoId: 'v' });
    await expect(resolve('v')).rejects.toMatchObject({ code: 'not-found' });
  });
});

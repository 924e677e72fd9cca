import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { ClipDocument } from './clips/clip.schema.ts';
import { earlierClipIdOf, plainLook } from './domain/clip-identity.ts';
import { startClip, type ClipUnderTest } from './testing/clip-under-test.ts';

describe('clips of a video that moves to another workspace', () => {
  let clip: ClipUnderTest;
  let video: ReturnType<ClipUnderTest['addVideo']>;
  beforeEach(async () => {
    clip = await startClip();
    video = clip.addVideo('ada', 'v');
  });
  afterEach(() => clip.stop());

  const model = () =>
    clip.running.get<Connection>(getConnectionToken('clip') as never).model<ClipDocument>('Clip');
  const stored = () => model().find().sort({ _id: 1 }).lean();
  const ownersOf = async () => (await stored()).map(({ ownerId }) => ownerId);
  const haveFollowed = (count: number, owner = 'acme') =>
    clip.eventually(ownersOf, (owners) => owners.join() === Array(count).fill(owner).join());
  const lastAtHost = () => clip.clipsAtHost().at(-1)!;

  it('follow it with their ids and files, and no others do', async () => {
    clip.addVideo('ada', 'w');
    const [first, second] = [await clip.make('ada', 'v'), await clip.make('ada', 'v', { frame: 'square' })];
    const other = await clip.make('ada', 'w');
    const publish = clip.moveVideo(video, 'acme');
    await publish();
    await publish();
    await clip.eventually(
      async () => (await clip.client.listNewestClips({ ownerId: 'acme', videoId: 'v' })).clips.length,
      (count) => count === 2,
    );
    const idsOf = async (ownerId: string) =>
      (await clip.client.listClips({ ownerId, after: '' })).clips.map(({ id }) => id).sort();
    expect(await idsOf('acme')).toEqual([first, second].sort());
    expect(await idsOf('ada')).toEqual([other]);
    expect(clip.clipsAtHost()).toHaveLength(3);
  });

  it('are the same clips when the same range is cut there, also those of an earlier version', async () => {
    await clip.cut('ada', 'v');
    const made = await clip.find('ada', 'v');
    const range = { videoId: 'v', start: 5, end: 9 };
    const earlier = earlierClipIdOf('ada', { ...range, ...plainLook, words: '' });
    const { _id, ...fields } = (await model().findOne({ _id: made.id }).lean())!;
    await model().deleteOne({ _id });
    await model().create({ ...fields, _id: earlier });
    await clip.cut('ada', 'v');
    expect((await clip.find('ada', 'v')).id).toBe(earlier);
    await clip.moveVideo(video, 'acme')();
    await haveFollowed(1);
    for (const owner of ['bo', 'acme', 'ada']) {
      await clip.moveVideo({ ...video, ownerId: (await ownersOf())[0]! }, owner)();
      await haveFollowed(1, owner);
      await clip.cut(owner, 'v');
      expect((await clip.find(owner, 'v')).id).toBe(earlier);
    }
    expect(await stored()).toHaveLength(1);
    expect(clip.clipsAtHost()).toHaveLength(1);
  });

  it('that are being made become ready there', async () => {
    clip.host.delayMs = 300;
    const cutting = clip.cut('ada', 'v').catch(() => undefined);
    await clip.eventually(
      () => clip.host.calls.some((call) => call.startsWith('POST')),
      (isRequested) => isRequested,
    );
    await clip.moveVideo(video, 'acme')();
    await haveFollowed(1);
    await cutting;
    clip.host.delayMs = 0;
    clip.host.offerDownload(lastAtHost());
    const ready = await clip.eventually(
      () => clip.find('acme', 'v'),
      ({ state }) => state === 'ready',
    );
    expect(ready.link).not.toBe('');
    expect(clip.clipsAtHost()).toHaveLength(1);
  });

  it('that are requested at the last moment are refused, and leave nothing', async () => {
    const publish = clip.moveVideo(video, 'acme');
    clip.host.delayMs = 300;
    clip.moveVideo({ ...video, ownerId: 'acme' }, 'ada');
    const cutting = clip.cut('ada', 'v').catch((error: unknown) => error);
    await clip.eventually(
      () => clip.host.calls.length,
      (count) => count > 0,
    );
    clip.moveVideo(video, 'acme');
    await publish();
    expect(await cutting).toMatchObject({ code: 'not-found' });
    expect(await stored()).toEqual([]);
    expect(clip.clipsAtHost()).toEqual([]);
  });

  it('that were deleted can be restored there', async () => {
    const id = await clip.make('ada', 'v');
    clip.host.offerDownload(lastAtHost());
    await clip.eventually(
      () => clip.client.getClip({ ownerId: 'ada', id }),
      ({ state }) => state === 'ready',
    );
    await clip.delete('ada', 'v', id);
    await clip.moveVideo(video, 'acme')();
    await haveFollowed(1);
    expect(await clip.make('acme', 'v')).toBe(id);
    expect((await clip.client.getClip({ ownerId: 'acme', id })).state).toBe('ready');
  });

  it('stay when the account before is deleted, in either order of the events', async () => {
    await clip.make('ada', 'v');
    const publish = clip.moveVideo(video, 'acme');
    clip.addVideo('ada', 'w');
    await clip.make('ada', 'w');
    await clip.deleteAccount('ada');
    await clip.eventually(clip.clipsAtHost, ({ length }) => length === 1);
    await haveFollowed(1);
    await publish();
    await clip.deleteAccount('ada');
    await haveFollowed(1);
    expect((await stored())[0]?.deletedAt).toBeUndefined();
  });

  it('are deleted with it, also when it is deleted before the event of the move comes', async () => {
    await clip.make('ada', 'v');
    const publish = clip.moveVideo(video, 'acme');
    await clip.deleteVideo({ ...video, ownerId: 'nobody' });
    await publish();
    await clip.deleteVideo({ ...video, ownerId: 'acme' });
    await clip.eventually(stored, (clips) => clips.length === 0);
    expect(clip.clipsAtHost()).toEqual([]);
  });
});

import { jest } from '@jest/globals';
import { startUpload, type UploadUnderTest } from './testing/upload-under-test.ts';

describe('the pages of the library', () => {
  let upload: UploadUnderTest;
  beforeEach(async () => {
    upload = await startUpload();
    upload.fakes.videoLimit = 20;
  });
  afterEach(() => upload.stop());

  async function arrive(ownerId = 'ada'): Promise<string> {
    const { id, uploadId } = await upload.client.createSession({ ownerId });
    upload.host.arrive(uploadId);
    await upload.webhook('video.upload.asset_created', { id: uploadId });
    return id;
  }
  const list = (page: number, after = '', limit = 2) =>
    upload.client.listVideos({ ownerId: 'ada', page, limit, after });
  const idsOf = ({ videos }: { videos: { id: string }[] }) => videos.map(({ id }) => id);

  /** Five videos, oldest first; the middle three have the same creation time. */
  async function five(): Promise<string[]> {
    const first = await arrive();
    upload.clock.passSeconds(1);
    const stopped = jest.spyOn(upload.clock, 'now').mockReturnValue(upload.clock.now());
    const middle = [await arrive(), await arrive(), await arrive()].sort();
    stopped.mockRestore();
    upload.clock.passSeconds(1);
    return [first, ...middle, await arrive()];
  }

  it('follow one another to the end, newest first, even among videos of the same time', async () => {
    const ids = await five();
    const first = await list(1);
    const second = await list(1, first.next);
    const third = await list(1, second.next);
    expect([first, second, third].flatMap(idsOf)).toEqual([...ids].reverse());
    expect([first.total, second.total, third.total]).toEqual([5, undefined, undefined]);
    expect(third.next).toBe('');
    expect(idsOf(await list(2))).toEqual(idsOf(second));
    expect(idsOf(await list(4))).toEqual([]);
  });

  it('neither repeat nor skip when videos are added or deleted, even the last video of a page', async () => {
    const ids = await five();
    const first = await list(1);
    const ended = ids[3]!;
    expect(idsOf(first).at(-1)).toBe(ended);
    await arrive();
    for (const videoId of [ended, ids[4]!])
      await upload.command('upload.delete-video.v1', { videoId, ownerId: 'ada' });
    const rest = await list(1, first.next, 10);
    expect(idsOf(rest)).toEqual([ids[2], ids[1], ids[0]]);
  });

  it('contain neither videos of others nor empty uploads nor deleted videos', async () => {
    await arrive('eve');
    await upload.client.createSession({ ownerId: 'ada' });
    await upload.command('upload.delete-video.v1', { videoId: await arrive(), ownerId: 'ada' });
    const own = await arrive();
    expect(await list(1)).toMatchObject({ videos: [{ id: own }], total: 1, next: '' });
  });

  it('refuse an invalid cursor', async () => {
    await expect(list(1, 'tomorrow')).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

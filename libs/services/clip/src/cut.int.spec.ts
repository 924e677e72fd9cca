import { createMessage } from '@vault/messaging';
import { startClip, type ClipUnderTest } from './testing/clip-under-test.ts';

/** Generous, for failing attempts and clock moves on a busy machine. */
const deadlineMs = 60_000;

describe('cutting a clip', () => {
  let clip: ClipUnderTest;
  beforeEach(async () => {
    clip = await startClip();
  });
  afterEach(() => clip.stop());

  const posts = () => clip.host.calls.filter((call) => call.startsWith('POST')).length;
  const isReady = ({ state }: { state: string }) => state === 'ready';

  it('has the link at once, and is ready when the file exists', async () => {
    const { asset } = clip.addVideo('ada', 'v');
    await clip.cut('ada', 'v', '00:00:05', '00:01:00');
    const [hostClip] = clip.clipsAtHost();
    expect(hostClip?.input).toEqual({ url: `mux://assets/${asset.id}`, start_time: 5, end_time: 60 });
    const found = await clip.find('ada', 'v', 5, 60);
    const link = `${clip.host.url}/stream/play-${hostClip?.id ?? ''}/highest.mp4`;
    expect(found).toMatchObject({ videoId: 'v', start: 5, end: 60, state: 'making', link });
    clip.host.offerDownload(hostClip!);
    const ready = await clip.eventually(() => clip.find('ada', 'v', 5, 60), isReady);
    expect(ready.bytes).toBe(1_200_000);
  });

  it('is in the list of its owner and of its video, and in no other', async () => {
    const video = clip.addVideo('ada', 'v');
    clip.addVideo('ada', 'w');
    clip.addVideo('eve', 'x');
    await clip.cut('ada', 'v');
    await clip.cut('ada', 'w');
    await clip.cut('eve', 'x');
    const list = async (ownerId: string, videoId?: string, after = '') =>
      (await clip.client.listClips({ ownerId, videoId, after })).clips.map((each) => each.videoId).sort();
    expect(await list('ada')).toEqual(['v', 'w']);
    expect(await list('ada', 'v')).toEqual(['v']);
    expect(await list('ada', 'x')).toEqual([]);
    expect(await list('eve')).toEqual(['x']);
    const [first] = (await clip.client.listClips({ ownerId: 'ada', after: '' })).clips;
    expect(await list('ada', undefined, first!.id)).toHaveLength(1);
    await clip.deleteVideo(video);
    await clip.eventually(
      () => list('ada'),
      (videos) => videos.join() === 'w',
    );
  });

  it('is an audio file for an audio recording', async () => {
    const { asset } = clip.addVideo('ada', 'v');
    asset.tracks = asset.tracks.filter(({ type }) => type === 'audio');
    await clip.cut('ada', 'v');
    expect((await clip.find('ada', 'v')).link).toMatch(/\/audio\.m4a$/);
  });

  it('needs a membership; a clip that there is needs none', async () => {
    clip.addVideo('ada', 'v');
    await clip.cut('ada', 'v');
    clip.membership.refusal = 'Your free trial ended.';
    const ended = { code: 'limit-reached', message: clip.membership.refusal };
    await clip.cut('ada', 'v');
    await expect(clip.cut('ada', 'v', '00:00:05', '00:00:10')).rejects.toMatchObject(ended);
    await expect(clip.make('ada', 'v')).rejects.toMatchObject(ended);
    expect(clip.clipsAtHost()).toHaveLength(1);
    // Nor is one made again that has failed.
    clip.clipsAtHost()[0]!.status = 'errored';
    await clip.eventually(
      () => clip.find('ada', 'v'),
      ({ state }) => state === 'failed',
    );
    await expect(clip.cut('ada', 'v')).rejects.toMatchObject(ended);
  });

  it('refuses invalid times with the sentences of the product', async () => {
    clip.addVideo('ada', 'v');
    for (const [timeIn, timeOut, message] of [
      ['00:00:05', '', 'Both timeIn and timeOut must be valid times in HH:MM:SS format.'],
      ['-ss 1', '00:00:09', 'Both timeIn and timeOut must be valid times in HH:MM:SS format.'],
      ['00:00:09', '00:00:05', 'timeIn must be earlier than timeOut.'],
      ['00:00:09', '00:01:01', 'timeOut must be earlier than video duration(60s).'],
    ] as const) {
      const cutting = clip.cut('ada', 'v', timeIn, timeOut);
      await expect(cutting).rejects.toMatchObject({ code: 'invalid-input', message });
    }
    expect(clip.host.calls).toEqual([]);
  });

  it('is refused for a video that does not play yet, or no longer exists at the host', async () => {
    const video = clip.addVideo('ada', 'v');
    video.asset.status = 'preparing';
    await expect(clip.cut('ada', 'v')).rejects.toMatchObject({ code: 'conflict' });
    video.asset.status = 'ready';
    clip.host.assets.delete(video.asset.id);
    await expect(clip.cut('ada', 'v')).rejects.toMatchObject({ code: 'conflict' });
    await expect(clip.find('ada', 'v')).rejects.toMatchObject({ code: 'not-found' });
  });

  it("answers for another owner's video as for a missing one", async () => {
    clip.addVideo('ada', 'v');
    await clip.cut('ada', 'v');
    const missing = { code: 'not-found', message: 'The video was not found.' };
    await expect(clip.cut('eve', 'v')).rejects.toMatchObject(missing);
    await expect(clip.cut('ada', 'w')).rejects.toMatchObject(missing);
    const noClip = { code: 'not-found', message: 'The clip was not found.' };
    await expect(clip.find('eve', 'v')).rejects.toMatchObject(noClip);
    await expect(clip.find('ada', 'v', 5, 10)).rejects.toMatchObject(noClip);
    expect(clip.clipsAtHost()).toHaveLength(1);
  });

  it('makes one clip per range, for any number of requests', async () => {
    clip.addVideo('ada', 'v');
    const both = [clip.cut('ada', 'v'), clip.cut('ada', 'v')];
    await Promise.all(both);
    const first = await clip.find('ada', 'v');
    clip.host.offerDownload(clip.clipsAtHost()[0]!);
    await clip.eventually(() => clip.find('ada', 'v'), isReady);
    await clip.cut('ada', 'v');
    expect(await clip.find('ada', 'v')).toMatchObject({ id: first.id, link: first.link });
    expect(posts()).toBe(1);
  });

  it('makes one clip when the message is redelivered', async () => {
    clip.addVideo('ada', 'v');
    const data = { ownerId: 'ada', videoId: 'v', timeIn: '00:00:05', timeOut: '00:00:09' };
    const message = createMessage({ type: 'clip.cut-clip.v1', source: 'gateway', subject: 'v', data });
    await clip.deliver(message, 3);
    await clip.cut('ada', 'v');
    expect(clip.clipsAtHost()).toHaveLength(1);
    expect(posts()).toBe(1);
  });

  it('adopts a clip of the host after a lost answer', async () => {
    clip.addVideo('ada', 'v');
    clip.host.isLosingAnswers = true;
    const cutting = clip.cut('ada', 'v');
    await clip.eventually(posts, (count) => count > 0);
    clip.host.isLosingAnswers = false;
    await cutting;
    expect(clip.clipsAtHost()).toHaveLength(1);
    expect((await clip.find('ada', 'v')).link).toContain(clip.clipsAtHost()[0]?.id);
  });

  it(
    'fails when the host is unavailable, and makes the clip at the next request',
    async () => {
      clip.addVideo('ada', 'v');
      clip.host.isUnavailable = true;
      await expect(clip.cut('ada', 'v')).rejects.toMatchObject({ code: 'unavailable' });
      clip.host.isUnavailable = false;
      await clip.cut('ada', 'v');
      expect(clip.clipsAtHost()).toHaveLength(1);
    },
    deadlineMs,
  );

  it('a failed clip has a reason, leaves nothing at the host, and is made again on request', async () => {
    clip.addVideo('ada', 'v');
    await clip.cut('ada', 'v');
    const [broken] = clip.clipsAtHost();
    broken!.status = 'errored';
    broken!.errors = { type: 'x', messages: ['The picture is damaged.'] };
    const failed = await clip.eventually(
      () => clip.find('ada', 'v'),
      ({ state }) => state === 'failed',
    );
    expect(failed).toMatchObject({ reason: 'The picture is damaged.', link: '' });
    await clip.eventually(clip.clipsAtHost, ({ length }) => length === 0);
    await clip.cut('ada', 'v');
    expect(await clip.find('ada', 'v')).toMatchObject({ state: 'making', reason: '' });
    expect(clip.clipsAtHost()).toHaveLength(1);
  });

  it('fails when it makes no progress for long', async () => {
    clip.addVideo('ada', 'v');
    await clip.cut('ada', 'v');
    clip.clock.passSeconds(16 * 60);
    const failed = await clip.eventually(
      () => clip.find('ada', 'v'),
      ({ state }) => state === 'failed',
    );
    expect(failed.reason).toBe('The clip took too long to make. Please try again.');
    await clip.eventually(clip.clipsAtHost, ({ length }) => length === 0);
  });

  it('is made again when the host has lost it', async () => {
    clip.addVideo('ada', 'v');
    await clip.cut('ada', 'v');
    clip.host.offerDownload(clip.clipsAtHost()[0]!);
    await clip.eventually(() => clip.find('ada', 'v'), isReady);
    clip.host.assets.delete(clip.clipsAtHost()[0]!.id);
    await clip.cut('ada', 'v');
    expect(await clip.find('ada', 'v')).toMatchObject({ state: 'making' });
    expect(clip.clipsAtHost()).toHaveLength(1);
  });

  it('at most four clips of one owner are made at once', async () => {
    clip.addVideo('ada', 'v');
    clip.addVideo('bob', 'w');
    for (const second of [1, 2, 3, 4]) await clip.cut('ada', 'v', `00:00:0${String(second)}`);
    const refused = { code: 'too-many-requests', message: /^4 of your clips are already being made\./ };
    await expect(clip.cut('ada', 'v', '00:00:06')).rejects.toMatchObject({
      code: refused.code,
      message: expect.stringMatching(refused.message) as string,
    });
    await clip.cut('ada', 'v', '00:00:04');
    await clip.cut('bob', 'w');
    clip.host.offerDownload(clip.clipsAtHost()[0]!);
    await clip.eventually(() => clip.find('ada', 'v', 1), isReady);
    await clip.cut('ada', 'v', '00:00:06');
    expect(clip.clipsAtHost()).toHaveLength(6);
  });

  it(
    'at most fifty clips of one video are kept, the oldest is deleted',
    async () => {
      clip.addVideo('ada', 'v');
      const two = (second: number) => String(second).padStart(2, '0');
      for (let second = 1; second <= 51; second += 1) {
        await clip.cut('ada', 'v', '00:00:00', `00:00:${two(second)}`);
        clip.host.offerDownload(clip.clipsAtHost().at(-1)!);
        // Every fourth, because one check updates several clips.
        if (second % 4 === 0) await clip.eventually(() => clip.find('ada', 'v', 0, second), isReady);
      }
      await clip.eventually(clip.clipsAtHost, ({ length }) => length === 50);
      await expect(clip.find('ada', 'v', 0, 1)).rejects.toMatchObject({ code: 'not-found' });
      await clip.find('ada', 'v', 0, 2);
      await clip.cut('ada', 'v', '00:00:00', '00:00:01');
      await clip.eventually(clip.clipsAtHost, ({ length }) => length === 50);
    },
    4 * deadlineMs,
  );
});

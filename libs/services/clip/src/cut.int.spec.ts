import { createMessage } from '@vault/platform';
import { startClip, type ClipUnderTest } from './testing/clip-under-test.ts';

/** As often as a run of failing tries and the moves of the clock may take on a busy machine. */
const patienceMs = 60_000;

describe('cutting a clip', () => {
  let clip: ClipUnderTest;
  beforeEach(async () => {
    clip = await startClip();
  });
  afterEach(() => clip.stop());

  const posts = () => clip.host.calls.filter((call) => call.startsWith('POST')).length;
  const isReady = ({ state }: { state: string }) => state === 'ready';

  it('answers with the link at once, and knows when the file is there', async () => {
    const { asset } = clip.addVideo('ada', 'v');
    await clip.cut('ada', 'v', '00:00:05', '00:01:00');
    const [made] = clip.clipsAtHost();
    expect(made?.input).toEqual({ url: `mux://assets/${asset.id}`, start_time: 5, end_time: 60 });
    const found = await clip.find('ada', 'v', 5, 60);
    const link = `${clip.host.url}/stream/play-${made?.id ?? ''}/highest.mp4`;
    expect(found).toMatchObject({ videoId: 'v', start: 5, end: 60, state: 'making', link });
    clip.host.offerDownload(made!);
    await clip.inTime(() => clip.find('ada', 'v', 5, 60), isReady);
  });

  it('of sound alone is a file of sound', async () => {
    const { asset } = clip.addVideo('ada', 'v');
    asset.tracks = asset.tracks.filter(({ type }) => type === 'audio');
    await clip.cut('ada', 'v');
    expect((await clip.find('ada', 'v')).link).toMatch(/\/audio\.m4a$/);
  });

  it('says what is wrong with the times, in the words of the product', async () => {
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

  it('is refused for a video that does not play yet, or is gone at the host', async () => {
    const video = clip.addVideo('ada', 'v');
    video.asset.status = 'preparing';
    await expect(clip.cut('ada', 'v')).rejects.toMatchObject({ code: 'conflict' });
    video.asset.status = 'ready';
    clip.host.assets.delete(video.asset.id);
    await expect(clip.cut('ada', 'v')).rejects.toMatchObject({ code: 'conflict' });
    await expect(clip.find('ada', 'v')).rejects.toMatchObject({ code: 'not-found' });
  });

  it("answers for somebody else's video as for a missing one", async () => {
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

  it('makes one clip of one span, by whichever id and however often it is asked for', async () => {
    const { asset } = clip.addVideo('ada', 'v');
    const both = [clip.cut('ada', 'v'), clip.cut('ada', asset.id)];
    await Promise.all(both);
    const first = await clip.find('ada', 'v');
    clip.host.offerDownload(clip.clipsAtHost()[0]!);
    await clip.inTime(() => clip.find('ada', 'v'), isReady);
    await clip.cut('ada', 'v');
    expect(await clip.find('ada', asset.id)).toMatchObject({ id: first.id, link: first.link });
    expect(posts()).toBe(1);
  });

  it('makes one clip though the message comes again and again', async () => {
    clip.addVideo('ada', 'v');
    const data = { ownerId: 'ada', videoId: 'v', timeIn: '00:00:05', timeOut: '00:00:09' };
    const message = createMessage({ type: 'clip.cut-clip.v1', source: 'gateway', subject: 'v', data });
    await clip.deliver(message, 3);
    await clip.cut('ada', 'v');
    expect(clip.clipsAtHost()).toHaveLength(1);
    expect(posts()).toBe(1);
  });

  it('adopts what the host made when nobody heard its answer', async () => {
    clip.addVideo('ada', 'v');
    clip.host.isLosingAnswers = true;
    const cutting = clip.cut('ada', 'v');
    await clip.inTime(posts, (count) => count > 0);
    clip.host.isLosingAnswers = false;
    await cutting;
    expect(clip.clipsAtHost()).toHaveLength(1);
    expect((await clip.find('ada', 'v')).link).toContain(clip.clipsAtHost()[0]?.id);
  });

  it(
    'leaves nobody waiting when the host was away, and makes the clip when asked again',
    async () => {
      clip.addVideo('ada', 'v');
      // It sees the video, and is gone when it should cut.
      clip.host.isAway = true;
      await expect(clip.cut('ada', 'v')).rejects.toMatchObject({ code: 'unavailable' });
      clip.host.isAway = false;
      await clip.cut('ada', 'v');
      expect(clip.clipsAtHost()).toHaveLength(1);
    },
    patienceMs,
  );

  it('that failed says why, leaves nothing at the host, and is made anew when asked for', async () => {
    clip.addVideo('ada', 'v');
    await clip.cut('ada', 'v');
    const [broken] = clip.clipsAtHost();
    broken!.status = 'errored';
    broken!.errors = { type: 'x', messages: ['The picture is damaged.'] };
    const failed = await clip.inTime(
      () => clip.find('ada', 'v'),
      ({ state }) => state === 'failed',
    );
    expect(failed).toMatchObject({ reason: 'The picture is damaged.', link: '' });
    await clip.inTime(clip.clipsAtHost, ({ length }) => length === 0);
    await clip.cut('ada', 'v');
    expect(await clip.find('ada', 'v')).toMatchObject({ state: 'making', reason: '' });
    expect(clip.clipsAtHost()).toHaveLength(1);
  });

  it('that stands still for long is given up', async () => {
    clip.addVideo('ada', 'v');
    await clip.cut('ada', 'v');
    clip.clock.passSeconds(16 * 60);
    const given = await clip.inTime(
      () => clip.find('ada', 'v'),
      ({ state }) => state === 'failed',
    );
    expect(given.reason).toBe('The clip took too long to make. Please try again.');
    await clip.inTime(clip.clipsAtHost, ({ length }) => length === 0);
  });

  it('that the host has lost is made anew', async () => {
    clip.addVideo('ada', 'v');
    await clip.cut('ada', 'v');
    clip.host.offerDownload(clip.clipsAtHost()[0]!);
    await clip.inTime(() => clip.find('ada', 'v'), isReady);
    clip.host.assets.delete(clip.clipsAtHost()[0]!.id);
    await clip.cut('ada', 'v');
    expect(await clip.find('ada', 'v')).toMatchObject({ state: 'making' });
    expect(clip.clipsAtHost()).toHaveLength(1);
  });

  it('is bounded: four are made at once of one person', async () => {
    clip.addVideo('ada', 'v');
    clip.addVideo('bob', 'w');
    for (const second of [1, 2, 3, 4]) await clip.cut('ada', 'v', `00:00:0${String(second)}`);
    const refused = { code: 'too-many-requests', message: /^4 of your clips are being made already\./ };
    await expect(clip.cut('ada', 'v', '00:00:06')).rejects.toMatchObject({
      code: refused.code,
      message: expect.stringMatching(refused.message) as string,
    });
    await clip.cut('ada', 'v', '00:00:04');
    await clip.cut('bob', 'w');
    clip.host.offerDownload(clip.clipsAtHost()[0]!);
    await clip.inTime(() => clip.find('ada', 'v', 1), isReady);
    await clip.cut('ada', 'v', '00:00:06');
    expect(clip.clipsAtHost()).toHaveLength(6);
  });

  it(
    'is bounded: fifty are kept of one video, and the oldest makes room',
    async () => {
      clip.addVideo('ada', 'v');
      const two = (second: number) => String(second).padStart(2, '0');
      for (let second = 1; second <= 51; second += 1) {
        await clip.cut('ada', 'v', '00:00:00', `00:00:${two(second)}`);
        clip.host.offerDownload(clip.clipsAtHost().at(-1)!);
        // Not one by one: a look at the host is worth more than one clip.
        if (second % 4 === 0) await clip.inTime(() => clip.find('ada', 'v', 0, second), isReady);
      }
      await clip.inTime(clip.clipsAtHost, ({ length }) => length === 50);
      await expect(clip.find('ada', 'v', 0, 1)).rejects.toMatchObject({ code: 'not-found' });
      await clip.find('ada', 'v', 0, 2);
      await clip.cut('ada', 'v', '00:00:00', '00:00:01');
      await clip.inTime(clip.clipsAtHost, ({ length }) => length === 50);
    },
    4 * patienceMs,
  );
});

import { formatWebVtt } from '@vault/webvtt';
import { until } from '@vault/base/testing';
import { startClip, type ClipUnderTest } from './testing/clip-under-test.ts';

const words = (last: string) =>
  formatWebVtt([
    { start: 4, end: 6, text: 'Good morning.' },
    { start: 6, end: 8, text: last },
  ]);
const notFound = { code: 'not-found' };
const burned = { captions: 'burned' } as const;

describe('making a clip of words', () => {
  let clip: ClipUnderTest;
  beforeEach(async () => {
    clip = await startClip();
    clip.addVideo('ada', 'v');
    clip.transcripts.set('v', words('And welcome.'));
  });
  afterEach(() => clip.stop());

  const get = (id: string, ownerId = 'ada') => clip.client.getClip({ ownerId, id });
  const list = async (ownerId: string, videoId = 'v') =>
    (await clip.client.listNewestClips({ ownerId, videoId })).clips.map(({ id }) => id);

  it('cuts the span in milliseconds, in the frame, with the words that are in it', async () => {
    const id = await clip.make('ada', 'v', { frame: 'portrait', centre: 0.4, ...burned });
    const [hostClip] = clip.clipsAtHost();
    expect(hostClip?.input).toMatchObject({ start_time: 5.2, end_time: 9.45 });
    expect(hostClip?.input?.frame).toEqual({ aspect_ratio: '9:16', centre: 0.4, fit: 'crop' });
    expect(hostClip?.input?.burned_captions?.text).toContain('00:00:00.800 --> 00:00:02.800\nAnd welcome.');
    expect(await get(id)).toMatchObject({
      ...{ videoId: 'v', start: 5.2, end: 9.45, frame: 'portrait', centre: 0.4, captions: 'burned' },
      ...{ state: 'making', progress: 0 },
    });
  });

  it('has the words that are said in it, by their times', async () => {
    const line = { start: 6, end: 8, text: 'And welcome.', wordStarts: [6, 7.8] };
    clip.transcripts.set('v', formatWebVtt([line]));
    await clip.make('ada', 'v', { from: 5, to: 7.5, ...burned });
    const [hostClip] = clip.clipsAtHost();
    expect(hostClip?.input?.burned_captions?.text).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nAnd\n');
  });

  it('shows the whole picture with bars in its frame: one clip, whatever the place of a crop', async () => {
    const id = await clip.make('ada', 'v', { frame: 'square', fit: 'bars' });
    expect(clip.clipsAtHost()[0]?.input?.frame).toEqual({ aspect_ratio: '1:1', centre: 0.5, fit: 'bars' });
    expect(await get(id)).toMatchObject({ frame: 'square', fit: 'bars' });
    expect(await clip.make('ada', 'v', { frame: 'square', fit: 'bars', centre: 0.9 })).toBe(id);
    expect(await clip.make('ada', 'v', { frame: 'square' })).not.toBe(id);
    const plain = await clip.make('ada', 'v', { fit: 'bars' });
    expect(plain).toBe(await clip.make('ada', 'v'));
    expect(await get(plain)).toMatchObject({ frame: 'recorded', fit: 'crop' });
  });

  it('is as recorded without a frame and words, and the same as the documented clip of the span', async () => {
    const id = await clip.make('ada', 'v', { from: 5, to: 9 });
    await clip.cut('ada', 'v');
    expect((await clip.find('ada', 'v')).id).toBe(id);
    expect(clip.clipsAtHost()).toHaveLength(1);
    expect(Object.keys(clip.clipsAtHost()[0]?.input ?? {})).toEqual(['url', 'start_time', 'end_time']);
    const beside = await clip.make('ada', 'v', { from: 5, to: 9, captions: 'beside' });
    expect(beside).not.toBe(id);
  });

  it('the same request is the same clip; mended words, another frame or span are another one', async () => {
    const first = await clip.make('ada', 'v', burned);
    expect(await clip.make('ada', 'v', burned)).toBe(first);
    expect(clip.clipsAtHost()).toHaveLength(1);
    clip.transcripts.set('v', words('And farewell.'));
    const mended = await clip.make('ada', 'v', burned);
    const square = await clip.make('ada', 'v', { frame: 'square' });
    const moved = await clip.make('ada', 'v', { frame: 'square', centre: 0.9 });
    expect(new Set([first, mended, square, moved]).size).toBe(4);
    expect(clip.clipsAtHost()).toHaveLength(4);
    await expect(clip.make('ada', 'v')).rejects.toMatchObject({ code: 'too-many-requests' });
  });

  it.each([
    [{ from: 9, to: 9 }, 'A clip must begin at least 0.1 seconds before it ends.'],
    [{ from: 9, to: 60.5 }, 'A clip must end before the video does, at 60.4 seconds.'],
    [{ from: 20, to: 25, ...burned }, /^Nothing is said in this part of the video/],
  ])('%j is refused with a sentence', async (request, message) => {
    const making = clip.make('ada', 'v', request);
    const sentence = typeof message === 'string' ? message : (expect.stringMatching(message) as string);
    await expect(making).rejects.toMatchObject({ code: 'invalid-input', message: sentence });
    expect(clip.clipsAtHost()).toEqual([]);
  });

  it('has no frame and no burned words when the recording has no picture', async () => {
    const { asset } = clip.addVideo('ada', 'sound');
    asset.tracks = asset.tracks.filter(({ type }) => type === 'audio');
    clip.transcripts.set('sound', words('And welcome.'));
    for (const look of [{ frame: 'square' } as const, burned]) {
      const making = clip.make('ada', 'sound', look);
      await expect(making).rejects.toMatchObject({
        message: expect.stringMatching(/has no picture/) as string,
      });
    }
    await clip.make('ada', 'sound', { captions: 'beside' });
    expect(clip.clipsAtHost()).toHaveLength(1);
  });

  it('lists the clips of the owner and video, newest first', async () => {
    clip.addVideo('ada', 'w');
    const ids: string[] = [];
    for (const from of [1, 2, 3]) {
      ids.unshift(await clip.make('ada', 'v', { from }));
      clip.clock.passSeconds(1);
    }
    await clip.make('ada', 'w');
    expect(await list('ada')).toEqual(ids);
    expect(await list('eve')).toEqual([]);
  });

  it('is deleted at the host too, by its owner only', async () => {
    clip.addVideo('ada', 'w');
    const id = await clip.make('ada', 'v');
    await expect(get(id, 'eve')).rejects.toMatchObject(notFound);
    await expect(clip.delete('eve', 'v', id)).rejects.toMatchObject(notFound);
    await expect(clip.delete('ada', 'w', id)).rejects.toMatchObject(notFound);
    await expect(clip.make('eve', 'v')).rejects.toMatchObject(notFound);
    expect(await list('ada')).toEqual([id]);
    await clip.delete('ada', 'v', id);
    expect(await list('ada')).toEqual([]);
    await expect(get(id)).rejects.toMatchObject(notFound);
    await clip.eventually(clip.clipsAtHost, ({ length }) => length === 0);
  });

  it('is restored by the same request soon after its deletion, else made anew', async () => {
    const id = await clip.make('ada', 'v');
    const [asset] = clip.clipsAtHost();
    clip.host.offerDownload(asset!);
    const isReady = () =>
      clip.eventually(
        () => get(id),
        ({ state }) => state === 'ready',
      );
    await isReady();
    const { link } = await get(id);
    const playbackIds = () => asset!.playback_ids.map((each) => each.id);
    const before = playbackIds();
    await clip.delete('ada', 'v', id);
    expect(await list('ada')).toEqual([]);
    // Its address ends at once, and not when the host has been asked again.
    // Without a move of the clock: its address ends at once.
    await until(playbackIds, ([playbackId]) => playbackId !== before[0]);
    expect(await clip.make('ada', 'v')).toBe(id);
    expect(await list('ada')).toEqual([id]);
    const restored = await clip.eventually(
      () => get(id),
      (found) => found.link !== link,
    );
    expect(restored.link).toContain(playbackIds()[0]);
    // Past the time at which its file would have been deleted.
    clip.clock.passSeconds(60);
    await isReady();
    expect(clip.clipsAtHost()).toEqual([asset]);
    await clip.delete('ada', 'v', id);
    await clip.eventually(clip.clipsAtHost, ({ length }) => length === 0);
    expect(await clip.make('ada', 'v')).toBe(id);
    expect(clip.clipsAtHost()[0]?.id).not.toBe(asset!.id);
  });

  it('is not restored when its video was deleted meanwhile', async () => {
    const id = await clip.make('ada', 'v');
    clip.host.offerDownload(clip.clipsAtHost()[0]!);
    await clip.eventually(
      () => get(id),
      ({ state }) => state === 'ready',
    );
    await clip.delete('ada', 'v', id);
    const { asset } = clip.addVideo('ada', 'v');
    await clip.deleteVideo({ ownerId: 'ada', id: 'v', asset });
    // Upload still has the video: the event arrived here first.
    clip.addVideo('ada', 'v');
    await clip.eventually(
      () => clip.make('ada', 'v').catch((error: unknown) => (error as { code: string }).code),
      (outcome) => outcome === 'not-found',
    );
    await clip.eventually(clip.clipsAtHost, ({ length }) => length === 0);
    expect(await list('ada')).toEqual([]);
  });

  it('with burned words that failed is made again with the words', async () => {
    const id = await clip.make('ada', 'v', burned);
    const [broken] = clip.clipsAtHost();
    broken!.status = 'errored';
    await clip.eventually(
      () => get(id),
      ({ state }) => state === 'failed',
    );
    await clip.eventually(clip.clipsAtHost, ({ length }) => length === 0);
    expect(await clip.make('ada', 'v', burned)).toBe(id);
    expect(clip.clipsAtHost()[0]?.input?.burned_captions?.text).toContain('And welcome.');
  });
});

it('a host that cannot change the picture is not asked to', async () => {
  // Without an address of a video engine the host is Mux itself, which this test must not reach.
  const host = { MUX_BASE_URL: 'http://127.0.0.1:9' };
  const clip = await startClip({ env: { ...host, VIDEO_ENGINE_URL: '' } });
  clip.addVideo('ada', 'v');
  const refused = {
    code: 'conflict',
    message: expect.stringMatching(/recorded frame, and captions beside/) as string,
  };
  await expect(clip.make('ada', 'v', { frame: 'square' })).rejects.toMatchObject(refused);
  await expect(clip.make('ada', 'v', { captions: 'burned' })).rejects.toMatchObject(refused);
  expect(clip.host.calls).toEqual([]);
  await clip.stop();
});

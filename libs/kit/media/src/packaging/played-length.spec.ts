import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { defaultMediaLimits } from '../common/limits.ts';
import { probe, withSound } from '../probing/probe.ts';
import { ffmpeg, makeFolder, makeVideo } from '../testing/fixtures.ts';
import { inFullRun } from '../testing/full-run.ts';
import { makeTools } from '../testing/media-tools.ts';
import { ingest } from '../testing/packaging.ts';
import type { MediaTools } from '../tools/media-tools.ts';
import { packageHls } from './package-hls.ts';
import { workTime } from './work-time.ts';

jest.setTimeout(120_000);

let folder: Awaited<ReturnType<typeof makeFolder>>;
let tools: MediaTools;
beforeAll(async () => {
  folder = await makeFolder();
  tools = await makeTools();
});
afterAll(() => folder.remove());

const path = (name: string): string => join(folder.path, name);

/** Creates a file of two frames, the second one after 40 s; each format declares their lengths in its own way. */
async function twoFrames(name: string): Promise<string> {
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=1'],
    ...['-vf', "select='lt(n,2)',setpts='if(eq(N,0),0,40/TB)'", '-fps_mode', 'passthrough'],
    ...['-enc_time_base', '1/1000', '-c:v', 'libx264', '-bf', '0', '-pix_fmt', 'yuv420p', path(name)],
  );
  return path(name);
}

async function soundAfterPicture(name: string): Promise<string> {
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=3', '-f', 'lavfi', '-i', 'sine=d=40'],
    ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', path(name)],
  );
  return path(name);
}

test.each([
  ['two frames in MP4', () => twoFrames('two.mp4')],
  ['a picture that ends long before the sound', () => soundAfterPicture('sound.mp4')],
  ...inFullRun([['two frames in Matroska', () => twoFrames('two.mkv')]]),
])('%s: the segments play as long as the file', async (_, make) => {
  const { media, text } = await ingest(tools, await make(), folder.path);
  const lengths = [...text.matchAll(/^#EXTINF:([\d.]+)/gm)].map((match) => Number(match[1]));
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeCloseTo(40, 0);
  expect(media.duration).toBeCloseTo(40, 0);
  expect(Math.max(...lengths)).toBeLessThan(7);
});

describe('a longer track that is not used', () => {
  const pictureSource = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=8'];
  const soundSource = ['-f', 'lavfi', '-i', 'sine=d=8'];
  const otherSources = {
    sound: ['-f', 'lavfi', '-i', 'anullsrc=d=12'],
    picture: ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=12'],
  };
  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];

  test.each([
    ['sound', 'mp4'],
    ['picture', 'mkv'],
    ...inFullRun([
      ['sound', 'mov'],
      ['sound', 'mkv'],
      ['sound', 'ts'],
      ['sound', 'avi'],
      ['picture', 'mp4'],
      ['picture', 'mov'],
      ['picture', 'ts'],
      ['picture', 'avi'],
    ]),
  ] as const)('does not count: a %s in %s', async (kind, container) => {
    const source = path(`longer-${kind}.${container}`);
    const maps = ['-map', '0', '-map', '1', '-map', '2'];
    await ffmpeg(...pictureSource, ...soundSource, ...otherSources[kind], ...maps, ...h264, source);
    await expectLength(source, 8);
  });

  test.each([['mp4', 'mov_text'], ...inFullRun([['mkv', 'srt']])])(
    'does not count: subtitles in %s',
    async (container, codec) => {
      const words = path('words.srt');
      await writeFile(words, '1\n00:00:01,000 --> 00:00:12,000\nhello\n');
      const source = path(`longer-words.${container}`);
      const maps = ['-map', '0', '-map', '1', '-map', '2'];
      await ffmpeg(...pictureSource, ...soundSource, '-i', words, ...maps, ...h264, '-c:s', codec, source);
      await expectLength(source, 8);
    },
  );

  test('counts when it is chosen', async () => {
    const source = path('chosen.mkv');
    await ffmpeg(
      ...pictureSource,
      ...soundSource,
      ...otherSources.sound,
      '-map',
      '0',
      '-map',
      '1',
      '-map',
      '2',
      ...h264,
      source,
    );
    const facts = await probe(tools, source, defaultMediaLimits);
    const [first, longer] = facts.sounds;
    expect(first && withSound(facts, first).duration).toBeCloseTo(8, 0);
    expect(longer && withSound(facts, longer).duration).toBeCloseTo(12, 0);
  });

  async function expectLength(source: string, seconds: number): Promise<void> {
    const { media, text } = await ingest(tools, source, folder.path);
    const lengths = [...text.matchAll(/^#EXTINF:([\d.]+)/gm)].map((match) => Number(match[1]));
    expect(media.duration).toBeCloseTo(seconds, 0);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeCloseTo(seconds, 0);
  }
});

test('a file that plays longer than allowed is refused, whatever it declares', async () => {
  const source = path('patched.mkv');
  await makeVideo(source, 30, '64x36');
  const bytes = await readFile(source);
  // The element Duration: its id, a length of 8, and a number of milliseconds.
  const at = bytes.indexOf(Buffer.from('448988', 'hex'));
  bytes.writeDoubleBE(8000, at + 3);
  await writeFile(source, bytes);
  const limits = { ...defaultMediaLimits, maxDurationSeconds: 10 };
  const bounded = await makeTools(limits);
  expect((await probe(bounded, source, limits)).duration).toBe(8);
  await expect(ingest(bounded, source, folder.path, limits)).rejects.toThrow('The recording is longer than');
});

test('packaging ends without a result when copying shows that a long encode is needed', async () => {
  const source = path('sparse.mp4');
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=2:d=25', '-c:v', 'libx264', '-g', '9999'],
    ...['-keyint_min', '9999', '-sc_threshold', '0', '-pix_fmt', 'yuv420p', source],
  );
  const facts = await probe(tools, source, defaultMediaLimits);
  const { signal } = new AbortController();
  const request = { source, facts, folder: folder.path, signal, onProgress: () => undefined };
  const result = await packageHls(tools, { ...request, mayTakeLong: false }, defaultMediaLimits);
  expect(result).toMatchObject({ mode: { picture: 'encode' } });
  expect(result.media).toBeUndefined();
});

describe('the cost of one file', () => {
  test('is bounded by its total pixels, before any work', async () => {
    const source = await makeVideo(path('talk.mp4'), 4);
    const total = 320 * 180 * 25 * 4;
    const enough = { ...defaultMediaLimits, maxTotalPixels: total * 1.1 };
    expect((await probe(tools, source, enough)).format).toContain('mp4');
    await expect(probe(tools, source, { ...enough, maxTotalPixels: total * 0.9 })).rejects.toThrow(
      'The video is too large to process: 320 × 180 at 25 frames a second for 1 minutes.',
    );
  });

  test('is bounded by a time limit from its seconds and bytes, also without a declared length', () => {
    const hours = (duration: number | undefined, bytes: number): number =>
      workTime({ duration, bytes }, 'encode', defaultMediaLimits) / 3_600_000;
    expect(hours(60, 1e6)).toBeLessThan(0.25);
    expect(hours(undefined, 30e6)).toBeLessThan(2);
    expect(hours(10_800, 2e9)).toBeGreaterThan(12);
  });
});

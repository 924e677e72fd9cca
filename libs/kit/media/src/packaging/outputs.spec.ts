import { access, mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { defaultMediaLimits } from '../common/limits.ts';
import { drawStoryboard, planStoryboard } from '../pictures/draw-storyboard.ts';
import { takeThumbnail } from '../pictures/take-thumbnail.ts';
import { probe } from '../probing/probe.ts';
import { extractAudio } from '../sound/extract-audio.ts';
import { meanPower } from '../sound/mean-power.ts';
import { ffmpeg, makeFolder } from '../testing/fixtures.ts';
import { inFullRun } from '../testing/full-run.ts';
import { meanColour } from '../testing/mean-colour.ts';
import { makeTools } from '../testing/media-tools.ts';
import { ingest } from '../testing/packaging.ts';
import type { MediaTools } from '../tools/media-tools.ts';
import { cutClip } from './cut-clip.ts';
import { hlsFiles } from './hls-playlist.ts';

jest.setTimeout(180_000);

const { signal } = new AbortController();
let folder: Awaited<ReturnType<typeof makeFolder>>;
let tools: MediaTools;

beforeAll(async () => {
  folder = await makeFolder();
  tools = await makeTools();
});
afterAll(() => folder.remove());

const path = (name: string): string => join(folder.path, name);

/** The mean brightness of each frame. */
async function readGreys(file: string): Promise<number[]> {
  const grey = ['-vf', 'scale=1:1:flags=area,format=gray', '-fps_mode', 'passthrough', '-f', 'rawvideo'];
  await ffmpeg('-i', file, ...grey, `${file}.raw`);
  return [...(await readFile(`${file}.raw`))];
}

test('a clip begins and ends at the requested frame', async () => {
  // Each second has its own grey, which identifies the time of a frame.
  const source = path('greys.mp4');
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    "color=black:s=64x64:r=10:d=12,format=yuv420p,geq=lum='16+floor(T)*16':cb=128:cr=128",
    '-f',
    'lavfi',
    '-i',
    'sine=d=12',
    '-c:v',
    'libx264',
    '-qp',
    '5',
    '-g',
    '120',
    '-c:a',
    'aac',
    source,
  );
  const facts = await probe(tools, source, defaultMediaLimits);
  const span = {
    source,
    facts,
    folder: folder.path,
    start: 3.5,
    end: 7,
    signal,
    onProgress: () => undefined,
  };
  await cutClip(tools, span, defaultMediaLimits);
  const target = path(hlsFiles.media);
  expect((await probe(tools, target, defaultMediaLimits)).duration).toBeCloseTo(3.5, 1);
  const [whole, clip] = await Promise.all([readGreys(source), readGreys(target)]);
  expect(clip).toHaveLength(35);
  for (const [frame, grey] of clip.entries())
    expect(Math.abs(grey - (whole[35 + frame] ?? 0))).toBeLessThan(6);
});

test('a thumbnail shows the frame at its time, or the last frame after the end', async () => {
  const source = path('colours.mp4');
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    'color=red:s=64x64:r=5:d=3',
    '-f',
    'lavfi',
    '-i',
    'color=blue:s=64x64:r=5:d=3',
    '-filter_complex',
    '[0][1]concat=n=2',
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    source,
  );
  for (const [time, isBlue] of [
    [1, false],
    [4, true],
    [5.99, true],
  ] as const) {
    const target = path(`at-${time}.jpg`);
    await takeThumbnail(tools, { source, target, time, width: 32 });
    const [red = 0, , blue = 0] = await meanColour(target);
    expect([time, blue > red]).toEqual([time, isBlue]);
  }
});

test('a storyboard shows the picture of each time, and repeats the last one where key frames are rare', async () => {
  const source = path('parts.mp4');
  await ffmpeg(
    ...[
      '-f',
      'lavfi',
      '-i',
      'color=red:s=64x64:r=5:d=10',
      '-f',
      'lavfi',
      '-i',
      'color=blue:s=64x64:r=5:d=30',
    ],
    ...[
      '-filter_complex',
      '[0][1]concat=n=2',
      '-c:v',
      'libx264',
      '-g',
      '50',
      '-keyint_min',
      '50',
      '-sc_threshold',
      '0',
    ],
    ...['-force_key_frames', '10', '-x264-params', 'keyint=9999', '-pix_fmt', 'yuv420p', source],
  );
  const layout = planStoryboard(40, { width: 64, height: 64 });
  expect(layout).toMatchObject({ tiles: 40, columns: 10, rows: 4, interval: 1 });
  const target = path('parts.jpg');
  await drawStoryboard(tools, { source, target, layout, duration: 40, signal });
  for (const [tile, isBlue] of [
    [0, false],
    [8, false],
    [12, true],
    [39, true],
  ] as const) {
    const [x, y] = [(tile % 10) * layout.width, Math.floor(tile / 10) * layout.height];
    const [red = 0, , blue = 0] = await meanColour(target, `${layout.width}:${layout.height}:${x}:${y}`);
    expect([tile, blue > red, Math.max(red, blue) > 100]).toEqual([tile, isBlue, true]);
  }
});

test('extracted audio is 16 kHz and mono, and keeps the delay of a late start', async () => {
  const source = path('late.mkv');
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=64x64:d=5',
    '-itsoffset',
    '2',
    '-f',
    'lavfi',
    '-i',
    'sine=d=3',
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    source,
  );
  const target = path('late.wav');
  await extractAudio(tools, { source, target, duration: 5, channels: 1, signal });
  const wav = await readFile(target);
  expect([wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual([1, 16_000, 16]);
  const first = wav.subarray(78 + 1000, 78 + 32_000 * 1.8);
  expect(first.every((byte) => byte === 0)).toBe(true);
  expect(wav.length / 32_000).toBeCloseTo(5, 0);
});

test.each([
  ['one channel inverted', 'c0=c0|c1=-1*c0'],
  ['sound on the left only', 'c0=c0|c1=0*c0'],
  ...inFullRun([
    ['equal channels', 'c0=c0|c1=c0'],
    ['one channel inverted and quieter', 'c0=c0|c1=-0.7*c0'],
    ['sound on the right only', 'c0=0*c0|c1=c0'],
  ]),
])('extracted audio keeps the speech of a recording with %s', async (name, channels) => {
  const source = path(`${name}.m4a`);
  await ffmpeg('-f', 'lavfi', '-i', 'sine=d=2', '-af', `pan=stereo|${channels}`, source);
  const target = path(`${name}.wav`);
  await extractAudio(tools, { source, target, duration: 2, channels: 2, signal });
  expect(Math.sqrt(await meanPower(target))).toBeGreaterThan(1000);
  await expect(access(`${target}.difference`)).rejects.toThrow('ENOENT');
});

test.each([
  ['44100', 2],
  ['48000', 1],
] as const)(
  'a span of the sound has the samples of the whole: %s Hz, channels: %i',
  async (rate, channels) => {
    const source = path(`noise-${rate}.mp4`);
    const noise = ['-f', 'lavfi', '-i', `anoisesrc=d=20:c=pink:r=${rate}:a=0.5`, '-ac', String(channels)];
    // Otherwise the decoder makes noise of its own.
    await ffmpeg(...noise, '-c:a', 'aac', '-aac_pns', '0', source);
    const [whole, part] = [path(`whole-${rate}.wav`), path(`part-${rate}.wav`)];
    const request = { source, duration: 20, channels, signal };
    await extractAudio(tools, { ...request, target: whole });
    await extractAudio(tools, { ...request, target: part, span: { start: 7.46, end: 12.02 } });
    const samplesOf = async (file: string) => {
      const wav = await readFile(file);
      const bytes = wav.subarray(wav.indexOf('data') + 8);
      return Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(2 * at));
    };
    const [expected, samples] = [await samplesOf(whole), await samplesOf(part)];
    expect(samples).toHaveLength(4.56 * 16_000);
    // The first second is only for the decoder. Rounding differs by one.
    const differences = samples
      .slice(16_000, 72_000)
      .map((sample, at) => sample - expected[8.46 * 16_000 + at]!);
    expect(differences.reduce((most, difference) => Math.max(most, Math.abs(difference)), 0)).toBeLessThan(3);
  },
);

test.each([
  ['the centre of 5.1', 'pan=5.1|FC=c0', ['-c:a', 'aac'], 'centre.mp4'],
  ['the fourth of six microphones', 'pan=5.1|LFE=c0', ['-c:a', 'pcm_s16le'], 'fourth.wav'],
  ['the third of three microphones', 'pan=3c|c2=c0', ['-c:a', 'pcm_s16le'], 'third.wav'],
  ...inFullRun([
    ['the centre of 5.1 of a broadcast', 'pan=5.1|FC=c0', ['-c:a', 'ac3'], 'centre.mkv'],
    ['the centre of 7.1', 'pan=7.1|FC=c0', ['-c:a', 'flac'], 'centre.flac'],
    ['a side of 5.1', 'pan=5.1(side)|SL=c0', ['-c:a', 'pcm_s16le'], 'side.wav'],
    ['the back of 7.1', 'pan=7.1|BR=c0', ['-c:a', 'pcm_s16le'], 'back.wav'],
    ['the last of four microphones', 'pan=4c|c3=c0', ['-c:a', 'pcm_s16le'], 'last.wav'],
  ]),
])('stream, download, clip and captions keep speech that is only in %s', async (_, pan, codec, name) => {
  await ffmpeg('-f', 'lavfi', '-i', 'sine=d=4', '-af', pan, ...codec, path(name));
  const reference = path('reference.wav');
  await ffmpeg('-f', 'lavfi', '-i', 'sine=d=4', '-ac', '1', '-c:a', 'pcm_s16le', reference);
  const { mp4: stream, media } = await ingest(tools, path(name), folder.path);
  const clip = await mkdtemp(path('clip-'));
  const facts = await probe(tools, stream, defaultMediaLimits);
  const span = { source: stream, facts, folder: clip, start: 1, end: 3, signal, onProgress: () => undefined };
  await cutClip(tools, span, defaultMediaLimits);
  const full = await meanPower(reference);
  for (const file of [stream, join(clip, hlsFiles.media)]) {
    const both = path('both.wav');
    await ffmpeg('-i', file, '-map', '0:a', '-c:a', 'pcm_s16le', both);
    expect(await meanPower(both)).toBeGreaterThan(full / 8);
  }
  const { channels = 0 } = media.audio ?? {};
  const heard = path('heard.wav');
  await extractAudio(tools, { source: stream, target: heard, duration: 4, channels, signal });
  expect(await meanPower(heard)).toBeGreaterThan(full / 16);
});

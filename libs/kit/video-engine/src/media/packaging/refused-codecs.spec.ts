import { join } from 'node:path';

import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';

import { defaultLimits } from '../../options.ts';
import { ffmpeg, makeFolder } from '../../testing/fixtures.ts';
import { inFullRun } from '../../testing/full-run.ts';
import { makeTools } from '../../testing/media-tools.ts';
import { ingest, play } from '../../testing/packaging.ts';
import type { MediaTools } from '../tools/media-tools.ts';
import { probe } from '../probing/probe.ts';

jest.setTimeout(300_000);

const durationSeconds = 3;
let folder: Awaited<ReturnType<typeof makeFolder>>;
let tools: MediaTools;

beforeAll(async () => {
  folder = await makeFolder();
  tools = await makeTools();
});
afterAll(() => folder.remove());

const pictureSource = ['-f', 'lavfi', '-i', `testsrc2=s=160x90:r=25:d=${durationSeconds}`];
const soundSource = ['-f', 'lavfi', '-i', `sine=f=440:d=${durationSeconds}`];
const h264 = ['libx264', '-preset', 'ultrafast', '-pix_fmt:v:0', 'yuv420p'];

/** Makes a file with the given encoders of its pictures and sounds. */
async function make(name: string, pictures: string[][], sounds: string[][]): Promise<string> {
  const inputs = [...pictures.map(() => pictureSource), ...sounds.map(() => soundSource)];
  const path = join(folder.path, name);
  await ffmpeg(
    ...inputs.flat(),
    ...inputs.flatMap((_, index) => ['-map', String(index)]),
    ...pictures.flatMap((encoder, index) => [`-c:v:${index}`, ...encoder]),
    ...sounds.flatMap((encoder, index) => [`-c:a:${index}`, ...encoder]),
    path,
  );
  return path;
}

test.each<[string, string[][], string[][]]>([
  ['first-sound.mkv', [h264], [['tta'], ['aac']]],
  ['both.mkv', [h264, ['ffv1']], [['aac'], ['tta'], ['wavpack']]],
  ['only-sound.mkv', [['ffv1']], [['aac']]],
  ...inFullRun<[string, string[][], string[][]]>([
    ['sound.mkv', [h264], [['aac'], ['tta']]],
    ['picture.mkv', [h264, ['ffv1']], [['aac']]],
    ['picture.mov', [h264, ['qtrle']], [['aac']]],
    ['only-picture.mkv', [h264], [['tta']]],
  ]),
])('tracks that no allowed decoder reads are ignored in %s', async (name, pictures, sounds) => {
  const { playlist } = await ingest(tools, await make(name, pictures, sounds), folder.path);
  const { streams, seconds } = await play(playlist);
  const expected = [sounds.flat().includes('aac') ? 'aac' : [], pictures.includes(h264) ? 'h264' : []];
  expect(streams.map((stream) => stream.codec_name).sort()).toEqual(expected.flat());
  expect(Math.abs(seconds - durationSeconds)).toBeLessThan(0.3);
});

test('a file with no other tracks is refused by the name of a codec', async () => {
  const path = await make('nothing.mkv', [['ffv1']], [['tta']]);
  await expect(probe(tools, path, defaultLimits)).rejects.toThrow('codec that is not supported (ffv1)');
});

test('no refused decoder is given a picture', async () => {
  const path = await make('pixels.mkv', [h264, ['ffv1']], []);
  const report = JSON.parse(await tools.ffprobe(path, 'stream=pix_fmt')) as { streams: unknown[] };
  // The format of the pixels is only in the pictures of this codec.
  expect(report.streams).toEqual([{ pix_fmt: 'yuv420p' }, {}]);
});

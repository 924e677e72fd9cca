import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { defaultMediaLimits } from '../common/limits.ts';
import { withoutDamaged } from '../probing/choose-tracks.ts';
import { probe } from '../probing/probe.ts';
import { chooseSound } from '../sound/choose-sound.ts';
import { meanPower } from '../sound/mean-power.ts';
import { ffmpeg, makeFolder } from '../testing/fixtures.ts';
import { inFullRun } from '../testing/full-run.ts';
import { makeTools } from '../testing/media-tools.ts';
import { ingest, play } from '../testing/packaging.ts';
import type { MediaTools } from '../tools/media-tools.ts';

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

/** A picture that no decoder may read, and a sound that none can: its codec is renamed below. */
const refused = ['magicyuv', '-pix_fmt:v:1', 'yuv420p'];
const unknown = ['tta'];

async function makeWithUnknown(name: string, pictures: string[][], sounds: string[][]): Promise<string> {
  const path = await make(name, pictures, sounds);
  const bytes = await readFile(path);
  for (let at = bytes.indexOf('A_TTA1'); at >= 0; at = bytes.indexOf('A_TTA1', at)) bytes.write('A_XXX1', at);
  await writeFile(path, bytes);
  return path;
}

test.each<[string, string[][], string[][]]>([
  ['first-sound.mkv', [h264], [unknown, ['aac']]],
  ['both.mkv', [h264, refused], [['aac'], unknown]],
  ['only-sound.mkv', [['magicyuv', '-pix_fmt', 'yuv420p']], [['aac']]],
  ...inFullRun<[string, string[][], string[][]]>([
    ['sound.mkv', [h264], [['aac'], unknown]],
    ['picture.mkv', [h264, refused], [['aac']]],
    ['only-picture.mkv', [h264], [unknown]],
  ]),
])('tracks that no allowed decoder reads are left out of %s', async (name, pictures, sounds) => {
  const path = await makeWithUnknown(name, pictures, sounds);
  expect((await probe(tools, path, defaultMediaLimits)).hasUnreadable).toBe(true);
  const { playlist } = await ingest(tools, path, folder.path);
  const { streams, seconds } = await play(playlist);
  const expected = [sounds.flat().includes('aac') ? 'aac' : [], pictures.includes(h264) ? 'h264' : []];
  expect(streams.map((stream) => stream.codec_name).sort()).toEqual(expected.flat());
  expect(Math.abs(seconds - durationSeconds)).toBeLessThan(0.3);
});

test('a file with no other tracks is refused by the name of a codec', async () => {
  const path = await makeWithUnknown('nothing.mkv', [['magicyuv', '-pix_fmt', 'yuv420p']], [unknown]);
  await expect(probe(tools, path, defaultMediaLimits)).rejects.toThrow(
    'codec that is not supported (magicyuv)',
  );
});

test('no refused decoder is given a picture', async () => {
  const path = await make('pixels.mkv', [h264, refused], []);
  const report = JSON.parse(await tools.ffprobe(path, 'stream=pix_fmt')) as { streams: unknown[] };
  // The format of the pixels is only in the pictures of this codec.
  expect(report.streams).toEqual([{ pix_fmt: 'yuv420p' }, {}]);
});

test('a track that is declared and has nothing in it is left out', async () => {
  const path = await make('empty.mp4', [h264], [['aac'], ['aac']]);
  const bytes = await readFile(path);
  const track = bytes.lastIndexOf('trak');
  // The tables of its samples get no entries.
  const counts = { stts: [8], stsc: [8], stco: [8], stsz: [8, 12] };
  for (const [table, places] of Object.entries(counts))
    for (const place of places) bytes.writeUInt32BE(0, bytes.indexOf(table, track) + place);
  await writeFile(path, bytes);
  const { empty, sounds, hasUnreadable } = await probe(tools, path, defaultMediaLimits);
  expect({ empty, sounds: sounds.length, hasUnreadable }).toEqual({
    empty: [2],
    sounds: 1,
    hasUnreadable: false,
  });
});

test('a picture that cannot be decoded is left out of a file with sound', async () => {
  const path = await make('noise.avi', [['png']], [['pcm_s16le']]);
  const bytes = await readFile(path);
  const index = bytes.lastIndexOf('idx1');
  for (let at = bytes.indexOf('00dc'); at >= 0 && at < index; at = bytes.indexOf('00dc', at + 4))
    bytes.fill(0, at + 8, at + 8 + bytes.readUInt32LE(at + 4));
  await writeFile(path, bytes);
  const facts = await probe(tools, path, defaultMediaLimits);
  const { signal } = new AbortController();
  const rest = await withoutDamaged(tools, { source: path, facts, signal });
  expect(rest).toMatchObject({ video: undefined, hasUnreadable: true, audio: { codec: 'pcm_s16le' } });
});

test('the channels that hold speech are mixed where a sound has too many', async () => {
  const path = join(folder.path, 'channels.wav');
  // As loud as speech is for half of each second.
  const talk = '0.5*sin(2*PI*300*t)*lt(mod(t\\,1)\\,0.5)';
  const channels = Array.from({ length: 16 }, (_, at) => (at === 11 ? talk : '0.01*sin(2*PI*50*t)')).join(
    '|',
  );
  await ffmpeg('-f', 'lavfi', '-i', `aevalsrc=${channels}:d=8:s=16000`, path);
  const { signal } = new AbortController();
  const facts = await probe(tools, path, defaultMediaLimits);
  const { audio } = await chooseSound(tools, { source: path, facts, folder: folder.path, signal });
  expect(audio).toMatchObject({ channels: 16, mix: [11] });
  const { mp4 } = await ingest(tools, path, folder.path);
  await ffmpeg('-i', mp4, '-ac', '1', '-ar', '16000', join(folder.path, 'mixed.wav'));
  // A quarter of the square of the loudness, as the tone is there for half of the time.
  expect(await meanPower(join(folder.path, 'mixed.wav'))).toBeGreaterThan(0.04 * 32_768 ** 2);
});

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { defaultMediaLimits } from '../common/limits.ts';
import { hlsFiles } from '../packaging/hls-playlist.ts';
import { packageHls } from '../packaging/package-hls.ts';
import { type SourceFacts, probe } from '../probing/probe.ts';
import { ffmpeg, makeFolder } from '../testing/fixtures.ts';
import { inFullRun } from '../testing/full-run.ts';
import { makeTools } from '../testing/media-tools.ts';
import type { MediaTools } from '../tools/media-tools.ts';
import { chooseSound } from './choose-sound.ts';
import { extractAudio } from './extract-audio.ts';
import { meanPower } from './mean-power.ts';

jest.setTimeout(120_000);

let folder: Awaited<ReturnType<typeof makeFolder>>;
let tools: MediaTools;

beforeAll(async () => {
  folder = await makeFolder();
  tools = await makeTools();
});
afterAll(() => folder.remove());

/** Sounds of 6 seconds. The loudness of words and of their pauses is what tells speech from other sounds. */
const soundSources = {
  silence: 'anullsrc=d=6',
  hum: 'sine=f=100:d=6',
  noise: 'anoisesrc=d=6:a=0.1',
  words: "aevalsrc='0.2*sin(1200*t)*gt(sin(18*t),0.1)':d=6",
  'quiet words': "aevalsrc='0.01*sin(1200*t)*gt(sin(18*t),0.1)':d=6",
  'inverted words': "aevalsrc='0.2*sin(1200*t)*gt(sin(18*t),0.1)|-0.2*sin(1200*t)*gt(sin(18*t),0.1)':d=6",
  'words in the bass channel': "aevalsrc='0|0|0|0.2*sin(1200*t)*gt(sin(18*t),0.1)|0|0':c=5.1:d=6",
};
type Sound = keyof typeof soundSources;

const signal = new AbortController().signal;

/** Makes a file of sound tracks, and returns its properties with the chosen track. */
async function chooseOf(sounds: readonly Sound[], ...options: string[]): Promise<SourceFacts> {
  const source = join(folder.path, 'tracks.mkv');
  const inputs = sounds.flatMap((name) => ['-f', 'lavfi', '-i', soundSources[name]]);
  const maps = sounds.flatMap((_, index) => ['-map', String(index)]);
  await ffmpeg(...inputs, ...maps, '-c:a', 'libopus', ...options, source);
  const facts = await probe(tools, source, defaultMediaLimits);
  return await chooseSound(tools, { source, facts, folder: folder.path, signal });
}

test.each<[Sound[], number]>([
  [['noise', 'silence', 'quiet words'], 2],
  [['silence', 'inverted words'], 1],
  [['silence', 'hum'], 1],
  ...inFullRun<[Sound[], number]>([
    [['silence', 'words'], 1],
    [['hum', 'words'], 1],
    [['words', 'words'], 0],
    [['words', 'silence'], 0],
    [['silence', 'silence'], 0],
  ]),
])('of %j, track %d is chosen', async (sounds, expected) => {
  expect((await chooseOf(sounds)).audio?.index).toBe(expected);
});

test('of two tracks with speech, the default one is chosen, but not a silent default one', async () => {
  const second = ['-disposition:a:0', '0', '-disposition:a:1', 'default'];
  expect((await chooseOf(['words', 'words'], ...second)).audio?.index).toBe(1);
  expect((await chooseOf(['words', 'silence'], ...second)).audio?.index).toBe(0);
});

test('words in the bass channel are heard', async () => {
  const { audio } = await chooseOf(['silence', 'words in the bass channel'], '-c:a', 'pcm_s16le');
  expect(audio?.index).toBe(1);
});

test('the chosen track is the one that is packaged', async () => {
  const facts = await chooseOf(['silence', 'words']);
  const hls = join(folder.path, 'hls');
  await mkdir(hls);
  const source = join(folder.path, 'tracks.mkv');
  const request = { source, facts, folder: hls, mayTakeLong: true, signal, onProgress: () => undefined };
  await packageHls(tools, request, defaultMediaLimits);
  const target = join(folder.path, 'sound.wav');
  const media = join(hls, hlsFiles.media);
  await extractAudio(tools, { source: media, target, duration: 6, channels: 1, signal });
  expect(await meanPower(target)).toBeGreaterThan(10_000);
});

import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { defaultMediaLimits } from '../common/limits.ts';
import { cutClip } from '../packaging/cut-clip.ts';
import { hlsFiles } from '../packaging/hls-playlist.ts';
import { takeThumbnail } from '../pictures/take-thumbnail.ts';
import { probe } from '../probing/probe.ts';
import { extractAudio } from '../sound/extract-audio.ts';
import type { MediaTools } from '../tools/media-tools.ts';
import { type Recording, findSignals, joinFragments, makeFlashes, trackTimes } from './flash-and-beep.ts';
import { meanColour } from './mean-colour.ts';
import { ingest } from './packaging.ts';

/** One picture and half a frame of sound. */
export const exactSeconds = 0.061;
/** What a player may lack at the start or the end of a track. */
const toleratedSeconds = 0.5;
const { signal } = new AbortController();

export const webmCodecs = [
  '-c:v',
  'libvpx',
  '-deadline',
  'realtime',
  '-cpu-used',
  '8',
  '-g',
  '50',
  '-c:a',
  'libopus',
];
export const aviCodecs = ['-c:v', 'mpeg4', '-c:a', 'mp3'];

/** Recordings in which one track begins later than the other, by their names. */
export const both = (seconds: number): [picture: [string, Recording], sound: [string, Recording]] => [
  [
    `the picture begins ${seconds} s after the sound`,
    { picture: [seconds, seconds + 6], sound: [0, seconds + 6], signal: seconds + 3 },
  ],
  [
    `the sound begins ${seconds} s after the picture`,
    { picture: [0, seconds + 6], sound: [seconds, seconds + 6], signal: seconds + 3 },
  ],
];

/** The codecs of a recording, and the outputs to check. */
export interface CheckOptions {
  codecs?: readonly string[];
  how?: 'fragments and download' | 'everything';
}

/** Packages a recording, and checks that everything made of it has picture and sound at their times. */
export async function checkTimeline(
  { tools, root }: { tools: MediaTools; root: string },
  name: string,
  recording: Recording,
  { codecs, how = 'fragments and download' }: CheckOptions = {},
): Promise<void> {
  const source = await makeFlashes(join(root, name), recording, codecs);
  const { media, playlist, mp4, text } = await ingest(tools, source, root);
  const zero = Math.min(recording.picture[0], recording.sound[0]);
  const length = Math.max(recording.picture[1], recording.sound[1]) - zero;
  const at = recording.signal - zero;
  expect(Math.abs(media.duration - length)).toBeLessThan(toleratedSeconds);

  const fragments = await joinFragments(playlist);
  const played = await findSignals(fragments, ['-ignore_editlist', '1']);
  expect([name, Math.abs(played.flash - played.beep) < exactSeconds, played]).toEqual([name, true, played]);
  const [picture, sound] = [await trackTimes(fragments, 'v'), await trackTimes(fragments, 'a')];
  expect(Math.abs(played.flash - picture.start - at)).toBeLessThan(exactSeconds);
  expect(Math.abs(picture.start - sound.start)).toBeLessThan(0.12);
  expect(sound.longestStep).toBeLessThan(exactSeconds);
  expect(length - (sound.end - sound.start)).toBeLessThan(toleratedSeconds);
  const segments = [...text.matchAll(/^#EXTINF:([\d.]+)/gm)].map((match) => Number(match[1]));
  expect(Math.abs(segments.reduce((sum, one) => sum + one, 0) - length)).toBeLessThan(toleratedSeconds);
  expect(Math.max(...segments)).toBeLessThan(20);

  const [inFile, inStream] = [await findSignals(mp4), await findSignals(playlist)];
  for (const { flash, beep } of [inFile, inStream]) expect(Math.abs(flash - beep)).toBeLessThan(exactSeconds);
  expect(Math.abs(inFile.flash - at)).toBeLessThan(exactSeconds);

  if (how === 'fragments and download') return;
  const wav = join(root, 'sound.wav');
  await extractAudio(tools, { source: mp4, target: wav, duration: media.duration, channels: 1, signal });
  expect(Math.abs((await findSignals(wav)).beep - at)).toBeLessThan(exactSeconds);

  for (const [time, isWhite] of [
    [at - 0.2, false],
    [at + 0.1, true],
  ] as const) {
    const target = join(root, `${String(isWhite)}.jpg`);
    await takeThumbnail(tools, { source: mp4, target, time, width: 32 });
    expect([name, time, ((await meanColour(target))[0] ?? 0) > 128]).toEqual([name, time, isWhite]);
  }

  const own = await mkdtemp(join(root, 'clip-'));
  const facts = await probe(tools, mp4, defaultMediaLimits);
  const span = { source: mp4, facts, folder: own, start: at - 1.5, end: at + 1, signal };
  const clip = await cutClip(tools, { ...span, onProgress: () => undefined }, defaultMediaLimits);
  expect(clip.duration).toBeCloseTo(2.5, 0);
  const cut = await findSignals(join(own, hlsFiles.media));
  expect([Math.abs(cut.flash - 1.5) < exactSeconds, Math.abs(cut.beep - 1.5) < exactSeconds, cut]).toEqual([
    true,
    true,
    cut,
  ]);
}

import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Cue } from '@vault/webvtt';
import { parseWebVtt } from '@vault/webvtt';
import { defaultMediaLimits } from '../common/limits.ts';
import { probe } from '../probing/probe.ts';
import { type TimedText, formatCues, makeRecording, talk } from '../testing/file-contents.ts';
import { ffmpeg, makeFolder } from '../testing/fixtures.ts';
import { type Recording, makeFlashes } from '../testing/flash-and-beep.ts';
import { inFullRun, isFullRun } from '../testing/full-run.ts';
import { makeTools } from '../testing/media-tools.ts';
import type { MediaTools } from '../tools/media-tools.ts';
import { contentFiles, readContents } from './read-contents.ts';

jest.setTimeout(300_000);

let folder: Awaited<ReturnType<typeof makeFolder>>;
let tools: MediaTools;

beforeAll(async () => {
  folder = await makeFolder();
  tools = await makeTools();
});
afterAll(() => folder.remove());

async function readCues(source: string): Promise<Cue[]> {
  const target = await mkdtemp(join(folder.path, 'contents-'));
  const facts = await probe(tools, source, defaultMediaLimits);
  const { duration = 0 } = facts;
  const { signal } = new AbortController();
  await readContents(tools, { source, facts, duration, language: 'en', folder: target, signal });
  return parseWebVtt(await readFile(join(target, contentFiles.subtitles), 'utf8'));
}

/** The cues of a recording that begins at `zero`, on its own timeline. */
function from(zero: number, cues: readonly TimedText[]): unknown[] {
  return cues
    .filter(({ end }) => end > zero)
    .map(({ start, end, text }) => ({
      start: expect.closeTo(Math.max(0, start - zero), 1),
      end: expect.closeTo(end - zero, 1),
      text,
    }));
}

const containers = [
  ['mkv', 'srt'],
  ['mkv', 'webvtt'],
  ['mov', 'mov_text'],
  ['mp4', 'mov_text'],
] as const;
/** When the picture and the sound begin, in seconds, and how many of the first cues are missing. */
const trackStarts = [
  [2, 0, 2],
  [0, 2, 0],
  [3, 5, 2],
  [5, 4, 0],
] as const;
const endSeconds = 24;

const cases = containers.flatMap((container) =>
  trackStarts.map((starts) => [...container, ...starts] as const),
);

/** In a usual run, each container and each start once. */
test.each(
  cases.filter(
    (_, place) => isFullRun || place % trackStarts.length === Math.floor(place / trackStarts.length),
  ),
)(
  'in %s with %s, a picture from %d s, sound from %d s and without %d cues, captions are where they are spoken',
  async (container, codec, picture, sound, missing) => {
    const tracks: Recording = { picture: [picture, endSeconds], sound: [sound, endSeconds], signal: 8 };
    const late = await makeFlashes(join(folder.path, 'late.mkv'), tracks);
    const cues = talk(endSeconds).slice(missing);
    const spoken = join(folder.path, 'spoken.srt');
    await writeFile(spoken, formatCues(cues));
    const source = join(folder.path, `${codec}.${container}`);
    const all = ['-map', '0', '-map', '1', '-c', 'copy', '-c:s', codec, '-avoid_negative_ts', 'disabled'];
    await ffmpeg('-copyts', '-i', late, '-copyts', '-i', spoken, ...all, source);
    expect(await readCues(source)).toEqual(from(Math.min(picture, sound), cues));
  },
);

test.each(['srt', ...inFullRun(['webvtt'])])(
  'captions (%s) reach to the end of the longest recording',
  async (codec) => {
    const seconds = defaultMediaLimits.maxDurationSeconds - 60;
    const text = join(folder.path, 'long.mkv');
    await makeRecording(text, { seconds: 1, subtitles: [{ cues: talk(seconds), codec }] });
    const source = join(folder.path, `long-${codec}.mkv`);
    const picture = ['-f', 'lavfi', '-i', `color=s=16x16:r=1/30:d=${seconds}`];
    await ffmpeg(...picture, '-i', text, '-map', '0', '-map', '1:s', '-c:s', 'copy', '-c:v', 'mpeg4', source);
    expect((await readCues(source)).at(-1)).toEqual(from(0, talk(seconds)).at(-1));
  },
);

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Cue } from '@vault/webvtt';
import { parseWebVtt } from '@vault/webvtt';
import { defaultMediaLimits } from '../common/limits.ts';
import type { ContentItem } from '../common/packaged-media.ts';
import { probe } from '../probing/probe.ts';
import { makeRecording, talk } from '../testing/file-contents.ts';
import { ffmpeg, makeFolder } from '../testing/fixtures.ts';
import { inFullRun, isFullRun } from '../testing/full-run.ts';
import { makeTools } from '../testing/media-tools.ts';
import type { MediaTools } from '../tools/media-tools.ts';
import { contentFiles, readContents } from './read-contents.ts';

jest.setTimeout(240_000);

let folder: Awaited<ReturnType<typeof makeFolder>>;
let tools: MediaTools;
const { signal } = new AbortController();

beforeAll(async () => {
  folder = await makeFolder();
  tools = await makeTools();
});
afterAll(() => folder.remove());
afterEach(async () => {
  for (const name of Object.values(contentFiles)) await rm(join(folder.path, name), { force: true });
});

interface Read {
  items: ContentItem[];
  subtitles: Cue[] | undefined;
  chapters: Cue[] | undefined;
}

async function read(name: string, contents: Parameters<typeof makeRecording>[1]): Promise<Read> {
  return await readFrom(await makeRecording(join(folder.path, name), contents));
}

async function readFrom(source: string, limits = defaultMediaLimits): Promise<Read> {
  const facts = await probe(tools, source, limits);
  const { duration = 0 } = facts;
  const request = { source, facts, duration, language: 'en', folder: folder.path, signal };
  const items = await readContents(tools, request);
  const cuesOf = async (kind: keyof typeof contentFiles): Promise<Cue[] | undefined> => {
    const text = await readFile(join(folder.path, contentFiles[kind]), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : parseWebVtt(text);
  };
  return { items, subtitles: await cuesOf('subtitles'), chapters: await cuesOf('chapters') };
}

const subtitlesOf = ({ items }: Read): ContentItem[] => items.filter(({ kind }) => kind === 'subtitles');
const chapters = [
  { start: 0, end: 9, text: 'Opening = greeting | one' },
  { start: 9, end: 20, text: 'Zweites <b>Kapitel</b>' },
  { start: 20, end: 30, text: '' },
];

test.each([
  ['talk.mp4', 'mov_text'],
  ['ass.mkv', 'ass'],
  ['talk.webm', 'webvtt'],
  ...inFullRun([
    ['talk.mov', 'mov_text'],
    ['talk.mkv', 'srt'],
    ['vtt.mkv', 'webvtt'],
  ]),
])('subtitles and chapters of %s (%s) are read on the timeline', async (name, codec) => {
  const contents = await read(name, { seconds: 30, subtitles: [{ cues: talk(30), codec }], chapters });
  expect(contents.subtitles).toHaveLength(10);
  expect(contents.subtitles?.[1]?.text).toBe(talk(30)[1]?.text);
  for (const [index, { start }] of (contents.subtitles ?? []).entries())
    expect(start).toBeCloseTo(3 * index, 1);
  expect(contents.chapters?.map(({ start, text }) => [Math.round(start), text])).toEqual([
    [0, 'Opening = greeting | one'],
    [9, 'Zweites <b>Kapitel</b>'],
    [20, 'Chapter 3'],
  ]);
  expect(contents.items.map(({ kind, isUsed }) => [kind, isUsed])).toEqual(
    expect.arrayContaining([
      ['picture', true],
      ['sound', true],
      ['subtitles', true],
      ['chapters', true],
    ]),
  );
});

test('chapters of ID3 are read', async () => {
  const { chapters: chapterCues, items } = await read('talk.mp3', { seconds: 30, chapters });
  expect(chapterCues?.map(({ start }) => Math.round(start))).toEqual([0, 9, 20]);
  expect(items.at(-1)).toMatchObject({ kind: 'chapters', count: 3, isUsed: true });
});

test('a file with nothing inside has only its tracks', async () => {
  const { items, subtitles, chapters: none } = await read('plain.mp4', { seconds: 4 });
  expect(items.map(({ kind }) => kind).sort()).toEqual(['picture', 'sound']);
  expect([subtitles, none]).toEqual([undefined, undefined]);
});

test('times follow the first sample of picture or sound', async () => {
  const early = await makeRecording(join(folder.path, 'early.mkv'), {
    seconds: 30,
    subtitles: [{ cues: talk(30), codec: 'srt' }],
    chapters,
  });
  const late = join(folder.path, 'late.mkv');
  const all = ['-map', '0', '-c', 'copy', '-copyts', '-avoid_negative_ts', 'disabled'];
  await ffmpeg('-itsoffset', '7', '-i', early, ...all, late);
  const read = await readFrom(late);
  expect(read.subtitles?.[0]?.start).toBeCloseTo(0, 1);
  expect(read.subtitles?.[9]?.start).toBeCloseTo(27, 1);
});

test('of several subtitles the default one in the language is used, and of each other it is said why not', async () => {
  const german = talk(30).map((cue) => ({
    ...cue,
    text: `Und das ist nicht die Rede, die ich kenne, um ${cue.start} Uhr.`,
  }));
  const lines = [{ start: 1, end: 2, text: 'A sign.' }];
  const track = (cues: typeof lines, ...options: string[]) => ({ cues, codec: 'srt', options });
  const result = await read('many.mkv', {
    seconds: 30,
    subtitles: [
      track(german, '-metadata:s:s:0', 'language=ger', '-metadata:s:s:0', 'title=Deutsch'),
      track(talk(30), '-metadata:s:s:1', 'language=eng', '-disposition:s:1', 'forced'),
      track(talk(30), '-metadata:s:s:2', 'language=eng', '-metadata:s:s:2', 'title=Plain'),
      track(talk(30), '-metadata:s:s:3', 'language=eng', '-disposition:s:3', 'default'),
      track(lines, '-metadata:s:s:4', 'language=eng'),
      track(german, '-metadata:s:s:5', 'language=eng'),
    ],
  });
  expect(subtitlesOf(result).map(({ language, title, reason }) => [language, title, reason])).toEqual([
    ['de', 'Deutsch', 'language'],
    ['en', '', 'forced'],
    ['en', 'Plain', 'other'],
    ['en', '', undefined],
    ['en', '', 'short'],
    ['en', '', 'language'],
  ]);
  expect(result.subtitles).toHaveLength(10);
});

test('subtitles that are pictures are listed, not used', async () => {
  const plain = await makeRecording(join(folder.path, 'plain.mkv'), { seconds: 6 });
  const pictures = join(folder.path, 'pictures.sup');
  await writeFile(pictures, Buffer.concat([pgsSegment(0x16, pgsComposition), pgsSegment(0x80)]));
  const source = join(folder.path, 'pictures.mkv');
  await ffmpeg('-i', plain, '-f', 'sup', '-i', pictures, '-map', '0', '-map', '1', '-c', 'copy', source);
  expect(subtitlesOf(await readFrom(source))).toMatchObject([{ isUsed: false, reason: 'picture' }]);
});

/** An empty composition of 160 x 90 in the format of Blu-ray's subtitles. */
const pgsComposition = Buffer.from([0, 160, 0, 90, 16, 0, 0, 0x80, 0, 0, 0]);

function pgsSegment(type: number, content = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(13);
  head.write('PG');
  head.writeUInt32BE(90_000, 2);
  head.writeUInt8(type, 10);
  head.writeUInt16BE(content.length, 11);
  return Buffer.concat([head, content]);
}

/** Tracks that cannot be used. The last text is replaced in the file, so that no program knows the codec. */
type Unreadable = [string, 'sound' | 'picture', string, string[], string];
const unreadableTracks: Unreadable[] = [
  ['an unknown codec', 'sound', 'sine=f=440:d=6', ['tta', '-f', 'matroska'], 'A_TTA1'],
  ['an unknown codec', 'picture', 'testsrc2=s=160x90:r=25:d=6', ['mjpeg', '-f', 'mov'], 'jpeg'],
  ['a refused codec', 'picture', 'testsrc2=s=160x90:r=25:d=6', ['magicyuv', '-f', 'matroska'], ''],
  ['too many pixels', 'picture', 'testsrc2=s=1200x1200:r=5:d=6', ['mpeg4', '-f', 'matroska'], ''],
  ...inFullRun<Unreadable>([
    ['an unknown codec', 'sound', 'sine=f=440:d=6', ['pcm_s16le', '-f', 'mov'], 'sowt'],
    ['3 kHz', 'sound', 'anullsrc=r=3000:d=6', ['pcm_s16le', '-f', 'mov'], ''],
    ['a refused codec', 'picture', 'testsrc2=s=160x90:r=25:d=6', ['tiff', '-f', 'mov'], ''],
    ['too many pixels a second', 'picture', 'testsrc2=s=800x800:r=100:d=6', ['mpeg4', '-f', 'mov'], ''],
  ]),
];

test.each(unreadableTracks)(
  'a track with %s is listed as a %s that cannot be read: %s, %j',
  async (_what, kind, source, codec, replaced) => {
    const path = join(folder.path, 'unreadable');
    await ffmpeg(
      ...['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=6', '-f', 'lavfi', '-i', 'sine=f=440:d=6'],
      ...['-f', 'lavfi', '-i', 'sine=f=330:d=6', '-f', 'lavfi', '-i', source],
      ...['-map', '0', '-map', '1', '-map', '2', '-map', '3', '-c:v', 'mpeg4', '-c:a', 'aac'],
      ...[`-c:${kind === 'sound' ? 'a:2' : 'v:1'}`, ...codec, path],
    );
    if (replaced !== '') {
      const bytes = await readFile(path, 'latin1');
      await writeFile(path, bytes.replaceAll(replaced, 'A_ZZZZ'.slice(-replaced.length)), 'latin1');
    }
    const limits = { ...defaultMediaLimits, maxPixels: 1_000_000, maxTotalPixels: 3e8 };
    const { items } = await readFrom(path, limits);
    expect(items.map(({ index, kind: one, reason }) => [index, one, reason])).toEqual([
      [0, 'picture', undefined],
      [1, 'sound', undefined],
      [2, 'sound', undefined],
      [3, kind, 'unreadable'],
    ]);
  },
);

test('hostile contents are bounded', async () => {
  // ffmpeg takes seconds to read the larger numbers; the smaller ones are above all bounds too.
  const [chapterCount, cueCount] = isFullRun ? [100_000, 60_000] : [25_000, 30_000];
  const many = Array.from({ length: chapterCount }, (_, index) => ({
    start: (20 * index) / chapterCount,
    end: 30,
    text: `Chapter <script>${index}</script>`,
  }));
  const text = 'x'.repeat(100);
  const cues = Array.from({ length: cueCount }, (_, index) => ({
    start: (30 * index) / cueCount,
    end: 30,
    text: `${index} ${text}`,
  }));
  const result = await read('hostile.mkv', {
    seconds: 30,
    chapters: many,
    subtitles: [{ cues, codec: 'ass' }],
  });
  expect(result.chapters?.map(({ start }) => Math.round(start))).toEqual(
    Array.from({ length: 21 }, (_, at) => at),
  );
  expect(result.items.at(-1)).toMatchObject({ kind: 'chapters', count: chapterCount });
  expect(subtitlesOf(result)).toMatchObject([{ isUsed: false, reason: 'unreadable' }]);
});

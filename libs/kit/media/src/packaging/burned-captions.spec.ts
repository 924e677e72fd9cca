import { execFile } from 'node:child_process';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { defaultMediaLimits } from '../common/limits.ts';
import { probePackaged } from '../probing/probe.ts';
import { ffmpeg, makeFolder } from '../testing/fixtures.ts';
import { makeTools } from '../testing/media-tools.ts';
import { ingest } from '../testing/packaging.ts';
import type { MediaTools } from '../tools/media-tools.ts';
import { cutClip } from './cut-clip.ts';
import { hlsFiles } from './hls-playlist.ts';

jest.setTimeout(180_000);

const run = promisify(execFile);
const size = { width: 320, height: 180 };
let folder: Awaited<ReturnType<typeof makeFolder>>;
let tools: MediaTools;
let source: string;

beforeAll(async () => {
  folder = await makeFolder();
  tools = await makeTools();
  const path = join(folder.path, 'black.mp4');
  const black = `color=black:s=${String(size.width)}x${String(size.height)}:r=5:d=4`;
  await ffmpeg('-f', 'lavfi', '-i', black, '-c:v', 'libx264', '-preset', 'ultrafast', path);
  source = (await ingest(tools, path, folder.path)).mp4;
});
afterAll(() => folder.remove());

async function burn(texts: readonly string[]): Promise<string> {
  return (await burnWithWarnings(texts)).clip;
}

/** Burns captions into three seconds, one after the other; returns the path of the clip. */
async function burnWithWarnings(texts: readonly string[]): Promise<{ clip: string; warnings?: string[] }> {
  const own = join(await mkdtemp(join(folder.path, 'clip-')), 'hls');
  await mkdir(own);
  const facts = await probePackaged(tools, source, defaultMediaLimits);
  const each = 3 / texts.length;
  const captions = texts.map((text, at) => ({ start: at * each, end: (at + 1) * each, text }));
  const { signal } = new AbortController();
  const request = { source, facts, folder: own, start: 0, end: 3, captions };
  const media = await cutClip(tools, { ...request, signal, onProgress: () => undefined }, defaultMediaLimits);
  return { clip: join(own, hlsFiles.media), ...(media.warnings && { warnings: media.warnings }) };
}

/** The brightest point of each picture, in its upper and its lower half. */
async function brightest(clip: string): Promise<{ upper: number; lower: number }[]> {
  const args = ['-v', 'error', '-nostdin', '-i', clip, '-vf', 'format=gray', '-f', 'rawvideo', '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 16 * 1024 * 1024 });
  const half = (size.width * size.height) / 2;
  const max = (from: number): number =>
    stdout.subarray(from, from + half).reduce((a, b) => Math.max(a, b), 0);
  return Array.from({ length: stdout.length / half / 2 }, (_, at) => ({
    upper: max(2 * at * half),
    lower: max((2 * at + 1) * half),
  }));
}

/** What could end a line of the file, begin a command of libass or of a filter, or move and turn the text. */
const hostile = fc.constantFrom(
  ...[
    '{\\an8}',
    '{\\pos(9,9)}',
    '{\\p1}m 0 0 l 300 0 300 170{\\p0}',
    '{',
    '}',
    '\\',
    '\\N',
    '\\h',
    '\n',
    '\r\n',
  ],
  ...['\n[Events]\nDialogue: 0,0:00:00.00,9:00:00.00,Words,,0,0,170,,x', '\nStyle: Words,Arial,90', ','],
  ...[
    "',drawbox=t=fill:color=white",
    ';[0:v]negate',
    '%{pts}',
    ':',
    '=',
    '-->',
    '&lt;b>',
    '<i>',
    '$(id)',
    '`id`',
  ],
  ...[
    '\u202e',
    '\u2066',
    '\u200f',
    '\u200d',
    '\ufe0f',
    '\ufeff',
    '\0',
    '\u0007',
    '\u2028',
    '\ud83d',
    'e\u0301',
  ],
  ...['x'.repeat(400), 'Größe', 'שלום', 'مرحبا', ' '],
);

test('hostile words give a clip of the same length, and are text at the bottom of the picture', async () => {
  const started = jest.spyOn(tools, 'ffmpeg');
  const words = fc.array(hostile, { minLength: 1, maxLength: 12 }).map((parts) => `So ${parts.join('')}`);
  await fc.assert(
    fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 5 }), async (texts) => {
      const pictures = await brightest(await burn(texts));
      expect(pictures).toHaveLength(15);
      expect(Math.max(...pictures.map(({ upper }) => upper))).toBeLessThan(60);
      expect(pictures[0]?.lower).toBeGreaterThan(200);
    }),
    { numRuns: 12 },
  );
  // The words are in a file: ffmpeg is started with the same words each time.
  expect(new Set(started.mock.calls.map(([{ output }]) => output.join(' '))).size).toBe(1);
});

test('characters that no installed font has are left out and named', async () => {
  const [none, other] = ['\u{10fff0}', '\u{10fff1}'];
  const { clip, warnings } = await burnWithWarnings(['Good morning.', `And ${none} you.`, other]);
  expect(warnings).toEqual([
    `The picture lacks characters of the captions that no installed font has: ${none} ${other}.`,
  ]);
  const pictures = await brightest(clip);
  expect(pictures.map(({ lower }) => lower > 200)).toEqual(Array.from({ length: 15 }, (_, at) => at < 10));
});

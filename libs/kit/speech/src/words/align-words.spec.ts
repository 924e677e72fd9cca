import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { alignWords } from './align-words.ts';
import type { SpokenText } from './align-words.ts';
import { PcmFile, sampleRate } from '../sound/pcm-file.ts';
import { synthesise } from '../testing/synthesise.ts';

jest.setTimeout(120_000);

/** Silence before each word, in seconds. */
const pause = 0.15;
/** Each is spoken alone, so that its time is certain. The dictionary has neither the name nor the number. */
const words = ['Good', 'products,', 'Zorblax', 'said,', 'need', '25', "people's", 'trust.'];

let folder: string;
let path: string;
/** When each word is said. */
let starts: number[];
const text = (over: Partial<SpokenText> = {}): SpokenText => ({ start: 0, end: 30, words, ...over });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault align '));
  starts = [];
  const pieces: Int16Array[] = [];
  let length = 0;
  for (const [at, word] of words.entries()) {
    const audio = await PcmFile.open(await synthesise(folder, String(at), 'flite:slt', word));
    const samples = (await audio.read(0, 10 * sampleRate)).map((sample) => sample * 32_767);
    await audio.close();
    const isLoud = (sample: number): boolean => Math.abs(sample) > 300;
    const spoken = samples.slice(samples.findIndex(isLoud), samples.findLastIndex(isLoud));
    pieces.push(new Int16Array(pause * sampleRate), Int16Array.from(spoken));
    starts.push(length / sampleRate + pause);
    length += pause * sampleRate + spoken.length;
  }
  path = join(folder, 'words.raw');
  await writeFile(path, Buffer.concat(pieces.map(({ buffer }) => Buffer.from(buffer as ArrayBuffer))));
});
afterAll(() => rm(folder, { recursive: true }));

const aligned = (texts: SpokenText[]) => alignWords({ path, offset: 0 }, texts);

test('each word begins when it is said, also names and numbers', async () => {
  const [times = []] = await aligned([text()]);
  expect(times).toHaveLength(words.length);
  for (const [at, { start, end }] of times.entries()) {
    expect([words[at], Math.abs(start - starts[at]!) < 0.12]).toEqual([words[at], true]);
    expect(end).toBeGreaterThan(start);
    expect(times[at + 1]?.start ?? 30).toBeGreaterThanOrEqual(end);
  }
  expect((await readdir(folder)).filter((name) => name.startsWith('words-'))).toEqual([]);
});

test('texts are found in their own parts of the file; one that does not fit costs only its own times', async () => {
  const half = starts[4]! - 0.05;
  const fits = { start: half, end: 30, words: words.slice(4) };
  const tooMuch = { start: 0, end: half, words: Array<string>(80).fill('impossible') };
  const [none, times, past] = await aligned([tooMuch, fits, text({ start: 500, end: 510 })]);
  expect([none, past]).toEqual([undefined, undefined]);
  expect(times?.map(({ start }, at) => Math.abs(start - starts[at + 4]!) < 0.12)).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test('a misheard word costs only its own time', async () => {
  const misheard = words.map((word, at) => (at === 1 ? 'umbrella' : word));
  const [times = []] = await aligned([text({ words: misheard })]);
  expect(times.map(({ start }, at) => at === 1 || at === 2 || Math.abs(start - starts[at]!) < 0.12)).toEqual(
    words.map(() => true),
  );
});

test('two unknown words in a row have a time each', async () => {
  const [times = []] = await aligned([text({ words: words.map((word, at) => (at === 3 ? 'xqed' : word)) })]);
  expect(times).toHaveLength(words.length);
  expect(Math.abs(times[4]!.start - starts[4]!)).toBeLessThan(0.12);
});

test('signs are no words of the grammar', async () => {
  const signs = ['—', '"(Good', 'products)"', '…', '['];
  const [times] = await aligned([text({ words: signs, end: starts[2]! - 0.1 })]);
  expect(times?.map(({ start, end }) => end > start)).toEqual([false, true, true, false, false]);
});

test('a limit of processor time ends the program, and says so', async () => {
  const long = Array.from({ length: 400 }, () => text());
  await expect(alignWords({ path, offset: 0 }, long, { start: 0.5, perSecond: 0 })).rejects.toThrow(
    'pocketsphinx needed more than 1 s of processor time',
  );
});

test('the words of no recording, or of a missing one, are an error', async () => {
  await expect(alignWords({ path: join(folder, 'none', 'x'), offset: 0 }, [text()])).rejects.toThrow(
    'ENOENT',
  );
});

// `npm run captions -- --evaluate`: how good captions are, on recordings of people in `speech` (see its NOTICE): wrong words,
// seconds of lost speech, times of words, and how often words are wrong for each confidence. `--noise` also adds noise of
// several levels.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { isUnclear, wordsOfCue, type Cue } from '@vault/webvtt';
import { alignWords } from '../src/words/align-words.ts';
import { readModelFiles } from '../src/model-files.ts';
import { PcmFile, sampleRate } from '../src/sound/pcm-file.ts';
import { SpeechRecogniser } from '../src/speech-recogniser.ts';
import { transcribeRecording } from '../src/transcribe-recording.ts';
import { comparedWords, compareWords } from '../src/testing/compare-words.ts';

const run = promisify(execFile);
const folder = new URL('./speech/', import.meta.url);
const sets = { free: ['free-1', 'free-2', 'free-3'], readings: ['reading-1', 'reading-2'] };
/** The level of the voice over that of the noise, in decibels. */
const noises = [20, 10, 5, 0];
const bounds = [0.5, 0.6, 0.65, 0.7, 0.75, 0.8];

/** A word of the reference; with its time where that is known. */
interface Said {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

interface Measured {
  readonly said: number;
  readonly errors: number;
  readonly lostSeconds: number;
  readonly saidSeconds: number;
  /** How far the starts of right words are from those of the reference, in seconds. */
  readonly deviations: readonly number[];
  /** Of each cue with words. */
  readonly cues: readonly { readonly confidence: number; readonly words: number; readonly wrong: number }[];
}

/** A line of a reference is a word with its start and end, or only words. */
async function readReference(name: string): Promise<Said[]> {
  const lines = (await readFile(new URL(`${name}.txt`, folder), 'utf8')).trim().split('\n');
  return lines.flatMap((line) => {
    const [, start = 'NaN', end = 'NaN', text = ''] = /^(?:([\d.]+) ([\d.]+) )?(.*)$/.exec(line) ?? [];
    return comparedWords(text).map(({ word }) => ({ word, start: Number(start), end: Number(end) }));
  });
}

async function decode(name: string): Promise<Float32Array> {
  const path = new URL(`${name}.opus`, folder).pathname;
  const args = ['-v', 'error', '-i', path, '-ar', String(sampleRate), '-ac', '1', '-f', 's16le', '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 28 });
  return Float32Array.from({ length: stdout.length >> 1 }, (_, at) => stdout.readInt16LE(2 * at) / 32_768);
}

/** The same noise in each run: that of a room, lower notes being louder. */
function withNoise(sound: Float32Array, decibels: number): Float32Array {
  let state = 7;
  let low = 0;
  const noise = sound.map(() => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (low = 0.8 * low + (state / 2 ** 31 - 1));
  });
  const power = (samples: Float32Array) => samples.reduce((sum, sample) => sum + sample * sample, 0);
  const gain = Math.sqrt(power(sound) / power(noise) / 10 ** (decibels / 10));
  return sound.map((sample, at) => Math.max(-1, Math.min(1, sample + gain * (noise[at] ?? 0))));
}

async function captionsOf(sound: Float32Array, recogniser: SpeechRecogniser): Promise<Cue[]> {
  const work = await mkdtemp(join(tmpdir(), 'captions-'));
  try {
    const path = join(work, 'sound.raw');
    await writeFile(
      path,
      Int16Array.from(sound, (sample) => Math.round(32_767 * sample)),
    );
    const audio = await PcmFile.open(path);
    const outcome = await transcribeRecording({
      ...{ audio, recogniser, language: 'en', onProgress: () => undefined },
      align: (texts) => alignWords({ path, offset: audio.offset }, texts),
    });
    await audio.close();
    return outcome.status === 'ready' ? outcome.transcript.cues : [];
  } finally {
    await rm(work, { recursive: true });
  }
}

function measure(said: readonly Said[], captions: readonly Cue[]): Measured {
  const cues = captions.filter((cue) => !isUnclear(cue));
  const heard = cues.flatMap((cue, index) => {
    const words = wordsOfCue(cue);
    return comparedWords(cue.text).map(({ word, from }) => ({
      word,
      index,
      start: words[from]?.start ?? NaN,
    }));
  });
  const { same, errors } = compareWords(
    said.map(({ word }) => word),
    heard.map(({ word }) => word),
  );
  const right = new Set(same.map(([, to]) => to));
  const timed = said.filter(({ start }) => Number.isFinite(start));
  const lost = timed.filter(({ start, end }) => cues.every((cue) => cue.end <= start || cue.start >= end));
  return {
    ...{ said: said.length, errors, lostSeconds: lengthOf(lost), saidSeconds: lengthOf(timed) },
    deviations: same
      .map(([at, to]) => Math.abs((said[at]?.start ?? NaN) - (heard[to]?.start ?? NaN)))
      .filter(Number.isFinite),
    cues: cues.map(({ confidence = 1 }, index) => {
      const own = [...heard.entries()].filter(([, word]) => word.index === index);
      return { confidence, words: own.length, wrong: own.filter(([to]) => !right.has(to)).length };
    }),
  };
}

function lengthOf(some: readonly Said[]): number {
  return sum(some.map(({ start, end }) => end - start));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function milliseconds(deviations: readonly number[], share: number): string {
  const sorted = deviations.toSorted((one, other) => one - other);
  const value = sorted[Math.floor(share * (sorted.length - 1))];
  return value === undefined ? '' : `${(1_000 * value).toFixed(0)} ms`;
}

function printSets(measured: ReadonlyMap<string, readonly Measured[]>): void {
  print('| set | words | wrong words | lost speech | starts of words: median | p90 |');
  print('| --- | ----- | ----------- | ----------- | ----------------------- | --- |');
  for (const [name, some] of measured) {
    const [said, errors] = [sum(some.map((one) => one.said)), sum(some.map((one) => one.errors))];
    const [lost, seconds] = [
      sum(some.map((one) => one.lostSeconds)),
      sum(some.map((one) => one.saidSeconds)),
    ];
    const deviations = some.flatMap((one) => one.deviations);
    const lostSpeech = seconds === 0 ? '' : `${lost.toFixed(1)} of ${seconds.toFixed(1)} s`;
    const times = `${milliseconds(deviations, 0.5)} | ${milliseconds(deviations, 0.9)}`;
    print(`| ${name} | ${String(said)} | ${(errors / said).toFixed(3)} | ${lostSpeech} | ${times} |`);
  }
}

function printConfidence(cues: Measured['cues']): void {
  print('| confidence below | captions | their wrong words | wrong words of the others |');
  print('| ---------------- | -------- | ----------------- | ------------------------- |');
  const wrongIn = (some: Measured['cues']) =>
    (sum(some.map(({ wrong }) => wrong)) / Math.max(1, sum(some.map(({ words }) => words)))).toFixed(2);
  for (const bound of bounds) {
    const unsure = cues.filter(({ confidence }) => confidence < bound);
    const sure = cues.filter(({ confidence }) => confidence >= bound);
    const share = `${String(unsure.length)} of ${String(cues.length)}`;
    print(`| ${bound.toFixed(2)} | ${share} | ${wrongIn(unsure)} | ${wrongIn(sure)} |`);
  }
}

const { values } = parseArgs({
  options: { evaluate: { type: 'boolean' }, noise: { type: 'boolean' } },
});
if (!values.evaluate && !values.noise) {
  print('npm run captions -- --evaluate [--noise]');
  process.exit(1);
}
const recogniser = await SpeechRecogniser.load(await readModelFiles(), 1);
const measured = new Map<string, Measured[]>();
let sound = 0;
const before = process.cpuUsage();
for (const [set, names] of Object.entries(sets))
  for (const name of names) {
    const [said, clean] = [await readReference(name), await decode(name)];
    const variants = [[set, clean] as const];
    if (values.noise)
      for (const level of noises)
        variants.push([`${set}, noise ${String(level)} dB softer`, withNoise(clean, level)]);
    for (const [title, own] of variants) {
      sound += own.length / sampleRate;
      measured.set(title, [...(measured.get(title) ?? []), measure(said, await captionsOf(own, recogniser))]);
    }
  }
const { user, system } = process.cpuUsage(before);
printSets(measured);
print('');
printConfidence([...measured.values()].flat().flatMap(({ cues }) => cues));
print(`\nprocessor seconds for each second of sound: ${((user + system) / 1e6 / sound).toFixed(3)}`);

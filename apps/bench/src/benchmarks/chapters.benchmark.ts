import { readFileSync } from 'node:fs';
import { chapterise, type Cue } from '@vault/chapter-engine';
import { sized, type Benchmark } from '../benchmark.ts';
import { interleave } from '../measuring/interleave.ts';
import { median, medianRatio } from '../measuring/statistics.ts';

const words = 200_000;
/** Time of {@link fixedWork} on the idle two-core machine for which the bounds were set. */
const fixedWorkMs = 30;

/**
 * A constant amount of work similar to reading a transcript: it splits, folds and counts strings and sums floats.
 * Its time shows the current speed of the machine.
 * @returns a number that depends on all of the work, so that the compiler cannot remove any
 */
function fixedWork(): number {
  const counts = new Map<string, number>();
  let seed = 1;
  for (let index = 0; index < words; index += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    const word = `Word${String(seed % 5_000)},`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  let sum = 0;
  for (let pass = 0; pass < 20; pass += 1) {
    for (const count of counts.values()) sum += Math.sqrt(count) / (1 + Math.log(count + pass));
  }
  return sum;
}

const fixtures = new URL(
  '../../../../libs/kit/chapter-engine/fixtures/bitcointranscripts.jsonl',
  import.meta.url,
);
const rounds = sized(15, 1);
const warmUps = sized(3, 0);
const maxMsPerHour = 50;
const hourSeconds = 3_600;
const unit = 'ms an hour';

/** Finding the chapters of long talks, compared with fixed work that measures the machine's current speed. */
export const chaptersBenchmark: Benchmark = {
  name: 'chapters',
  run: async () => [await measure(1), await measure(3)],
};

async function measure(hours: number) {
  const cues = speechOfLength(hours * hourSeconds);
  const duration = hours * hourSeconds;
  const ways = {
    engine: () => Promise.resolve(timed(() => chapterise(cues, { duration })) / hours),
    fixed: () => Promise.resolve(timed(fixedWork)),
  };
  await interleave(warmUps, ways);
  const { engine, fixed } = await interleave(rounds, ways);
  const ratio = medianRatio(engine, fixed);
  // Scaled to the machine for which the bound was set: a slower or busy machine is slower at both.
  const normalised = ratio * fixedWorkMs;
  return {
    name: `chapters of ${String(hours)} h of speech`,
    measured: { value: median(engine), unit },
    reference: { value: median(fixed), unit: 'ms fixed work' },
    ratio,
    bound: `≤ ${String(maxMsPerHour)} ms an hour where fixed work takes ${String(fixedWorkMs)} ms`,
    isMet: normalised <= maxMsPerHour,
    note: `${normalised.toFixed(1)} ms an hour when normalised; ${String(cues.length)} cues`,
  };
}

function timed(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

/** Concatenates real talks until they last that long. */
function speechOfLength(seconds: number): Cue[] {
  const talks = readFileSync(fixtures, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { cues: Cue[]; duration: number });
  const cues: Cue[] = [];
  for (let at = 0, index = 0; at < seconds; index += 1) {
    const talk = talks[index % talks.length];
    if (!talk) throw new Error('there are no transcripts to read');
    for (const cue of talk.cues) cues.push({ ...cue, start: at + cue.start, end: at + cue.end });
    at += talk.duration;
  }
  return cues.filter(({ end }) => end <= seconds);
}

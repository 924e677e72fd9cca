import { readFileSync } from 'node:fs';
import { chapterise, type Cue } from '@vault/chapter-engine';
import { sized, type Benchmark } from '../measuring/benchmark.ts';
import { fixedWork, fixedWorkMs, timed } from '../measuring/fixed-work.ts';
import { interleave } from '../measuring/interleave.ts';
import { median, medianRatio } from '../measuring/statistics.ts';

const fixtures = new URL(
  '../../../../libs/kit/chapter-engine/fixtures/bitcointranscripts.jsonl',
  import.meta.url,
);
const rounds = sized(15, 1);
const warmUps = sized(3, 0);
const maxMsPerHour = 80;
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

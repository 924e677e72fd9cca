import { readFileSync } from 'node:fs';
import { chapterise, type Cue } from '@vault/chapter-engine';
import type { Benchmark } from '../benchmark.ts';
import { fixedWork, fixedWorkMs } from '../measuring/fixed-work.ts';
import { interleave } from '../measuring/interleave.ts';
import { median, medianRatio } from '../measuring/statistics.ts';

const fixtures = new URL(
  '../../../../libs/kit/chapter-engine/fixtures/bitcointranscripts.jsonl',
  import.meta.url,
);
const rounds = 15;
const warmUps = 3;
const mostMsAnHour = 50;
const hourSeconds = 3_600;
const unit = 'ms an hour';

/** Finding the chapters of long talks, against fixed work that says how fast the machine is right now. */
export const chaptersBenchmark: Benchmark = {
  name: 'chapters',
  run: async () => [await measure(1), await measure(3)],
};

async function measure(hours: number) {
  const cues = speechOf(hours * hourSeconds);
  const duration = hours * hourSeconds;
  const ways = {
    engine: () => Promise.resolve(timed(() => chapterise(cues, { duration })) / hours),
    fixed: () => Promise.resolve(timed(fixedWork)),
  };
  await interleave(warmUps, ways);
  const { engine, fixed } = await interleave(rounds, ways);
  const ratio = medianRatio(engine, fixed);
  // Held to the promise as the fast machine would be: a slow or busy one is slower at both.
  const normalised = ratio * fixedWorkMs;
  return {
    name: `chapters of ${String(hours)} h of speech`,
    measured: { value: median(engine), unit },
    reference: { value: median(fixed), unit: 'ms fixed work' },
    ratio,
    bound: `≤ ${String(mostMsAnHour)} ms an hour where fixed work takes ${String(fixedWorkMs)} ms`,
    isMet: normalised <= mostMsAnHour,
    note: `${normalised.toFixed(1)} ms an hour when normalised; ${String(cues.length)} cues`,
  };
}

function timed(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

/** Real talks one after the other, until there is enough. */
function speechOf(seconds: number): Cue[] {
  const talks = readFileSync(fixtures, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { cues: Cue[]; duration: number });
  const cues: Cue[] = [];
  for (let at = 0, turn = 0; at < seconds; turn += 1) {
    const talk = talks[turn % talks.length];
    if (!talk) throw new Error('there are no transcripts to read');
    for (const cue of talk.cues) cues.push({ ...cue, start: at + cue.start, end: at + cue.end });
    at += talk.duration;
  }
  return cues.filter(({ end }) => end <= seconds);
}

import { entryAt } from '../language/entry-at.ts';
import type { Transcript } from '../transcript/transcript.ts';

/** Seconds around a cue in which terms begin and end. */
const flowSeconds = 90;
const nearSeconds = 45;
/** A term that was said longer ago is taken up again, and one that returns later has ended. */
const restSeconds = 240;
/** Seconds in which a new subject is named, and within which its terms are said more or less often. */
const namingSeconds = 15;
const subjectSeconds = 180;
/** Seconds between two mentions that link what is said between them. */
const linkSeconds = 60;

/** How the terms of a recording begin, return and end around each cue. */
interface TermFlow {
  /** Share of the terms before the cue that were said for the last time. */
  readonly spent: Float64Array;
  /** Share of the terms that rest from now on, before the cue more than after it. */
  readonly ending: Float64Array;
  /** Weight of the terms named at the cue that are said more often from there on than before. */
  readonly introduced: Float64Array;
  /** Weight of the terms that are said shortly before and after the cue. */
  readonly links: Float64Array;
}

/** For each term that is said, in spoken order: seconds of its cue, and of the mentions before and after it. */
interface Mentions {
  readonly at: Float64Array;
  readonly before: Float64Array;
  readonly after: Float64Array;
  /** Mentions within the seconds of a subject, before and from this one on. */
  readonly countBefore: Float64Array;
  readonly countAfter: Float64Array;
}

const readMentions = ({ cues, termIds, termOffsets, vocabulary }: Transcript): Mentions => {
  const size = termIds.length;
  const at = new Float64Array(size);
  const byTerm = Array.from(vocabulary, (): number[] => []);
  for (const [i, { start }] of cues.entries()) {
    at.fill(start, termOffsets[i], termOffsets[i + 1]);
    for (let k = termOffsets[i] ?? 0; k < (termOffsets[i + 1] ?? 0); k++) byTerm[termIds[k] ?? 0]?.push(k);
  }
  const before = new Float64Array(size).fill(-Infinity);
  const after = new Float64Array(size).fill(Infinity);
  const countBefore = new Float64Array(size);
  const countAfter = new Float64Array(size);
  for (const mentions of byTerm) {
    let [first, earlier, later] = [0, 0, 0];
    const timeOf = (m: number): number => at[mentions[m] ?? 0] ?? 0;
    for (const [m, k] of mentions.entries()) {
      if (m > 0) before[k] = timeOf(m - 1);
      if (m + 1 < mentions.length) after[k] = timeOf(m + 1);
      while (timeOf(first) < timeOf(m) - subjectSeconds) first++;
      while (timeOf(earlier) < timeOf(m)) earlier++;
      while (later < mentions.length && timeOf(later) < timeOf(m) + subjectSeconds) later++;
      countBefore[k] = earlier - first;
      countAfter[k] = later - earlier;
    }
  }
  return { at, before, after, countBefore, countAfter };
};

/** For each cue the indexes of the first cue in the seconds before it, and of the cue after the seconds from it on. */
export const windowsOf = (
  { cues }: Transcript,
  seconds: number,
): { readonly from: Uint32Array; readonly to: Uint32Array } => {
  const from = new Uint32Array(cues.length);
  const to = new Uint32Array(cues.length);
  let [first, last] = [0, 0];
  for (const [i, { start }] of cues.entries()) {
    while (first < i && entryAt(cues, first).start < start - seconds) first++;
    while (last < cues.length && entryAt(cues, last).start < start + seconds) last++;
    from[i] = first;
    to[i] = Math.max(last, i + 1);
  }
  return { from, to };
};

/** Sums up to each entry. */
export const runningSums = (values: ArrayLike<number>): Float64Array => {
  const sums = new Float64Array(values.length + 1);
  for (let k = 0; k < values.length; k++) sums[k + 1] = (sums[k] ?? 0) + (values[k] ?? 0);
  return sums;
};

/** Log-idf weight of the terms that are said within a minute on both sides of each cue. */
const measureLinks = (
  { cues, termIds, termOffsets }: Transcript,
  { at, before }: Mentions,
  weights: Float64Array,
): Float64Array => {
  const changes = new Float64Array(cues.length + 1);
  const lastCue = new Int32Array(weights.length);
  for (let i = 0; i < cues.length; i++) {
    for (let k = termOffsets[i] ?? 0; k < (termOffsets[i + 1] ?? 0); k++) {
      const id = termIds[k] ?? 0;
      if ((at[k] ?? 0) - (before[k] ?? 0) <= linkSeconds) {
        const weight = Math.sqrt(weights[id] ?? 0);
        const opened = (lastCue[id] ?? 0) + 1;
        changes[opened] = (changes[opened] ?? 0) + weight;
        changes[i + 1] = (changes[i + 1] ?? 0) - weight;
      }
      lastCue[id] = i;
    }
  }
  return runningSums(changes).subarray(1, cues.length + 1);
};

/** @param weights the squared weight of each term */
export const measureTermFlow = (transcript: Transcript, weights: Float64Array): TermFlow => {
  const { cues, termIds, termOffsets } = transcript;
  const mentions = readMentions(transcript);
  const { at, before, after, countBefore, countAfter } = mentions;
  const flow = windowsOf(transcript, flowSeconds);
  const near = windowsOf(transcript, nearSeconds);
  const naming = windowsOf(transcript, namingSeconds);
  const sumOf = (valueOf: (k: number) => number): Float64Array =>
    runningSums(Float64Array.from(termIds, (_, k) => valueOf(k)));
  const isLast = sumOf((k) => (after[k] === Infinity ? 1 : 0));
  const rests = sumOf((k) => {
    const time = at[k] ?? 0;
    return (after[k] ?? 0) - time > restSeconds && time - (before[k] ?? 0) < restSeconds / 2 ? 1 : 0;
  });
  // A term said once and never again is no subject: two mentions from here on are the least.
  const gains = sumOf((k) => {
    const growth = Math.log((1 + (countAfter[k] ?? 0)) / (1 + (countBefore[k] ?? 0)));
    return Math.sqrt(weights[termIds[k] ?? 0] ?? 0) * Math.max(0, growth - Math.LN2);
  });
  const between = (sums: Float64Array, from: number, to: number): number =>
    (sums[termOffsets[to] ?? 0] ?? 0) - (sums[termOffsets[from] ?? 0] ?? 0);
  const share = (sums: Float64Array, from: number, to: number, prior = 0): number =>
    between(sums, from, to) / Math.max(1, (termOffsets[to] ?? 0) - (termOffsets[from] ?? 0) + prior);
  const each = (valueOf: (i: number) => number): Float64Array =>
    Float64Array.from(cues, (_, i) => valueOf(i));
  return {
    spent: each((i) => share(isLast, flow.from[i] ?? 0, i)),
    ending: each((i) => share(rests, near.from[i] ?? 0, i, 2) - share(rests, i, near.to[i] ?? 0, 2)),
    introduced: each((i) => between(gains, i, naming.to[i] ?? 0)),
    links: measureLinks(transcript, mentions, weights),
  };
};

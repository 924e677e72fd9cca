import { entryAt } from '../language/entry-at.ts';
import type { Cue } from '../transcript/cue.ts';
import { squaredWeights, windowSimilarity, zScores } from '../transcript/similarity.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { readOpeningWords } from './opening-words.ts';
import { measureTermFlow, runningSums, windowsOf } from './term-flow.ts';
import { readTurns, speakerQuietness } from './turns.ts';

/** The features of the boundary model, in the order of its weights. None depends on specific topic words. */
export const boundaryFeatureNames = [
  'dissimilar20',
  'dissimilar120',
  'dissimilar300',
  'belowPeak120',
  'valley120',
  'fewLinks',
  'introduced',
  'ending',
  'spentTerms',
  'speakerChange',
  'changeAfterLongTurn',
  'changeBeforeLongTurn',
  'changeToQuiet',
  'changeToQuietLong',
  'gapRank',
  'questionsBefore',
  'request',
  'requestNext',
  'announcement',
  'transition',
  'reaction',
  'continuation',
  'reference',
  'insideSentence',
  'length',
] as const;

const valleyReach = 8;
/** Cues on both sides; a speaker says about as many in 45 s. */
const peakReach = 9;
const requestReach = 3;
const questionSeconds = 25;
const longTurnSeconds = 60;

/** The highest of the values before each entry, from its own on, and after it. */
const peaksNear = (
  values: Float64Array,
  reach: number,
): { readonly left: Float64Array; readonly right: Float64Array } => {
  const peak = (step: 1 | -1): Float64Array =>
    values.map((value, i) => {
      let max = value;
      for (let k = 1; k <= reach; k++) max = Math.max(max, values[i + k * step] ?? value);
      return max;
    });
  return { left: peak(-1), right: peak(1) };
};

/** How far each value lies below the highest values near it, the sum of both sides. */
const valleyDepths = (values: Float64Array): Float64Array => {
  const { left, right } = peaksNear(values, valleyReach);
  return values.map((value, i) => (left[i] ?? 0) + (right[i] ?? 0) - 2 * value);
};

/** How far each value lies below the highest near it. */
const belowPeak = (values: Float64Array, reach: number): Float64Array => {
  const { left, right } = peaksNear(values, reach);
  return values.map((value, i) => value - Math.max(left[i] ?? 0, right[i] ?? 0));
};

/** For each positive value the share of smaller ones; values that are rare in one recording are common in another. */
const ranks = (values: Float64Array): Float64Array => {
  const sorted = Float64Array.from(values).sort();
  const ranked = new Map<number, number>();
  for (const [k, value] of sorted.entries())
    if (value > 0 && !ranked.has(value)) ranked.set(value, k / sorted.length);
  return values.map((value) => ranked.get(value) ?? 0);
};

/** Text with a final mark at the end of fewer cues than one in this many has no marks. */
const cuesPerMark = 10;

/** For each cue 1 where it continues a sentence of the one before. In German nouns inside a sentence are capitals too. */
const insideSentences = (cues: readonly Cue[]): Uint8Array => {
  const isEnd = cues.map(({ text }) => /[.?!…。？！]["'”’»)]{0,3}$/u.test(text.trimEnd().slice(-4)));
  const hasMarks = isEnd.filter(Boolean).length * cuesPerMark > cues.length;
  return Uint8Array.from(cues, ({ text, speaker }, i) => {
    const isSame = hasMarks && speaker === cues[i - 1]?.speaker;
    return i > 0 && !isEnd[i - 1] && (isSame || /^\s*\p{Ll}/u.test(text)) ? 1 : 0;
  });
};

const share = (seconds: number | undefined, most: number): number => Math.min(1, (seconds ?? 0) / most);

/**
 * The features of every cue as a possible start of a chapter.
 *
 * @returns row after row, as many numbers for each cue as there are names
 */
export const boundaryFeatures = (transcript: Transcript): Float64Array => {
  const { cues, wordCounts } = transcript;
  const weights = squaredWeights(transcript);
  const middle = windowSimilarity(transcript, 120, weights);
  const different = (seconds: number): Float64Array =>
    zScores(windowSimilarity(transcript, seconds, weights)).map((z) => -z);
  const [near, far] = [different(20), different(300)];
  const middleZ = zScores(middle).map((z) => -z);
  const peaks = belowPeak(middleZ, peakReach);
  const valleys = valleyDepths(middle);
  const flow = measureTermFlow(transcript, weights);
  const [links, introduced] = [zScores(flow.links), zScores(flow.introduced)];
  const turns = readTurns(cues);
  const quiet = speakerQuietness(transcript);
  const words = readOpeningWords(transcript);
  const questionSums = runningSums(Uint8Array.from(cues, ({ text }) => (text.includes('?') ? 1 : 0)));
  const questionsFrom = windowsOf(transcript, questionSeconds).from;
  const gapRanks = ranks(
    Float64Array.from(cues, ({ start }, i) => Math.max(0, start - (cues[i - 1]?.end ?? start))),
  );
  const inside = insideSentences(cues);
  const width = boundaryFeatureNames.length;
  const rows = new Float64Array(cues.length * width);
  for (const [i, cue] of cues.entries()) {
    const change = i > 0 && cue.speaker !== entryAt(cues, i - 1).speaker ? 1 : 0;
    const toQuiet = change * (quiet[i] ?? 0);
    rows.set(
      [
        near[i] ?? 0,
        middleZ[i] ?? 0,
        far[i] ?? 0,
        peaks[i] ?? 0,
        valleys[i] ?? 0,
        -(links[i] ?? 0),
        introduced[i] ?? 0,
        flow.ending[i] ?? 0,
        flow.spent[i] ?? 0,
        change,
        change * share(turns.before[i], longTurnSeconds),
        change * share(turns.after[i], longTurnSeconds),
        toQuiet,
        toQuiet * share(turns.here[i], longTurnSeconds),
        gapRanks[i] ?? 0,
        share((questionSums[i] ?? 0) - (questionSums[questionsFrom[i] ?? 0] ?? 0), 2),
        words.request[i] ?? 0,
        words.request.subarray(i + 1, i + 1 + requestReach).includes(1) ? 1 : 0,
        words.announcement[i] ?? 0,
        words.transition[i] ?? 0,
        words.reaction[i] ?? 0,
        words.continuation[i] ?? 0,
        words.reference[i] ?? 0,
        inside[i] ?? 0,
        share(wordCounts[i], 20),
      ],
      i * width,
    );
  }
  return rows;
};

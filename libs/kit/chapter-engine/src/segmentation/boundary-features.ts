import { entryAt } from '../language/entry-at.ts';
import type { Cue } from '../transcript/cue.ts';
import { languageData, type LanguageData } from '../language/language-data.ts';
import { squaredWeights, windowSimilarity, zScores } from '../transcript/similarity.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { readWords } from '../language/words.ts';

/** Sums `flags` over the terms of the cues in a sliding window before or after each cue, as a share of those terms. */
const shareInWindow = (
  transcript: Transcript,
  flags: Uint8Array,
  windowOf: (cue: number) => readonly [from: number, to: number],
): Float64Array => {
  const { cues, termOffsets } = transcript;
  const sums = new Uint32Array(flags.length + 1);
  for (let k = 0; k < flags.length; k++) sums[k + 1] = (sums[k] ?? 0) + (flags[k] ?? 0);
  const result = new Float64Array(cues.length);
  for (let i = 0; i < cues.length; i++) {
    const [from, to] = windowOf(i);
    const [low, high] = [termOffsets[from] ?? 0, termOffsets[to] ?? 0];
    result[i] = high > low ? ((sums[high] ?? 0) - (sums[low] ?? 0)) / (high - low) : 0;
  }
  return result;
};

/** The share of terms in the `seconds` from each cue on that were not said before. */
const newTermShare = (transcript: Transcript, seconds: number): Float64Array => {
  const { cues, termIds, vocabulary } = transcript;
  const visitedTerms = new Uint8Array(vocabulary.length);
  const isFirst = Uint8Array.from(termIds, (id) => (visitedTerms[id] ? 0 : (visitedTerms[id] = 1)));
  let to = 0;
  return shareInWindow(transcript, isFirst, (i) => {
    while (to < cues.length && entryAt(cues, to).start < entryAt(cues, i).start + seconds) to++;
    return [i, to];
  });
};

/** Share of the terms in the `seconds` before each cue that were used for the last time there. */
const spentTermShare = (transcript: Transcript, seconds: number): Float64Array => {
  const { cues, termIds, vocabulary } = transcript;
  const isLast = new Uint8Array(termIds.length);
  const visitedTerms = new Uint8Array(vocabulary.length);
  for (let k = termIds.length - 1; k >= 0; k--) {
    const id = termIds[k] ?? 0;
    if (!visitedTerms[id]) isLast[k] = 1;
    visitedTerms[id] = 1;
  }
  let from = 0;
  return shareInWindow(transcript, isLast, (i) => {
    while (from < i && entryAt(cues, from).start < entryAt(cues, i).start - seconds) from++;
    return [from, i];
  });
};

/** Seconds of the turn each cue belongs to, and of the turn before that one. */
interface TurnLengths {
  readonly here: Float64Array;
  readonly before: Float64Array;
}

/** Measures the turns of the speakers; a recording without speakers is one turn. */
const turnLengths = (cues: readonly Cue[]): TurnLengths => {
  const here = new Float64Array(cues.length);
  const before = new Float64Array(cues.length);
  let previous = 0;
  for (let from = 0; from < cues.length;) {
    let to = from + 1;
    while (to < cues.length && entryAt(cues, to).speaker === entryAt(cues, from).speaker) to++;
    const length = Math.max(0, entryAt(cues, to - 1).end - entryAt(cues, from).start);
    here.fill(length, from, to);
    before.fill(previous, from, to);
    previous = length;
    from = to;
  }
  return { here, before };
};

/** For each cue the share of words of other speakers: hosts speak less, and introduce the topics. */
const speakerQuietness = ({ cues, wordCounts }: Transcript): Float64Array => {
  const spoken = new Map<string | undefined, number>();
  let total = 0;
  for (const [i, { speaker }] of cues.entries()) {
    spoken.set(speaker, (spoken.get(speaker) ?? 0) + (wordCounts[i] ?? 0));
    total += wordCounts[i] ?? 0;
  }
  return Float64Array.from(cues, ({ speaker }) => 1 - (spoken.get(speaker) ?? 0) / Math.max(1, total));
};

/** The features of the boundary model, in the order of its weights. None depends on specific topic words. */
export const boundaryFeatureNames = [
  'dissimilar45',
  'dissimilar120',
  'dissimilar300',
  'valley120',
  'speakerChange',
  'gap',
  'longGap',
  'questionHere',
  'questionNext',
  'questionBefore',
  'changeAfterLongTurn',
  'changeToLongTurn',
  'newTerms',
  'spentTerms',
  'closing',
  'length',
  'insideSentence',
  'transition',
  'changeToQuiet',
  'changeToQuietLong',
] as const;

const valleyReach = 8;
const flowSeconds = 90;
const edgeShare = 0.03;

/** How far each value lies below the highest values near it, the sum of both sides. */
const valleyDepths = (values: Float64Array): Float64Array =>
  values.map((value, i) => {
    let left = value;
    let right = value;
    for (let k = 1; k <= valleyReach; k++) {
      left = Math.max(left, values[i - k] ?? value);
      right = Math.max(right, values[i + k] ?? value);
    }
    return left + right - 2 * value;
  });

/** Whether a cue continues a sentence of the one before. */
const isInsideSentence = (cues: readonly Cue[], i: number): boolean =>
  i > 0 &&
  /^\s*\p{Ll}/u.test(entryAt(cues, i).text) &&
  !/[.?!…。？！]["'”’»)]*\s*$/u.test(entryAt(cues, i - 1).text);

/** Whether one of the first two words is a transition to a new topic. */
const startsWithTransition = (text: string, data: LanguageData): boolean =>
  readWords(text.slice(0, 60))
    .slice(0, 2)
    .some((word) => data.transitions.has(word.text.toLowerCase()));

/**
 * The features of every cue as a possible start of a chapter.
 *
 * @returns row after row, `FEATURES.length` numbers for each cue
 */
export const boundaryFeatures = (transcript: Transcript): Float64Array => {
  const { cues, duration, wordCounts } = transcript;
  const weights = squaredWeights(transcript);
  const near = windowSimilarity(transcript, 45, weights);
  const middle = windowSimilarity(transcript, 120, weights);
  const far = windowSimilarity(transcript, 300, weights);
  const [nearZ, middleZ, farZ] = [zScores(near), zScores(middle), zScores(far)];
  const valleys = valleyDepths(middle);
  const fresh = newTermShare(transcript, flowSeconds);
  const spent = spentTermShare(transcript, flowSeconds);
  const turns = turnLengths(cues);
  const quiet = speakerQuietness(transcript);
  const questions = cues.map((cue) => (cue.text.includes('?') ? 1 : 0));
  const data = languageData(transcript.language);
  const width = boundaryFeatureNames.length;
  const rows = new Float64Array(cues.length * width);
  for (const [i, cue] of cues.entries()) {
    const gap = i > 0 ? Math.max(0, cue.start - entryAt(cues, i - 1).end) : 0;
    const change = i > 0 && cue.speaker !== entryAt(cues, i - 1).speaker ? 1 : 0;
    const position = duration > 0 ? cue.start / duration : 0;
    rows.set(
      [
        -(nearZ[i] ?? 0),
        -(middleZ[i] ?? 0),
        -(farZ[i] ?? 0),
        valleys[i] ?? 0,
        change,
        Math.min(3, gap) / 3,
        gap > 2 ? 1 : 0,
        questions[i] ?? 0,
        questions[i + 1] ?? 0,
        questions[i - 1] ?? 0,
        change * Math.min(1, (turns.before[i] ?? 0) / 60),
        change * Math.min(1, (turns.here[i] ?? 0) / 60),
        fresh[i] ?? 0,
        spent[i] ?? 0,
        position > 1 - edgeShare ? 1 : 0,
        Math.min(1, (wordCounts[i] ?? 0) / 20),
        isInsideSentence(cues, i) ? 1 : 0,
        startsWithTransition(cue.text, data) ? 1 : 0,
        change * (quiet[i] ?? 0),
        change * (quiet[i] ?? 0) * Math.min(1, (turns.here[i] ?? 0) / 60),
      ],
      i * width,
    );
  }
  return rows;
};

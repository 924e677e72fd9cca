import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { Cue } from '../transcript/cue.ts';

/** A recording with chapters made by people. */
export interface Recording {
  id: string;
  duration: number;
  cues: Cue[];
  chapters: { start: number; title: string }[];
}

/** Reads a file of the folder `fixtures`. */
export const readFixture = (name: string): Recording[] =>
  readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Recording);

/** Reads a golden file of the folder `fixtures`. */
export const readGolden = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8'));

/** Finds a recording by its id. */
export const findRecording = (recordings: readonly Recording[], id: string): Recording => {
  const starts = recordings.find((recording) => recording.id === id);
  if (!starts) throw new Error(`no recording ${id}`);
  return starts;
};

/** The F1 score of found starts, matched one to one to the true ones, closest first. */
export const boundaryF1 = (
  truth: readonly number[],
  starts: readonly number[],
  tolerance: number,
): number => {
  const pairs = truth.flatMap((at, i) =>
    starts.map((start, j) => ({ i, j, distance: Math.abs(at - start) })),
  );
  pairs.sort((a, b) => a.distance - b.distance);
  const [matchedTruth, matchedStarts] = [new Set<number>(), new Set<number>()];
  for (const { i, j, distance } of pairs) {
    if (distance > tolerance || matchedTruth.has(i) || matchedStarts.has(j)) continue;
    matchedTruth.add(i);
    matchedStarts.add(j);
  }
  return truth.length + starts.length === 0 ? 1 : (2 * matchedTruth.size) / (truth.length + starts.length);
};

/** The words without case, spaces and punctuation, for comparison. */
export const foldText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const sampleWords =
  'the and of we so um 7 OP_RETURN Wasser und das Licht light water engine panel. yes? No! bee, 😀 ♪ ... Dr. z.B.';
const cueText = fc
  .array(fc.oneof(fc.constantFrom(...sampleWords.split(' ')), fc.string({ maxLength: 6 })), { maxLength: 14 })
  .map((words) => words.join(' '));

/** Any captions: sorted, with gaps, overlaps, empty and zero-length cues. */
export const anyCues = fc
  .array(
    fc.record({
      step: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 40, noNaN: true })),
      length: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 12, noNaN: true })),
      text: cueText,
      speaker: fc.option(fc.constantFrom('Ann', 'Ben'), { nil: undefined }),
    }),
    { maxLength: 120 },
  )
  .map((steps) => {
    let start = 0;
    return steps.map(({ step, length, text, speaker }): Cue => {
      start += step;
      return { start, end: start + length, text, speaker };
    });
  });

import fc from 'fast-check';
import { framesPerSecond } from './sound/loudness.ts';
import { planPieces, usualPieceSeconds } from './plan-pieces.ts';
import type { PlannedUtterance } from './transcriber.ts';

type Spoken = readonly [length: number, pause: number];

/** Utterances from their lengths and the pauses after them, in seconds. */
function utterancesOf(seconds: readonly Spoken[]): PlannedUtterance[] {
  let at = 0;
  return seconds.map(([length, pause]) => {
    const start = at;
    const end = start + Math.max(1, Math.round(length * framesPerSecond));
    at = end + Math.round(pause * framesPerSecond);
    return { start, end, middle: start, spoken: [[start, end]] };
  });
}
const lengthsOf = (utterances: PlannedUtterance[]): number[] =>
  planPieces(utterances).map(({ utterances: own }) => own.length);

test('a recording of ten minutes is one piece, a longer one is cut at the longest pause near five minutes', () => {
  const even = Array.from({ length: 61 }, (): Spoken => [9.5, 0.5]);
  expect(lengthsOf(utterancesOf(even.slice(0, 60)))).toEqual([60]);
  expect(lengthsOf(utterancesOf(even.with(33, [9.5, 2])))).toEqual([34, 27]);
  expect(lengthsOf(utterancesOf(even.with(10, [9.5, 20])))[0]).not.toBe(11);
});

test('a long silence ends a piece early', () => {
  const talk = Array.from({ length: 12 }, (): Spoken => [10, 0]);
  expect(lengthsOf(utterancesOf([...talk.with(11, [10, 900]), ...talk]))).toEqual([12, 12]);
});

test('a recording without utterances has no pieces', () => expect(planPieces([])).toEqual([]));

const talk = fc.array(
  fc.tuple(
    fc.double({ min: 0.02, max: 12, noNaN: true }),
    fc.oneof({ weight: 50, arbitrary: fc.double({ min: 0, max: 3, noNaN: true }) }, fc.constant(400)),
  ),
  { maxLength: 400, size: 'max' },
);

test('property: over 1,000 recordings each utterance is in one piece, in order, and pieces have their length', () => {
  fc.assert(
    fc.property(talk, (seconds) => {
      const utterances = utterancesOf(seconds);
      const pieces = planPieces(utterances);
      expect(pieces.flatMap((piece) => piece.utterances)).toEqual(utterances);
      const bound = pieces.length > 1 ? 1.5 : 2;
      for (const [at, piece] of pieces.entries()) {
        expect(piece.start * framesPerSecond).toBeCloseTo(piece.utterances[0]!.start);
        expect(piece.end * framesPerSecond).toBeCloseTo(piece.utterances.at(-1)!.end);
        expect(piece.end - piece.start).toBeLessThanOrEqual(bound * usualPieceSeconds);
        // The next utterance lasts at most 12 s, so only a silence ends a piece much earlier.
        const next = pieces[at + 1];
        if (next && next.start - piece.end <= 3)
          expect(piece.end - piece.start).toBeGreaterThan(0.75 * usualPieceSeconds - 15);
      }
    }),
    { numRuns: 1000 },
  );
});

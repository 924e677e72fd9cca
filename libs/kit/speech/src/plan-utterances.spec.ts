import fc from 'fast-check';
import { findVoice } from './transcribe-recording.ts';
import { framesPerSecond } from './sound/loudness.ts';
import { maxUtteranceFrames, planUtterances } from './plan-utterances.ts';

/** Loudness of alternating speech and pauses, speech first. @param seconds length of each */
function talk(seconds: readonly number[], { voice = -20, pause = -60 } = {}): Float32Array {
  return Float32Array.from(
    seconds.flatMap((length, at) =>
      Array<number>(Math.round(length * framesPerSecond)).fill(at % 2 ? pause : voice),
    ),
  );
}
function plan(loudness: Float32Array): [number, number][] {
  return planUtterances(findVoice(loudness), loudness).map(({ start, end }) => [
    start / framesPerSecond,
    end / framesPerSecond,
  ]);
}

test('a long pause ends an utterance, a short one does not', () => {
  expect(plan(talk([4, 1, 2, 0.3, 2, 1, 4]))).toEqual([
    [0, 4.2],
    [4.8, 9.5],
    [10.1, 14.3],
  ]);
});

test('a word between long silences is an utterance of its own, a click is not', () => {
  expect(plan(talk([0, 5, 1, 5, 0.06, 5]))).toEqual([[4.8, 6.2]]);
});

test('speech without a pause is cut at its quietest moment', () => {
  const loudness = talk([20]);
  loudness.fill(-30, 9 * framesPerSecond, 9 * framesPerSecond + 5);
  expect(plan(loudness)[0]).toEqual([0, 9.04]);
});

test.each([
  ['a fan', { voice: -20, pause: -38 }],
  ['a quiet speaker', { voice: -58, pause: -80 }],
])('pauses are found behind %s', (_, levels) => expect(plan(talk([4, 1, 4, 1, 4], levels))).toHaveLength(3));

test('silence has no utterances', () => {
  expect(plan(talk([0, 60], { pause: -96 }))).toEqual([]);
  expect(plan(new Float32Array(0))).toEqual([]);
});

const talkArbitrary = fc.array(fc.double({ min: 0.02, max: 15, noNaN: true }), { maxLength: 20 });
const anyNoise = fc
  .array(fc.float({ min: -96, max: 0, noNaN: true }), { maxLength: 3000 })
  .map((levels) => Float32Array.from(levels));

test('property: utterances are in order, inside the recording, do not overlap, and last at most 12 s', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        talkArbitrary.map((seconds) => talk(seconds)),
        anyNoise,
      ),
      (loudness) => {
        let after = 0;
        for (const { start, end } of planUtterances(findVoice(loudness), loudness)) {
          expect(start).toBeGreaterThanOrEqual(after);
          expect(end).toBeGreaterThan(start);
          expect(end - start).toBeLessThanOrEqual(maxUtteranceFrames);
          after = end;
        }
        expect(after).toBeLessThanOrEqual(loudness.length);
      },
    ),
  );
});

test('property: no speech of a fifth of a second or more is left out', () => {
  fc.assert(
    fc.property(talkArbitrary, (seconds) => {
      const loudness = talk(seconds.map((length) => Math.max(length, 0.5)));
      const voice = findVoice(loudness);
      const utterances = planUtterances(voice, loudness);
      const missingFrames = [...voice].filter(
        (isVoice, at) => isVoice && !utterances.some(({ start, end }) => at >= start && at < end),
      );
      // Less than the shortest utterance may be lost at each cut.
      expect(missingFrames.length).toBeLessThan(10 * (seconds.length + utterances.length + 1));
    }),
  );
});

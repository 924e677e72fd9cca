import fc from 'fast-check';
import { windowSimilarity, zScores } from './similarity.ts';
import { anyCues } from '../testing/recordings.ts';
import { readTranscript, type Transcript } from './transcript.ts';

const secondsPerCue = 60;

/** The definition without sliding windows. */
const cosineAt = ({ cues, termIds, termOffsets }: Transcript, i: number, weights: Float64Array): number => {
  const count = (holds: (start: number, k: number) => boolean): Float64Array => {
    const counts = new Float64Array(weights.length);
    cues.forEach((cue, k) => {
      if (!holds(cue.start, k)) return;
      for (const id of termIds.subarray(termOffsets[k], termOffsets[k + 1]))
        counts[id]! += Math.sqrt(weights[id]!);
    });
    return counts;
  };
  const at = cues[i]!.start;
  const before = count((start, k) => k < i && start >= at - secondsPerCue);
  const after = count((start, k) => k === i || (k > i && start < at + secondsPerCue));
  const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, each, k) => sum + each * b[k]!, 0);
  const length = Math.sqrt(dot(before, before) * dot(after, after));
  return length > 1e-4 ? dot(before, after) / length : 0;
};

describe(windowSimilarity, () => {
  it('property: equals the definition', () => {
    fc.assert(
      fc.property(anyCues, (cues) => {
        const transcript = readTranscript(cues);
        const weights = Float64Array.from(transcript.vocabulary, (_, id) => 0.5 + (id % 3));
        const slid = windowSimilarity(transcript, secondsPerCue, weights);
        cues.forEach((_, i) => expect(slid[i]).toBeCloseTo(cosineAt(transcript, i, weights), 5));
      }),
      { numRuns: 60 },
    );
  });
});

describe(zScores, () => {
  it('gives mean 0 and deviation 1, and 0 where nothing differs', () => {
    expect([...zScores(Float64Array.of(1, 3))]).toEqual([-1, 1]);
    expect([...zScores(Float64Array.of(2, 2))]).toEqual([0, 0]);
  });
});

import { entryAt } from '../language/entry-at.ts';
import type { Transcript } from './transcript.ts';

/** The squared log-idf weight of every term; 0 for terms that occur everywhere. */
export const squaredWeights = (transcript: Transcript, blockSeconds = 60): Float64Array => {
  const { cues, termIds, termOffsets, vocabulary } = transcript;
  const lastBlock = new Int32Array(vocabulary.length).fill(-1);
  const blocksWith = new Float64Array(vocabulary.length);
  const blocks = new Set<number>();
  for (const [i, cue] of cues.entries()) {
    const block = Math.floor(cue.start / blockSeconds);
    blocks.add(block);
    for (let k = termOffsets[i] ?? 0; k < (termOffsets[i + 1] ?? 0); k++) {
      const id = termIds[k] ?? 0;
      if (lastBlock[id] !== block) blocksWith[id] = (blocksWith[id] ?? 0) + 1;
      lastBlock[id] = block;
    }
  }
  return blocksWith.map((count) => Math.log((blocks.size + 1) / count) ** 2);
};

/** The term counts of a run of cues, with their squared length. */
class Bag {
  readonly counts: Int32Array;
  readonly weights: Float64Array;
  squaredLength = 0;

  constructor(weights: Float64Array) {
    this.counts = new Int32Array(weights.length);
    this.weights = weights;
  }

  /** Adds (+1) or removes (−1) one term. */
  change(id: number, by: 1 | -1): void {
    const count = this.counts[id] ?? 0;
    this.squaredLength += (this.weights[id] ?? 0) * (2 * count * by + 1);
    this.counts[id] = count + by;
  }
}

/**
 * The similarity of the seconds before and after the start of each cue: cosine of log-idf weighted term counts, 0..1.
 * Both windows slide, so the cost does not depend on their width.
 */
export const windowSimilarity = (
  transcript: Transcript,
  seconds: number,
  weights: Float64Array,
): Float64Array => {
  const { cues, termIds, termOffsets } = transcript;
  const n = cues.length;
  const before = new Bag(weights);
  const after = new Bag(weights);
  const result = new Float64Array(n);
  let dot = 0;
  const change = (bag: Bag, other: Bag, cue: number, by: 1 | -1): void => {
    for (let k = termOffsets[cue] ?? 0; k < (termOffsets[cue + 1] ?? 0); k++) {
      const id = termIds[k] ?? 0;
      dot += by * (weights[id] ?? 0) * (other.counts[id] ?? 0);
      bag.change(id, by);
    }
  };
  let first = 0;
  let last = 0;
  for (let i = 0; i < n; i++) {
    if (i > 0) {
      change(after, before, i - 1, -1);
      change(before, after, i - 1, 1);
    }
    const start = entryAt(cues, i).start;
    while (last < n && (last <= i || entryAt(cues, last).start < start + seconds))
      change(after, before, last++, 1);
    while (first < i && entryAt(cues, first).start < start - seconds) change(before, after, first++, -1);
    const product = before.squaredLength * after.squaredLength;
    result[i] = product > 1e-9 ? Math.min(1, Math.max(0, dot / Math.sqrt(product))) : 0;
  }
  return result;
};

/** Normalises to mean 0 and deviation 1, so that recordings are comparable; equal values become 0. */
export const zScores = (values: Float64Array): Float64Array => {
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / Math.max(1, values.length);
  const deviation = Math.sqrt(Math.max(0, squares / Math.max(1, values.length) - mean * mean));
  return values.map((value) => (deviation > 1e-6 ? (value - mean) / deviation : 0));
};

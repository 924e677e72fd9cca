import { entryAt } from '../language/entry-at.ts';
import type { Units } from './units.ts';

/** Symmetric prior over the terms of the recording; fitted on recordings with chapters made by people. */
const termPrior = 0.3;

/** The lexical cohesion of each run of units; runs longer than `reach` units are not considered. */
export interface Cohesion {
  readonly reach: number;
  /** Log-likelihood of the run of `length` (1..reach) units that opens with unit `from`. */
  of(from: number, length: number): number;
}

/** `table[n]` = log of `first · (first + 1) · … · (first + n − 1)`. */
const risingLogs = (first: number, size: number): Float64Array => {
  const table = new Float64Array(size + 1);
  for (let n = 0; n < size; n++) table[n + 1] = (table[n] ?? 0) + Math.log(first + n);
  return table;
};

/**
 * Scores every run of units by the Dirichlet compound multinomial likelihood of its terms (Eisenstein and Barzilay,
 * Bayesian unsupervised topic segmentation, 2008): high when few terms return often.
 */
export const measureCohesion = (units: Units, reach: number): Cohesion => {
  const { terms, vocabularySize } = units;
  const total = terms.reduce((sum, each) => sum + each.length, 0);
  const perTerm = risingLogs(termPrior, total);
  const perSegment = risingLogs(Math.max(termPrior, termPrior * vocabularySize), total);
  const scores = new Float64Array(terms.length * reach);
  const counts = new Int32Array(vocabularySize);
  for (let from = 0; from < terms.length; from++) {
    let sum = 0;
    let n = 0;
    for (let length = 1; length <= reach && from + length <= terms.length; length++) {
      for (const term of entryAt(terms, from + length - 1)) {
        const count = counts[term] ?? 0;
        sum += (perTerm[count + 1] ?? 0) - (perTerm[count] ?? 0);
        counts[term] = count + 1;
        n++;
      }
      scores[from * reach + length - 1] = sum - (perSegment[n] ?? 0);
    }
    for (const each of terms.slice(from, from + reach)) for (const term of each) counts[term] = 0;
  }
  return { reach, of: (from, length) => scores[from * reach + length - 1] ?? 0 };
};

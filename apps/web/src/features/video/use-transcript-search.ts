import type { Cue } from '@vault/webvtt';
import { useDeferredValue, useMemo, useState } from 'react';
import { findInLines, indexLines } from '../../lib/find-in-lines.ts';
import type { LineHit, LineIndex } from '../../lib/find-in-lines.ts';

const noIndex: LineIndex = { folded: '', starts: [] };

export interface TranscriptSearch {
  readonly keyword: string;
  readonly index: LineIndex;
  readonly hits: readonly LineHit[];
  /** Which of the hits is the chosen one; -1 when there is none. */
  readonly chosen: number;
  /** Looks for something else. @param firstLine the line from which on a hit is chosen */
  look(keyword: string, firstLine: number): void;
  /** Goes to the next hit, or back when negative, and round at the ends. */
  step(by: 1 | -1): void;
}

/** Search in what is said. The lines are made ready once somebody types. */
export function useTranscriptSearch(cues: readonly Cue[]): TranscriptSearch {
  const [keyword, setKeyword] = useState('');
  const [from, setFrom] = useState(0);
  /** How far the reader has gone on from the first hit chosen. */
  const [steps, setSteps] = useState(0);
  // Typing comes first; the lines follow as fast as they can.
  const wanted = useDeferredValue(keyword);
  const isUsed = wanted.trim() !== '';
  const index = useMemo(() => (isUsed ? indexLines(cues.map(({ text }) => text)) : noIndex), [cues, isUsed]);
  const hits = useMemo(() => findInLines(index, wanted), [index, wanted]);
  const first = useMemo(
    () =>
      Math.max(
        0,
        hits.findIndex(({ line }) => line >= from),
      ),
    [hits, from],
  );
  const chosen = hits.length === 0 ? -1 : (((first + steps) % hits.length) + hits.length) % hits.length;

  return {
    keyword,
    index,
    hits,
    chosen,
    look: (next, firstLine) => {
      setKeyword(next);
      setFrom(firstLine);
      setSteps(0);
    },
    step: (by) => {
      setSteps(steps + by);
    },
  };
}

import type { Cue } from '@vault/webvtt';
import { useDeferredValue, useMemo, useState } from 'react';
import { findInLines, indexLines } from './find-in-lines.ts';
import type { LineHit, LineIndex } from './find-in-lines.ts';

const noIndex: LineIndex = { folded: '', starts: [] };

export interface TranscriptSearch {
  readonly keyword: string;
  readonly index: LineIndex;
  readonly hits: readonly LineHit[];
  /** The index of the chosen hit; -1 when there is none. */
  readonly chosen: number;
  /** Starts a new search. @param firstLine the first hit from this line on is chosen */
  look(keyword: string, firstLine: number): void;
  /** Goes to the next hit, or to the previous one when negative; wraps at the ends. */
  step(by: 1 | -1): void;
}

/**
 * Search in the transcript. The lines are indexed when a keyword is typed.
 * @param speaker narrows it to the lines of a speaker
 */
export function useTranscriptSearch(cues: readonly Cue[], speaker: string | undefined): TranscriptSearch {
  const [keyword, setKeyword] = useState('');
  const [from, setFrom] = useState(0);
  /** Steps from the hit that was chosen first. */
  const [steps, setSteps] = useState(0);
  // Deferred, so that typing stays responsive.
  const deferredKeyword = useDeferredValue(keyword);
  const isUsed = deferredKeyword.trim() !== '';
  const index = useMemo(() => {
    const isShown = (cue: Cue) => speaker === undefined || cue.speaker === speaker;
    return isUsed ? indexLines(cues.map((cue) => (isShown(cue) ? cue.text : ''))) : noIndex;
  }, [cues, speaker, isUsed]);
  const hits = useMemo(() => findInLines(index, deferredKeyword), [index, deferredKeyword]);
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
    step: (by) => setSteps(steps + by),
  };
}

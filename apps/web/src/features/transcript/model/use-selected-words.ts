import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import type { TimeRange } from '../../../components/player/moment-actions.ts';
import { selectedPlaces, timeOfWords } from './selected-words.ts';
import { useTranscriptEdits } from './use-transcript-parts.ts';

interface SelectedWords {
  /** The lines of the ends that are in the transcript: they must stay in the document, or the selection is lost. */
  readonly ends: readonly number[];
  /** The time of the words; null without any. */
  readonly time: TimeRange | null;
}

const nothing: SelectedWords = { ends: [], time: null };
const isSame = (one: SelectedWords, other: SelectedWords) =>
  one.ends.join() === other.ends.join() &&
  one.time?.from === other.time?.from &&
  one.time?.to === other.time?.to;

/** The selected words of the transcript. */
export function useSelectedWords(panel: RefObject<HTMLElement | null>): SelectedWords {
  const edits = useTranscriptEdits();
  const [selected, setSelected] = useState(nothing);
  useEffect(() => {
    const read = () => {
      if (!panel.current) return;
      const { start, end } = selectedPlaces(panel.current);
      const ends = [start, end].flatMap((place) => (place ? place.line : []));
      const next = { ends, time: start && end ? timeOfWords(edits.lines, start, end) : null };
      // Most changes of the selection stay within the same words.
      setSelected((now) => (isSame(now, next) ? now : next));
    };
    document.addEventListener('selectionchange', read);
    return () => document.removeEventListener('selectionchange', read);
  }, [panel, edits]);
  return selected;
}

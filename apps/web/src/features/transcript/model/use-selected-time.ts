import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import type { TimeRange } from '../../../components/player/clip-requests.ts';
import { selectedTime } from './selected-words.ts';
import { useTranscriptEdits } from './use-transcript-parts.ts';

/** The time of the selected words of the transcript; null without a selection. */
export function useSelectedTime(panel: RefObject<HTMLElement | null>): TimeRange | null {
  const edits = useTranscriptEdits();
  const [time, setTime] = useState<TimeRange | null>(null);
  useEffect(() => {
    const read = () => {
      const next = panel.current && selectedTime(panel.current, edits.lines);
      // Most changes of the selection stay within the same words.
      setTime((now) => (now?.from === next?.from && now?.to === next?.to ? now : next));
    };
    document.addEventListener('selectionchange', read);
    return () => {
      document.removeEventListener('selectionchange', read);
    };
  }, [panel, edits]);
  return time;
}

import { skipToken } from '@reduxjs/toolkit/query';
import { transcriptSpanSeconds } from '@vault/contracts';
import type { Cue } from '@vault/webvtt';
import { useMemo } from 'react';
import type { TimeRange } from '../../../components/player/moment-actions.ts';
import { cuesOf } from '../../../lib/video/cues-of.ts';
import { useTimedLinesQuery } from '../api/clips-api.ts';
import { spokenSpan, widen, withTimes } from './words-span.ts';

/** Words so far from the clip are read with their times, in seconds. */
const nearSeconds = 10;

interface ClipWords {
  /** The lines, with the times of the words near the span where these are known; undefined without a transcript. */
  readonly lines: readonly Cue[] | undefined;
  /** The span of the words, with a little sound around them. */
  readonly spoken: TimeRange | undefined;
}

/** The lines of a video, and where some words of them are spoken. @param words found by their estimated times */
export function useClipWords(
  {
    id,
    duration,
    vtt,
  }: { readonly id: string; readonly duration: number; readonly vtt?: string | undefined },
  words: TimeRange | undefined,
): ClipWords {
  const cues = useMemo(() => cuesOf(vtt ?? '') ?? [], [vtt]);
  const isShort = words && words.to - words.from + 2 * nearSeconds <= transcriptSpanSeconds;
  const { data: timed } = useTimedLinesQuery(
    isShort
      ? { videoId: id, from: Math.max(0, words.from - nearSeconds), to: words.to + nearSeconds }
      : skipToken,
  );
  return useMemo(() => {
    const lines = withTimes(cues, timed ?? []);
    const spoken = words && widen(spokenSpan(words, cues, lines), lines, duration);
    return { lines: cues.length > 0 ? lines : undefined, spoken };
  }, [cues, timed, words, duration]);
}

import { cutCues, wordsOfCue } from '@vault/webvtt';
import type { Cue } from '@vault/webvtt';
import type { TimeRange } from '../../../components/player/moment-actions.ts';

/** Sound before the first and after the last word, in seconds: estimated times are not exact. */
const marginSeconds = 0.25;
/** Words that are shown of each end. */
const shownWords = 6;

/** Lines with the times of their words, where these are among the timed ones. */
export function withTimes(cues: readonly Cue[], timed: readonly Cue[]): readonly Cue[] {
  const byStart = new Map(timed.map((cue) => [cue.start, cue]));
  return cues.map((cue) => {
    const { text, wordStarts } = byStart.get(cue.start) ?? {};
    return text === cue.text && wordStarts ? { ...cue, wordStarts } : cue;
  });
}

/**
 * The span of words that was found by their estimated times.
 * @param timed the same lines, with the times of words
 */
export function spokenSpan({ from, to }: TimeRange, cues: readonly Cue[], timed: readonly Cue[]): TimeRange {
  const timeOf = (edge: 'start' | 'end', estimated: number) => {
    const isNear = (seconds: number) => Math.abs(seconds - estimated) < 0.001;
    for (const [line, cue] of cues.entries()) {
      if (cue.start > estimated || cue.end < estimated) continue;
      const word = wordsOfCue(cue).findIndex((each) => isNear(each[edge]));
      const spoken = wordsOfCue(timed[line] ?? cue)[word];
      if (spoken) return spoken[edge];
    }
    return estimated;
  };
  return { from: timeOf('start', from), to: timeOf('end', to) };
}

/** Widens the span of some words, but not into the words before and after them. In whole milliseconds. */
export function widen({ from, to }: TimeRange, cues: readonly Cue[], duration: number): TimeRange {
  const near = cues.filter((cue) => cue.end > from - marginSeconds && cue.start < to + marginSeconds);
  const words = near.flatMap(wordsOfCue);
  const isBefore = ({ start, end }: { start: number; end: number }) => (start + end) / 2 < from;
  const isAfter = ({ start, end }: { start: number; end: number }) => (start + end) / 2 > to;
  const before = Math.max(0, ...words.filter(isBefore).map(({ end }) => end));
  const after = Math.min(duration, ...words.filter(isAfter).map(({ start }) => start));
  return {
    from: inMilliseconds(Math.min(from, Math.max(from - marginSeconds, before))),
    to: inMilliseconds(Math.min(duration, Math.max(to, Math.min(to + marginSeconds, after)))),
  };
}

/** The first and the last words of a span; empty where nothing is said. */
export function edgeWords(span: TimeRange, cues: readonly Cue[]): { first: string; last: string } {
  const words = cutCues(cues, span).flatMap(({ text }) => text.split(/\s+/));
  const isShort = words.length <= shownWords;
  return {
    first: `${words.slice(0, shownWords).join(' ')}${isShort ? '' : ' …'}`,
    last: `${isShort ? '' : '… '}${words.slice(-shownWords).join(' ')}`,
  };
}

function inMilliseconds(seconds: number): number {
  return Math.round(seconds * 1_000) / 1_000;
}

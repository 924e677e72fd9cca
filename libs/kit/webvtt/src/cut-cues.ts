import type { Cue } from './cues/cue.ts';
import { secondsAt, timedWordsOf } from './cues/word-starts.ts';

/** A word of a cue with its time in seconds, and its place in the text. */
export interface TimedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/** What is between spaces; in scripts without spaces, each character. */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

/**
 * The words of a cue. With `wordStarts`, a word lasts until the next one or a pause; without, it takes the share of the cue's time
 * that it has of the text.
 */
export function wordsOfCue(cue: Cue): TimedWord[] {
  const at = secondsAt(cue);
  return [...cue.text.matchAll(wordPattern)].map(({ 0: word, index: from }) => {
    const to = from + word.length;
    return { text: word, start: at(from), end: at(to), from, to };
  });
}

/** The words that are spoken in a span, in seconds, as cues whose times are relative to its start. */
export function cutCues(cues: readonly Cue[], { from, to }: { from: number; to: number }): Cue[] {
  return cues.flatMap((cue) => {
    const spoken = wordsOfCue(cue).filter(({ start, end }) => {
      const middle = (start + end) / 2;
      return middle >= from && middle < to;
    });
    const [first, last] = [spoken[0], spoken.at(-1)];
    if (first === undefined || last === undefined) return [];
    const [start, end] = [Math.max(cue.start, from) - from, Math.min(cue.end, to) - from];
    const { wordStarts: _, ...rest } = cue;
    const starts = timedWordsOf(cue)
      ?.filter((word) => word.to > first.from && word.from < last.to)
      // Of a word without spaces, only some characters may be in the span.
      .map((word) => Math.max(start, (word.from < first.from ? first.start : word.start) - from));
    const text = cue.text.slice(first.from, last.to);
    return [{ ...rest, start, end, text, ...(starts && { wordStarts: starts }) }];
  });
}

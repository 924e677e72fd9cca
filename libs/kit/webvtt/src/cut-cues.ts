import type { Cue } from './cue.ts';

/** A word of a cue with its estimated time in seconds, and its place in the text. */
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

/** The words of a cue. Captions have no times of words: a word takes the share of the time that it has of the text. */
export function wordsOfCue({ start, end, text }: Cue): TimedWord[] {
  const secondsPerCharacter = (end - start) / Math.max(1, text.length);
  return [...text.matchAll(wordPattern)].map(({ 0: word, index }) => ({
    text: word,
    start: start + index * secondsPerCharacter,
    end: start + (index + word.length) * secondsPerCharacter,
    from: index,
    to: index + word.length,
  }));
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
    return [{ ...cue, start, end, text: cue.text.slice(first.from, last.to) }];
  });
}

import type { Cue } from './cue.ts';

/** A part of a text, and the time in which it is spoken, in seconds. */
interface TimedPart {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** The words of a text: what is between white space. */
export function wordsIn(text: string): string[] {
  return text.match(/\S+/g) ?? [];
}

/**
 * The starts of a cue's words in seconds, rounded to the millisecond; undefined unless each word has one, they rise, and
 * they lie in the cue before its end.
 */
export function wordStartsOf({ start, end, text, wordStarts }: Cue): number[] | undefined {
  if (!wordStarts || wordStarts.length === 0 || wordStarts.length !== wordsIn(text).length) return undefined;
  const times = wordStarts.map(inMilliseconds);
  const isRising = times.every((time, at) => time > (times[at - 1] ?? -Infinity));
  const isWithin = (times[0] ?? 0) >= inMilliseconds(start) && (times.at(-1) ?? 0) < inMilliseconds(end);
  return isRising && isWithin ? times.map((time) => time / 1_000) : undefined;
}

/**
 * The words of a cue with their times; undefined without {@link wordStartsOf}. A word lasts until the next one starts, but
 * not through a pause.
 */
export function timedWordsOf(cue: Cue): TimedPart[] | undefined {
  const starts = wordStartsOf(cue);
  if (!starts) return undefined;
  return [...cue.text.matchAll(/\S+/g)].map(({ 0: word, index: from }, at) => ({
    from,
    to: from + word.length,
    start: starts[at] ?? cue.start,
    end: Math.min(starts[at + 1] ?? Infinity, latestEnd(starts[at] ?? 0, word), cue.end),
  }));
}

/** When the character at a place of a cue's text is spoken, in seconds. */
export function secondsAt(cue: Cue): (place: number) => number {
  const { start, end, text } = cue;
  const parts = timedWordsOf(cue) ?? [{ from: 0, to: text.length, start, end }];
  return (place) => {
    const part = partAt(parts, place) ?? { from: 0, to: 0, start, end };
    return part.start + ((part.end - part.start) * (place - part.from)) / Math.max(1, part.to - part.from);
  };
}

/** The first part that ends at a place or after it, else the last. */
function partAt(parts: readonly TimedPart[], place: number): TimedPart | undefined {
  let [low, high] = [0, parts.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (place > (parts[middle]?.to ?? 0)) low = middle + 1;
    else high = middle;
  }
  return parts[low];
}

/** A cue without the times of its words. */
export function withoutWordStarts<Timed extends Cue>(cue: Timed): Omit<Timed, 'wordStarts'> {
  const { wordStarts: _, ...rest } = cue;
  return rest;
}

/** When a slow speaker has said a word at the latest, in seconds. */
function latestEnd(start: number, word: string): number {
  return start + 0.3 + 0.3 * word.length;
}

function inMilliseconds(seconds: number): number {
  return Math.round(seconds * 1_000);
}

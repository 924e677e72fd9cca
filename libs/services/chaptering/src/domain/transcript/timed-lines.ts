import { placedWords, transcriptLineLimit } from '@vault/contracts';
import { isUnclear, wordsIn } from '@vault/webvtt';
import { alignWords, type Replacement } from './align-words.ts';
import type { Cue } from '../chapters/chapter.ts';
import { LinesByStart } from './lines-by-start.ts';
import { presentLines, type Mend } from './transcript-overlay.ts';

/** Most recognised lines that are compared with one line, and most of their characters: people join a few. */
const maxCompared = 8;
const maxLetters = 4 * transcriptLineLimit;

/** The present lines with words that were said, with the times of these where they are known. */
export function spokenLines(recognised: readonly Cue[], mends: readonly Mend[] = []): readonly Cue[] {
  return shownLines(recognised, mends).filter((line) => !isUnclear(line));
}

/** As {@link spokenLines}, also those that stand for words that nobody knows. */
export function shownLines(recognised: readonly Cue[], mends: readonly Mend[] = []): readonly Cue[] {
  return timedLines(presentLines(recognised, mends), recognised);
}

/**
 * Lines that people have changed, with the times of the words that are as recognised at that time; other words of such a
 * line are between them. A line that has become another one has no times.
 * @param lines in the order of their starts; those with times stay as they are
 * @returns `lines` itself where the recogniser gave no times
 */
export function timedLines(lines: readonly Cue[], recognised: readonly Cue[]): readonly Cue[] {
  const timed = new LinesByStart(recognised.filter(({ wordStarts }) => wordStarts));
  if (timed.lines.length === 0) return lines;
  const wordsOf = remembered(timedWordsOf);
  return lines.map((line) => {
    if (line.wordStarts) return line;
    const own: Cue[] = [];
    const next = (from: number) => timed.nextLate(from, (end) => end > line.start);
    let letters = 0;
    for (let at = next(0); own.length < maxCompared; at = next(at + 1)) {
      const heard = timed.lines[at];
      letters += heard?.text.length ?? 0;
      if (!heard || heard.start >= line.end || letters > maxLetters) break;
      own.push(heard);
    }
    const wordStarts = startsIn(line, own.flatMap(wordsOf));
    return wordStarts ? { ...line, wordStarts } : line;
  });
}

/** A word, folded, and when it was said. */
interface TimedWord {
  readonly folded: string;
  readonly at: number;
}

function timedWordsOf({ text, wordStarts = [] }: Cue): TimedWord[] {
  return wordsIn(text).map((word, at) => ({ folded: folded(word), at: wordStarts[at] ?? NaN }));
}

function remembered<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    const value = values.get(key) ?? make(key);
    values.set(key, value);
    return value;
  };
}

/** @returns undefined where fewer than half of the words are as recognised */
function startsIn({ start, end, text }: Cue, recognisedWords: readonly TimedWord[]): number[] | undefined {
  const words = [...text.matchAll(/\S+/g)];
  const { same, places } = counterparts(
    recognisedWords.map((word) => word.folded),
    words.map(([word]) => folded(word)),
  );
  if (same === 0 || same * 2 < words.length) return undefined;
  /** Characters whose times are known. */
  const timed = [{ place: 0, seconds: start }];
  for (const [word, counterpart] of places) {
    const [place, seconds] = [words[word]?.index ?? 0, recognisedWords[counterpart]?.at ?? NaN];
    if (place === 0 && seconds >= start && seconds < end) timed[0] = { place, seconds };
    else if (seconds > (timed.at(-1)?.seconds ?? 0) && seconds < end) timed.push({ place, seconds });
  }
  timed.push({ place: text.length, seconds: end });
  let at = 0;
  return words.map(({ index }) => {
    while ((timed[at + 1]?.place ?? Infinity) <= index) at += 1;
    const { place, seconds } = timed[at] ?? { place: 0, seconds: start };
    const next = timed[at + 1] ?? { place: text.length, seconds: end };
    return seconds + ((next.seconds - seconds) * (index - place)) / Math.max(1, next.place - place);
  });
}

/**
 * Which word was heard as which: the same ones, those of a run in the place of as many, and the first of any other run.
 * @returns the number of the same words, and the places of words with those of their counterparts
 */
function counterparts(recognisedWords: readonly string[], words: readonly string[]) {
  const places = new Map<number, number>();
  let same = 0;
  let [before, after] = [0, 0];
  const end: Replacement = { before: [recognisedWords.length, 0], after: [words.length, 0] };
  for (const run of [...alignWords(recognisedWords, words), end]) {
    for (; after < run.after[0]; same += 1) places.set(after++, before++);
    const [old, own] = [run.before[1] - run.before[0], run.after[1] - run.after[0]];
    const count = old === own ? own : Math.min(old, own, 1);
    for (let at = 0; at < count; at += 1) places.set(run.after[0] + at, run.before[0] + at);
    [before, after] = [run.before[1], run.after[1]];
  }
  return { same, places };
}

/** A word for comparison; a sign as it is. */
function folded(word: string): string {
  const letters = placedWords(word).map((placed) => placed.folded);
  return letters.length === 0 ? word : letters.join('');
}

import { isDeepStrictEqual } from 'node:util';
import { alignWords, type Replacement } from './align-words.ts';
import type { Cue } from '../chapters/chapter.ts';
import type { ChangedSpan, EditedTranscript } from './edit-transcript.ts';
import { foldCues, speakerOf, type FoldedText } from '../chapters/folded-words.ts';
import { allPlaces } from '../chapters/run-finder.ts';
import { playbackStart, textOfRun } from '../chapters/verify-quote.ts';

/** A run of words or lines: indexes, the second one exclusive. */
export type Run = readonly [from: number, to: number];

/** The lines of a transcript at one time, and their words. */
export class SpokenWords {
  private readonly folded: FoldedText;
  /** The index of the first word of each line, and at the end the number of words. */
  private readonly starts: readonly number[];

  constructor(private readonly lines: readonly Cue[]) {
    this.folded = foldCues(lines);
    this.starts = wordStarts(this.folded, lines.length);
  }

  get count(): number {
    return this.folded.words.length;
  }

  /** The lines that start between two times, in seconds. */
  linesBetween(start: number, end: number): Run {
    return [this.firstLineAt(start), this.firstLineAt(end)];
  }

  wordsOf([from, to]: Run): Run {
    return [this.starts[from] ?? 0, this.starts[to] ?? 0];
  }

  /** The words of a run, folded. */
  foldedWords([from, to]: Run): string[] {
    return this.folded.words.slice(from, to).map(({ folded }) => folded);
  }

  /** The words of a run as they are written. */
  textOf([from, to]: Run): string {
    const [first, last] = [this.folded.words[from], this.folded.words[to - 1]];
    return first && last && to > from ? this.folded.text.slice(first.from, last.to) : '';
  }

  /** As {@link textOf}, with the punctuation around it. */
  sentenceOf([from, to]: Run): string {
    const [first, last] = [this.folded.words[from], this.folded.words[to - 1]];
    return first && last && to > from ? textOfRun(this.folded.text, first, last) : '';
  }

  /** Whether a word is the first one of a sentence, by the punctuation before it. */
  isSentenceStart(word: number): boolean {
    const [before, own] = [this.folded.words[word - 1], this.folded.words[word]];
    return !before || !own || /[.:?!…]/u.test(this.folded.text.slice(before.to, own.from));
  }

  /** Who says the words of a run; undefined when the lines do not tell, or several do. */
  speakerOf([from, to]: Run): string | undefined {
    return speakerOf(this.folded.words.slice(from, to));
  }

  /** When a word was spoken, in seconds. */
  spokenAt(word: number): number {
    return this.folded.words[word]?.spokenAt ?? 0;
  }

  /** Whether playback that starts at a time is for words of the line of a word. */
  isInLineOf(word: number, at: number): boolean {
    const line = this.lines[this.folded.words[word]?.cueIndex ?? -1];
    if (!line || at < playbackStart(line.start)) return false;
    // The first words of a video are played from its start.
    return at < playbackStart(line.end) || at === 0;
  }

  /** The places of some folded words within a run. */
  findAll(phrase: readonly string[], run: Run): number[] {
    return allPlaces(phrase, this.foldedWords(run)).map((place) => run[0] + place);
  }

  private firstLineAt(seconds: number): number {
    const index = this.lines.findIndex(({ start }) => start >= seconds);
    return index === -1 ? this.lines.length : index;
  }
}

/** The words of a transcript before and after an edit. */
export interface ChangedWords {
  readonly before: SpokenWords;
  readonly after: SpokenWords;
  /** The edited lines, by their indexes before the edit. */
  readonly spans: readonly Run[];
  readonly replacements: readonly Replacement[];
  /** The place of each old word among the new ones: that of its counterpart, or else of the whole run in its place. */
  readonly places: readonly Run[];
}

/** @param present the lines before the edit */
export function changedWords(present: readonly Cue[], { lines, spans }: EditedTranscript): ChangedWords {
  const [before, after] = [new SpokenWords(present), new SpokenWords(lines)];
  const replacements = spans.flatMap((span): Replacement[] => {
    const [old, own] = [before.wordsOf(span.before), after.wordsOf(span.after)];
    return alignWords(before.foldedWords(old), after.foldedWords(own)).map((found) => ({
      before: shifted(found.before, old[0]),
      after: shifted(found.after, own[0]),
    }));
  });
  const places = placesOf(before.count, replacements);
  return { before, after, spans: spans.map((span) => span.before), replacements, places };
}

/** All that has changed from some lines to others, as one edit; a line that keeps its start is a span with what follows it. */
export function editBetween(present: readonly Cue[], lines: readonly Cue[]): EditedTranscript {
  const spans: ChangedSpan[] = [];
  let [old, own] = [0, 0];
  while (old < present.length || own < lines.length) {
    const first: Run = [old, own];
    do {
      const starts = [present[old], lines[own]].map((line) => line?.start ?? Infinity);
      const next = Math.min(...starts);
      while (present[old]?.start === next) old += 1;
      while (lines[own]?.start === next) own += 1;
    } while (present[old]?.start !== lines[own]?.start);
    const [before, after]: [Run, Run] = [
      [first[0], old],
      [first[1], own],
    ];
    if (!isDeepStrictEqual(present.slice(...before), lines.slice(...after))) spans.push({ before, after });
  }
  return { lines, spans };
}

export function areOverlapping(one: Run, other: Run): boolean {
  return one[0] < other[1] && other[0] < one[1];
}

function wordStarts({ words }: FoldedText, lineCount: number): number[] {
  const starts: number[] = [];
  words.forEach(({ cueIndex }, index) => {
    while (starts.length <= cueIndex) starts.push(index);
  });
  while (starts.length <= lineCount) starts.push(words.length);
  return starts;
}

function shifted([from, to]: Run, by: number): Run {
  return [from + by, to + by];
}

function placesOf(wordCount: number, replacements: readonly Replacement[]): Run[] {
  const places: Run[] = [];
  let offset = 0;
  const addUntil = (end: number) => {
    while (places.length < end) places.push([places.length + offset, places.length + offset + 1]);
  };
  for (const { before, after } of replacements) {
    addUntil(before[0]);
    if (before[1] - before[0] === after[1] - after[0]) offset = after[0] - before[0];
    else while (places.length < before[1]) places.push(after);
    addUntil(before[1]);
    offset = after[1] - before[1];
  }
  addUntil(wordCount);
  return places;
}

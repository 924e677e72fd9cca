import { entryAt } from '../language/entry-at.ts';
import type { Cue } from './cue.ts';
import { languageData } from '../language/language-data.ts';
import type { Transcript } from './transcript.ts';
import { readWords, type Word } from '../language/words.ts';

/** A sentence, verbatim: text of consecutive cues joined by single spaces. */
export interface Sentence {
  readonly text: string;
  readonly words: readonly Word[];
  /** Index of the cue in which it begins. */
  readonly firstCue: number;
  /** Index of the cue in which it ends. */
  readonly lastCue: number;
  /** The speaker, if the captions have one. */
  readonly speaker?: string;
  /** Whether it starts at a sentence start and ends with a final punctuation mark. */
  readonly isWhole: boolean;
  /** Whether the recogniser is unsure of some of its words: it becomes no quote and no title. */
  readonly isUnsure?: boolean;
}

/** Of words below it 40 % are wrong, of others 10 %, in speech with and without noise (`npm run captions`). */
const sureFrom = 0.7;
/** Whether a word is followed by a comma. */
export const hasCommaAfter = ({ words, text }: Sentence, i: number): boolean => {
  const word = words[i];
  if (word === undefined) return false;
  const end = word.at + word.text.length;
  return text[end] === ',' && !/\d/u.test(text[end + 1] ?? '');
};

/** Captions without punctuation are cut at cue ends once they are this long. */
const unpunctuatedWords = 24;
/** Seconds of silence that end a sentence where no mark does. */
const pauseSeconds = 1.2;
/** Captions with more words per final mark than this count as unpunctuated. */
const sparseWords = 60;

/** Begins at the first mark of several: else a long run of marks would be read from each of them. */
const sentenceEnding = /(?<![.?!…。？！])[.?!…。？！]+["'”’»)\]]*(?=\s|$)/gu;

/** Offsets after the marks that end a sentence. */
const sentenceEnds = (text: string, abbreviations: ReadonlySet<string>): number[] => {
  const ends: number[] = [];
  for (const match of text.matchAll(sentenceEnding)) {
    const before =
      /[\p{L}\p{N}.'’]*$/u.exec(text.slice(Math.max(0, match.index - 12), match.index))?.[0] ?? '';
    const next = /^\s*["'„“‚«(]*(.)/u.exec(text.slice(match.index + match[0].length))?.[1] ?? '';
    const isStop = match[0].startsWith('.') && match[0].length === 1;
    if (/\p{Ll}/u.test(next)) continue;
    if (isStop && (abbreviations.has(before.toLowerCase()) || /^(?:\p{L}|\d{1,2})$/u.test(before))) continue;
    ends.push(match.index + match[0].length);
  }
  return ends;
};

/** The text of several cues, with the mapping from offsets to cues. */
interface Run {
  speaker?: string;
  text: string;
  readonly cues: number[];
  readonly offsets: number[];
}

const append = (run: Run, cue: number, text: string): void => {
  if (text === '') return;
  if (run.text !== '') run.text += ' ';
  run.cues.push(cue);
  run.offsets.push(run.text.length);
  run.text += text;
};

const cueAt = (run: Run, offset: number): number => {
  let low = 0;
  let high = run.offsets.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((run.offsets[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return run.cues[low] ?? 0;
};

const sentenceOf = (run: Run, from: number, to: number, isWhole: boolean): Sentence | undefined => {
  const raw = run.text.slice(from, to);
  const text = raw.trim();
  const at = from + raw.length - raw.trimStart().length;
  const words = readWords(text);
  if (words.length === 0) return undefined;
  return {
    text,
    words,
    firstCue: cueAt(run, at),
    lastCue: cueAt(run, at + text.length - 1),
    isWhole,
    speaker: run.speaker,
  };
};

const isPunctuated = (cues: readonly Cue[], wordCounts: Uint16Array): boolean => {
  const marks = cues.reduce((sum, cue) => sum + (cue.text.match(sentenceEnding)?.length ?? 0), 0);
  return marks * sparseWords > wordCounts.reduce((sum, count) => sum + count, 0);
};

/** Whether a sentence may continue from one cue to the next. */
const continues = (before: Cue, cue: Cue): boolean =>
  before.speaker === cue.speaker && cue.start - before.end <= pauseSeconds * 4;

/** Splits at final marks; a rest without one is not a whole sentence. */
const cutAtMarks = (run: Run, abbreviations: ReadonlySet<string>): Sentence[] => {
  const ends = sentenceEnds(run.text, abbreviations);
  const marked = ends.length;
  if (ends.at(-1) !== run.text.length) ends.push(run.text.length);
  return ends.flatMap((end, k) => sentenceOf(run, k > 0 ? (ends[k - 1] ?? 0) : 0, end, k < marked) ?? []);
};

/**
 * Reads sentences across cues, never across chapters. For captions without punctuation these are runs of cues between
 * pauses.
 *
 * @param from index of the first cue
 * @param to index after the last cue
 */
export const readSentences = (transcript: Transcript, from: number, to: number): Sentence[] => {
  const { cues, language, wordCounts } = transcript;
  const { abbreviations } = languageData(language);
  const punctuated = isPunctuated(cues.slice(from, to), wordCounts.slice(from, to));
  const sentences: Sentence[] = [];
  let run: Run = { text: '', cues: [], offsets: [] };
  let count = 0;
  const finish = (): void => {
    if (punctuated) sentences.push(...cutAtMarks(run, abbreviations));
    else sentences.push(...[sentenceOf(run, 0, run.text.length, false)].filter((each) => each !== undefined));
    run = { text: '', cues: [], offsets: [] };
    count = 0;
  };
  for (let i = from; i < to; i++) {
    const cue = entryAt(cues, i);
    const before = i > from ? entryAt(cues, i - 1) : cue;
    const isLong = !punctuated && (count >= unpunctuatedWords || cue.start - before.end > pauseSeconds);
    if (isLong || !continues(before, cue)) finish();
    run.speaker = cue.speaker;
    append(run, i, cue.text.trim().replace(/\s+/gu, ' '));
    count += wordCounts[i] ?? 0;
  }
  finish();
  const isUnsure = ({ firstCue, lastCue }: Sentence): boolean =>
    cues.slice(firstCue, lastCue + 1).some(({ confidence = 1 }) => confidence < sureFrom);
  return sentences.map((sentence) => (isUnsure(sentence) ? { ...sentence, isUnsure: true } : sentence));
};

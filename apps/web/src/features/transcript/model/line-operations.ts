import { transcriptLineLimit, typedLine } from '@vault/contracts';
import { cutText } from '@vault/webvtt';
import type { Cue } from '@vault/webvtt';
import type { KeyboardEvent } from 'react';
import { changeAt, wordsKeyOf } from './line-changes.ts';
import type { LineChange } from './line-changes.ts';
import { stepOf } from '../../../lib/browser/key-presses.ts';

/** What an operation on a line does, and where the user goes on. */
interface LineOperation {
  readonly change: LineChange;
  /** The line that is edited next, and the caret in it, in characters. */
  readonly next: number;
  readonly caret: number;
}

/** An operation that is not possible, and why. */
interface Refusal {
  readonly problem: string;
}

export type OperationResult = LineOperation | Refusal;

const shortestSeconds = 0.1;
/** Lines of a host may touch with rounding errors. */
const toleranceSeconds = 0.0005;

const inMs = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** The normal form of a typed text: at most two lines of text, each trimmed; what has more becomes one line. */
export function normaliseText(text: string): string {
  const parts = text
    .split(/\r\n|\r|\n/)
    .map(typedLine)
    .filter((part) => part !== '');
  return cutText(parts.join(parts.length > 2 ? ' ' : '\n'), transcriptLineLimit);
}

/** The line with another text; it is removed when that is empty. @returns null when nothing changes, or no line would remain */
export function writeLine(lines: readonly Cue[], at: number, text: string): LineChange | null {
  const line = lines[at];
  const next = normaliseText(text);
  if (!line || next === line.text || (next === '' && lines.length === 1)) return null;
  return changeAt(lines, at, 1, next === '' ? [] : [{ ...line, text: next }]);
}

/** The time at a caret, by its share of the characters; at least 0.1 s from both ends. */
function timeAt({ start, end }: Cue, share: number): number {
  const time = start + (end - start) * share;
  return inMs(Math.min(end - shortestSeconds, Math.max(start + shortestSeconds, time)));
}

const isSplittable = ({ start, end }: Cue) => end - start >= 2 * shortestSeconds - toleranceSeconds;

/** Two lines of one. The time between them is the caret's share of the characters. */
export function splitLine(lines: readonly Cue[], at: number, text: string, caret: number): OperationResult {
  const line = lines[at];
  const [head, tail] = [normaliseText(text.slice(0, caret)), normaliseText(text.slice(caret))];
  if (!line || head === '' || tail === '')
    return { problem: 'Place the caret between two words to split the line there.' };
  if (!isSplittable(line)) return { problem: 'This line is too short to be split.' };
  const time = timeAt(line, caret / text.length);
  const after = [
    { ...line, text: head, end: time },
    { ...line, text: tail, start: time },
  ];
  return { change: changeAt(lines, at, 1, after), next: at + 1, caret: 0 };
}

/** One line of a line and the one after it. */
export function joinLines(lines: readonly Cue[], at: number, texts: [string, string]): OperationResult {
  const [line, second] = [lines[at], lines[at + 1]];
  if (!line || !second) return { problem: 'There is no line to join with.' };
  const [head, tail] = texts.map(normaliseText) as [string, string];
  if (head.length + tail.length + 1 > transcriptLineLimit)
    return {
      problem: `A line holds ${String(transcriptLineLimit)} characters: these two do not fit in one.`,
    };
  const text = [head, tail].filter(Boolean).join(' ').replaceAll('\n', ' ');
  const joined = { ...line, text, end: Math.max(line.end, second.end) };
  return {
    change: changeAt(lines, at, 2, text === '' ? [] : [joined]),
    next: at,
    caret: head === '' ? 0 : Math.min(text.length, head.length + (tail === '' ? 0 : 1)),
  };
}

const doOverlap = (one: Cue, other: Cue) =>
  Math.min(one.end, other.end) - Math.max(one.start, other.start) > toleranceSeconds;

/** A recognised line with the speaker that a person has given to the lines at its time. */
function withSpeakerOf(recognised: readonly Cue[], run: readonly Cue[], line: Cue): Cue {
  const now = run.find((each) => doOverlap(each, line));
  const isSame = (each: Cue) => each.speaker === now?.speaker;
  if (!now || recognised.some((each) => doOverlap(each, now) && isSame(each))) return line;
  const { speaker: _, ...words } = line;
  return now.speaker === undefined ? words : { ...words, speaker: now.speaker };
}

/**
 * The recognised words at the time of a line; who speaks them stays. @returns null when it has them, or none were
 * recognised there
 */
export function restoreLine(
  lines: readonly Cue[],
  at: number,
  recognised: readonly Cue[],
): LineChange | null {
  const line = lines[at];
  if (!line) return null;
  const [now, then] = [new Set(lines.map(wordsKeyOf)), new Set(recognised.map(wordsKeyOf))];
  // Lines that both have are not touched, so that overlapping lines do not all become one change.
  const isChanged = (each: Cue) => !then.has(wordsKeyOf(each));
  const missingLines = recognised.filter((each) => !now.has(wordsKeyOf(each)));
  if (!isChanged(line)) return null;
  let [from, to] = [at, at];
  let words: Cue[] = [];
  for (let count = -1; count < words.length + to - from;) {
    count = words.length + to - from;
    const run = lines.slice(from, to + 1);
    words = missingLines.filter((each) => run.some((one) => doOverlap(one, each)));
    const belongs = (index: number) => {
      const each = lines[index];
      return each !== undefined && isChanged(each) && words.some((one) => doOverlap(one, each));
    };
    while (belongs(from - 1)) from -= 1;
    while (belongs(to + 1)) to += 1;
  }
  const run = lines.slice(from, to + 1);
  const after = words.map((each) => withSpeakerOf(recognised, run, each));
  return words.length === 0 ? null : changeAt(lines, from, run.length, after);
}

/** What the user can do with the line that is edited. */
export type LineCommand =
  | 'next'
  | 'previous'
  | 'done'
  | 'cancel'
  | 'split'
  | 'join-previous'
  | 'join-next'
  | 'play'
  | 'restore'
  | 'undo'
  | 'redo';

type Press = Pick<
  KeyboardEvent<HTMLTextAreaElement>,
  'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'
> & {
  readonly currentTarget: HTMLTextAreaElement;
  readonly nativeEvent: Pick<globalThis.KeyboardEvent, 'isComposing'>;
};

/**
 * The command of a key press in the field of a line; undefined when the key types.
 *
 * @param isTyped whether the field has a typed change, which the field itself undoes
 */
export function commandOf(event: Press, isTyped: boolean): LineCommand | undefined {
  const { key, shiftKey, altKey, ctrlKey, metaKey, currentTarget: field, nativeEvent } = event;
  if (nativeEvent.isComposing) return undefined;
  const step = stepOf(event);
  if (step) return isTyped ? undefined : step;
  const isControl = ctrlKey || metaKey;
  if (altKey) return undefined;
  if (key === 'Enter') {
    if (isControl) return 'split';
    return shiftKey ? 'previous' : 'next';
  }
  if (isControl) return undefined;
  if (key === 'Escape') return 'cancel';
  const { selectionStart, selectionEnd, value } = field;
  if (selectionStart !== selectionEnd || shiftKey) return undefined;
  if (key === 'Backspace' && selectionStart === 0) return 'join-previous';
  return key === 'Delete' && selectionEnd === value.length ? 'join-next' : undefined;
}

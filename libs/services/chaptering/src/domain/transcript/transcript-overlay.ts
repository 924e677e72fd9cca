import { withoutWordStarts } from '@vault/webvtt';
import type { Cue } from '../chapters/chapter.ts';

/**
 * Lines that a person has put in place of recognised ones: of those that start from `from` until before `to`, in
 * seconds. Where both are equal, the lines are added.
 */
export interface Mend {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly Cue[];
}

/** All words of people in one transcript, in bytes of JSON: the document with the chapters holds them. */
const overlayLimit = 1_024 * 1_024;

/** The smallest difference of two times in captions, in seconds. */
const millisecond = 0.001;

/** The lines as people see them, in the order of their starts: the recognised ones with the mends. */
export function presentLines(recognised: readonly Cue[], mends: readonly Mend[]): Cue[] {
  let next = 0;
  const untouched = inOrder(recognised).filter(({ start }) => {
    while ((mends[next]?.to ?? Infinity) <= start) next += 1;
    return start < (mends[next]?.from ?? Infinity);
  });
  return inOrder([...untouched, ...mends.flatMap(({ lines }) => lines)]);
}

/**
 * The mends that make the recognised lines the present ones. They depend on nothing but both lists, so words that are as
 * recognised again leave no mend, and edits of different lines may be made in any order.
 */
export function mendsBetween(recognised: readonly Cue[], present: readonly Cue[]): Mend[] {
  const [before, after] = [byStart(recognised), byStart(present)];
  const starts = [...new Set([...before.keys(), ...after.keys()])].sort((one, other) => one - other);
  const mends: Mend[] = [];
  let replaced: Cue[] = [];
  let lines: Cue[] = [];
  const close = (until?: number) => {
    if (replaced.length + lines.length > 0) mends.push(toMend(replaced, lines, until));
    [replaced, lines] = [[], []];
  };
  for (const start of starts) {
    const [old = [], own = []] = [before.get(start), after.get(start)];
    if (old.length === own.length && old.every((line, index) => isSameLine(line, own[index]))) close(start);
    else {
      for (const line of old) replaced.push(line);
      for (const line of own) lines.push(line);
    }
  }
  close();
  return mends;
}

export function isOverlayTooLarge(mends: readonly Mend[]): boolean {
  return Buffer.byteLength(JSON.stringify(mends)) > overlayLimit;
}

/** Whether two lines have the same times, words and speaker. */
export function isSameLine(one: Cue, other: Cue | undefined): boolean {
  const { start, end, text, speaker } = one;
  return start === other?.start && end === other.end && text === other.text && speaker === other.speaker;
}

/** @param until the start of the next line that is as recognised */
function toMend(replaced: readonly Cue[], lines: readonly Cue[], until?: number): Mend {
  const last = replaced.at(-1);
  const from = (replaced[0] ?? lines[0])?.start ?? 0;
  const to = last ? (until ?? Math.max(last.start + millisecond, last.end)) : from;
  // Their times follow from the recognised lines.
  return { from, to, lines: lines.map(withoutWordStarts) };
}

function inOrder(lines: readonly Cue[]): Cue[] {
  return [...lines].sort((one, other) => one.start - other.start);
}

function byStart(lines: readonly Cue[]): Map<number, Cue[]> {
  const groups = new Map<number, Cue[]>();
  for (const line of lines) {
    const group = groups.get(line.start);
    if (group) group.push(line);
    else groups.set(line.start, [line]);
  }
  return groups;
}

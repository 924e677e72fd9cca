import { isNumberedSpeaker, speakersPerVideoLimit } from '@vault/contracts';
import type { Cue } from '@vault/webvtt';
import { changeAt } from './line-changes.ts';
import type { LineChange } from './line-changes.ts';

/** Consecutive lines, by the indexes of the first and of the last. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The lines around one that have its speaker, or none as it has. */
export function turnOf(lines: readonly Cue[], at: number): Stretch {
  const isSame = (index: number) => index in lines && lines[index]?.speaker === lines[at]?.speaker;
  let [from, to] = [at, at];
  while (isSame(from - 1)) from -= 1;
  while (isSame(to + 1)) to += 1;
  return { from, to };
}

/** All stretches of lines with a speaker, or without any. */
export function stretchesOf(lines: readonly Cue[], speaker: string | undefined): Stretch[] {
  const stretches: Stretch[] = [];
  for (let at = 0; at < lines.length;) {
    const turn = turnOf(lines, at);
    if (lines[at]?.speaker === speaker) stretches.push(turn);
    at = turn.to + 1;
  }
  return stretches;
}

export const lineCount = (stretches: readonly Stretch[]): number =>
  stretches.reduce((count, { from, to }) => count + to - from + 1, 0);

/** The changes that give a speaker to lines, or take theirs away; none for lines that have it. */
export function speakerChanges(
  lines: readonly Cue[],
  stretches: readonly Stretch[],
  name: string | undefined,
): LineChange[] {
  return stretches.flatMap(({ from, to }) => {
    const before = lines.slice(from, to + 1);
    if (before.every(({ speaker }) => speaker === name)) return [];
    const after = before.map(({ start, end, text }) =>
      name === undefined ? { start, end, text } : { start, end, text, speaker: name },
    );
    return [changeAt(lines, from, before.length, after)];
  });
}

/** Each speaker with the number of their lines, in the order in which they begin to speak. */
export function countSpeakers(lines: readonly Cue[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { speaker } of lines)
    if (speaker !== undefined) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  return counts;
}

/** The lines that get a speaker at once. */
export interface Scope {
  readonly kind: 'line' | 'rest' | 'turn' | 'selected' | 'all';
  readonly stretches: readonly Stretch[];
  /** Whether it is chosen at first. */
  readonly isUsual?: boolean;
}

/**
 * What the speaker of a line can be given to. A number gets a name in the whole video. Otherwise the rest of a turn is usual at a line in it, because the speaker changes
 * there.
 */
export function scopesAt(lines: readonly Cue[], at: number, selected: Stretch | null): Scope[] {
  const turn = turnOf(lines, at);
  const all = stretchesOf(lines, lines[at]?.speaker);
  const isNumbered = isNumberedSpeaker(lines[at]?.speaker);
  const isInSelection = selected !== null && selected.from <= at && at <= selected.to;
  const scopes: readonly (Scope | null)[] = [
    isInSelection && selected.to > selected.from
      ? { kind: 'selected', stretches: [selected], isUsual: true }
      : null,
    { kind: 'line', stretches: [{ from: at, to: at }] },
    turn.from < at && at < turn.to
      ? { kind: 'rest', stretches: [{ from: at, to: turn.to }], isUsual: !isNumbered }
      : null,
    turn.from < turn.to
      ? { kind: 'turn', stretches: [turn], isUsual: turn.from === at && (!isNumbered || all.length === 1) }
      : null,
    all.length > 1 ? { kind: 'all', stretches: all, isUsual: isNumbered } : null,
  ];
  return scopes.filter((scope) => scope !== null);
}

/** Why a name cannot be one of a speaker; empty when it can. */
export function speakerProblem(name: string, lines: readonly Cue[]): string {
  if (name === '') return 'Type a name, or clear the speaker.';
  if (/[\p{Cc}\p{Cf}]/u.test(name)) return 'A name has no control characters.';
  const speakers = countSpeakers(lines);
  if (!speakers.has(name) && speakers.size >= speakersPerVideoLimit)
    return `A video has at most ${String(speakersPerVideoLimit)} speakers.`;
  return '';
}

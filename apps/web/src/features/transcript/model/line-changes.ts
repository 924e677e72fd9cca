import type { Cue } from '@vault/webvtt';

/** Consecutive lines, and what replaces them. */
export interface LineChange {
  readonly before: readonly Cue[];
  readonly after: readonly Cue[];
}

/** A change whose lines somebody else has changed too. */
export interface LineConflict extends LineChange {
  /** The lines at its time as they are now; empty when they are gone. */
  readonly theirs: readonly Cue[];
}

const toMs = (seconds: number) => Math.round(seconds * 1000);

/** Equal for lines with the same time and words, whoever speaks them. */
export const wordsKeyOf = ({ start, end, text }: Cue): string =>
  `${String(toMs(start))} ${String(toMs(end))} ${text}`;

/** Equal for lines with the same time, words and speaker. */
export const keyOf = (line: Cue): string => `${line.speaker ?? ''}\n${wordsKeyOf(line)}`;

const isSameLine = (one: Cue, other: Cue) => one === other || keyOf(one) === keyOf(other);

/** The opposite of a change. */
export const reversed = ({ before, after }: LineChange): LineChange => ({ before: after, after: before });

/** Whether consecutive lines begin at an index. */
function isRunAt(lines: readonly Cue[], at: number, run: readonly Cue[]): boolean {
  return run.every((each, offset) => {
    const there = lines[at + offset];
    return there !== undefined && isSameLine(there, each);
  });
}

/** The index at which the consecutive lines begin; -1 when they are not there. */
function findRun(lines: readonly Cue[], run: readonly Cue[]): number {
  const [first] = run;
  if (!first) return -1;
  return lines.findIndex((line, at) => toMs(line.start) === toMs(first.start) && isRunAt(lines, at, run));
}

/** Makes changes one after the other. @returns null when the lines before one of them are not there */
export function withChanges(lines: readonly Cue[], changes: readonly LineChange[]): Cue[] | null {
  const changed = [...lines];
  for (const { before, after } of changes) {
    const at = findRun(changed, before);
    if (at < 0) return null;
    changed.splice(at, before.length, ...after);
  }
  return changed;
}

/** A change that replaces lines by their index; it also names a neighbour when it removes them, so that it can be reversed. */
export function changeAt(
  lines: readonly Cue[],
  from: number,
  count: number,
  after: readonly Cue[],
): LineChange {
  const change = { before: lines.slice(from, from + count), after };
  return change.before.length > 0 && after.length > 0 ? change : withNeighbour(change, lines, from);
}

/** A change of no lines cannot be found: it also names the line before them, or after them at the start. */
function withNeighbour({ before, after }: LineChange, lines: readonly Cue[], from: number): LineChange {
  const [previous, next] = [lines[from - 1], lines[from + before.length]];
  if (previous) return { before: [previous, ...before], after: [previous, ...after] };
  return next ? { before: [...before, next], after: [...after, next] } : { before, after };
}

/** How often each line occurs. */
function countsOf(lines: readonly Cue[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(keyOf(line), (counts.get(keyOf(line)) ?? 0) + 1);
  return counts;
}

/** Removes one occurrence. @returns whether there was one */
function take(counts: Map<string, number>, line: Cue): boolean {
  const count = counts.get(keyOf(line)) ?? 0;
  counts.set(keyOf(line), count - 1);
  return count > 0;
}

/** The lines that both ends have in common are not compared. */
function differingPart(base: readonly Cue[], lines: readonly Cue[]) {
  let from = 0;
  while (from < base.length && base[from] === lines[from]) from += 1;
  let [baseEnd, end] = [base.length, lines.length];
  while (baseEnd > from && end > from && base[baseEnd - 1] === lines[end - 1]) {
    baseEnd -= 1;
    end -= 1;
  }
  return { from, old: base.slice(from, baseEnd), fresh: lines.slice(from, end) };
}

/** A change of several lines in place as one change for each, so that others can change the lines beside it. */
function lineByLine({ before, after }: LineChange): LineChange[] {
  const areInPlace =
    before.length === after.length && before.every(({ start }, at) => start === after[at]?.start);
  if (!areInPlace) return [{ before, after }];
  return before.map((line, at) => ({ before: [line], after: after.slice(at, at + 1) }));
}

/** A change of lines at an index. */
interface PlacedChange {
  readonly change: LineChange;
  readonly at: number;
}

/**
 * Changes that also name the lines before theirs where the same lines begin at the same time twice: changes are found by
 * the first ones.
 */
function unambiguous(base: readonly Cue[], placed: readonly PlacedChange[]): LineChange[] {
  const current = [...base];
  let shift = 0;
  return placed.map(({ change, at }) => {
    let { before, after } = change;
    let place = at + shift;
    const isTwice = () => {
      const [first] = before;
      for (let other = place - 1; current[other]?.start === first?.start && other >= 0; other -= 1)
        if (isRunAt(current, other, before)) return true;
      return false;
    };
    for (let previous = current[place - 1]; previous && isTwice(); previous = current[place - 1]) {
      [before, after] = [
        [previous, ...before],
        [previous, ...after],
      ];
      place -= 1;
    }
    current.splice(place, before.length, ...after);
    shift += after.length - before.length;
    return { before, after };
  });
}

/** The smallest changes that make `lines` of `base`. Both are in the order of time. */
export function changesBetween(base: readonly Cue[], lines: readonly Cue[]): LineChange[] {
  const { from, old, fresh } = differingPart(base, lines);
  const [oldCounts, freshCounts] = [countsOf(old), countsOf(fresh)];
  const changes: PlacedChange[] = [];
  let before: Cue[] = [];
  let after: Cue[] = [];
  let [at, freshAt] = [0, 0];
  const end = () => {
    const next = from + at;
    if (before.length > 0) {
      const first = next - before.length;
      changes.push(...lineByLine({ before, after }).map((change, index) => ({ change, at: first + index })));
    } else if (after.length > 0)
      changes.push({ change: withNeighbour({ before, after }, base, next), at: Math.max(0, next - 1) });
    [before, after] = [[], []];
  };
  while (at < old.length || freshAt < fresh.length) {
    const [one, other] = [old[at], fresh[freshAt]];
    if (one && other && isSameLine(one, other)) {
      end();
      take(oldCounts, one);
      take(freshCounts, other);
      at += 1;
      freshAt += 1;
    } else if (other && (!one || (oldCounts.get(keyOf(other)) ?? 0) <= 0)) {
      take(freshCounts, other);
      after.push(other);
      freshAt += 1;
    } else if (one) {
      // Also a line that the other side has at another place: there it counts as new.
      take(oldCounts, one);
      before.push(one);
      at += 1;
    }
  }
  end();
  return unambiguous(base, changes);
}

/** The consecutive lines that sound at the time of others. */
function linesAtTimeOf(lines: readonly Cue[], others: readonly Cue[]): Cue[] {
  const from = Math.min(...others.map(({ start }) => start));
  const to = Math.max(...others.map(({ end }) => end));
  const isThen = ({ start, end }: Cue) => start < to && end > from;
  const first = lines.findIndex(isThen);
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(isThen) + 1);
}

/** The same lines, with the objects of earlier ones where they are equal, so that only changed lines are rendered. */
export function shareLines(earlier: readonly Cue[], fresh: readonly Cue[]): Cue[] {
  const byKey = new Map(earlier.map((line) => [keyOf(line), line]));
  return fresh.map((line) => byKey.get(keyOf(line)) ?? line);
}

interface Rebased {
  /** The newer lines with every change that does not conflict. */
  readonly lines: readonly Cue[];
  readonly conflicts: readonly LineConflict[];
}

/**
 * Makes changes to newer lines. Changes of other lines are kept; a change that the newer lines contain is settled; where
 * somebody else changed the same lines, theirs stay until the user chooses.
 */
export function rebaseChanges(base: readonly Cue[], changes: readonly LineChange[]): Rebased {
  let lines: readonly Cue[] = base;
  const open: LineChange[] = [];
  for (const change of changes) {
    if (findRun(lines, change.after) >= 0) continue;
    const changed = withChanges(lines, [change]);
    if (changed) lines = changed;
    else open.push(change);
  }
  const conflicts = open
    .map(({ before, after }) => ({ before, after, theirs: linesAtTimeOf(lines, before) }))
    // Otherwise both have removed the lines.
    .filter(({ after, theirs }) => after.length + theirs.length > 0);
  return { lines, conflicts };
}

/** The lines with the own words of a conflict in place of the words of others. */
export function withMine(lines: readonly Cue[], { before, after, theirs }: LineConflict): Cue[] {
  const changed = withChanges(lines, [{ before: theirs, after }]);
  if (changed) return changed;
  // Others have removed theirs.
  const next = lines.findIndex(({ start }) => start > (before[0]?.start ?? 0));
  const at = next < 0 ? lines.length : next;
  return [...lines.slice(0, at), ...after, ...lines.slice(at)];
}

import type { Cue } from '@vault/webvtt';

/** A line of a transcript in a file. */
export interface LineInFile extends Cue {
  /** What the recogniser wrote in place of it, only on lines that people have changed; empty where it wrote nothing. */
  readonly recognised?: string;
}

const keyOf = ({ start, end, text }: Cue) =>
  `${String(Math.round(start * 1000))} ${String(Math.round(end * 1000))} ${text}`;

const overlapOf = (one: Cue, other: Cue) => Math.min(one.end, other.end) - Math.max(one.start, other.start);

/** The changed line that sounds longest with a recognised one; else the line before it, or the first. */
function placeOf(line: Cue, lines: readonly Cue[], changed: readonly number[]): number {
  let best = { at: -1, overlap: 0 };
  for (const at of changed) {
    const there = lines[at];
    const overlap = there ? overlapOf(line, there) : 0;
    if (overlap > best.overlap) best = { at, overlap };
  }
  return best.at < 0
    ? Math.max(
        0,
        lines.findLastIndex(({ start }) => start <= line.start),
      )
    : best.at;
}

/** The lines with the recogniser's words of those that people have changed; no recognised word is left out. */
export function withRecognised(lines: readonly Cue[], recognised: readonly Cue[]): LineInFile[] {
  const [now, then] = [new Set(lines.map(keyOf)), new Set(recognised.map(keyOf))];
  const changed = lines.flatMap((line, at) => (then.has(keyOf(line)) ? [] : at));
  const words = new Map<number, string[]>(changed.map((at) => [at, []]));
  for (const line of recognised) {
    if (now.has(keyOf(line))) continue;
    const at = placeOf(line, lines, changed);
    words.set(at, [...(words.get(at) ?? []), line.text]);
  }
  return lines.map((line, at) => {
    const own = words.get(at);
    return own ? { ...line, recognised: own.join(' ') } : line;
  });
}

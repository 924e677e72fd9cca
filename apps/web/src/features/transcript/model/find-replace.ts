import { foldWithOrigins, transcriptLineLimit, wordEdges } from '@vault/contracts';
import type { Cue } from '@vault/webvtt';
import { findInLines, indexLines } from './find-in-lines.ts';
import { changeAt } from './line-changes.ts';
import type { LineChange } from './line-changes.ts';
import { normaliseText } from './line-operations.ts';
import { endsSentence, replacedText } from './replaced-text.ts';

/** The most places that are replaced at once. */
export const placesLimit = 2000;

export interface ReplaceOptions {
  readonly isCaseMatched: boolean;
  readonly areWholeWords: boolean;
}

/** One place of the searched text, in characters of its line. */
export interface Place {
  /** The index of the line. */
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

interface Places {
  /** In order, at most {@link placesLimit}. */
  readonly places: readonly Place[];
  /** Whether there are more. */
  readonly areMore: boolean;
  /** How many begin in one line and end in the next: these are not replaced. */
  readonly inTwoLines: number;
}

/** The places of a text within single lines: what the search shows, as far as the options allow it. */
export function findPlaces(lines: readonly Cue[], query: string, options: ReplaceOptions): Places {
  const index = indexLines(lines.map(({ text }) => text));
  const typed = query.trim();
  const isTyped = options.isCaseMatched ? sameCase(typed) : () => true;
  const places: Place[] = [];
  let inTwoLines = 0;
  let line: ReturnType<typeof placesIn> | undefined;
  findInLines(index, typed, ({ line: at, from, to }) => {
    const start = index.starts[at] ?? 0;
    if (line?.at !== at) line = placesIn(lines, at);
    const found = line.placeOf(from - start, to - start);
    if (!found || !isTyped(found.text) || (options.areWholeWords && !found.isWhole)) return false;
    if (found.to > line.length) inTwoLines += 1;
    else places.push({ line: at, from: found.from, to: found.to });
    return true;
  });
  return { places: places.slice(0, placesLimit), areMore: places.length > placesLimit, inTwoLines };
}

/** The places of a line as it is searched, with the next line, in which a place may end. */
function placesIn(lines: readonly Cue[], at: number) {
  const text = `${lines[at]?.text ?? ''} ${lines[at + 1]?.text ?? ''}`;
  const { starts, ends } = foldWithOrigins(text);
  const isEdge = wordEdges(text);
  /** Undefined for a part of a character, such as half a ligature. */
  const placeOf = (foldedFrom: number, foldedTo: number) => {
    const [from, to] = [starts[foldedFrom], ends[foldedTo - 1]];
    if (from === undefined || to === undefined) return undefined;
    if (starts[foldedFrom - 1] === from || ends[foldedTo] === to) return undefined;
    return { from, to, isWhole: isEdge(from) && isEdge(to), text: text.slice(from, to) };
  };
  return { at, length: lines[at]?.text.length ?? 0, placeOf };
}

/** Whether a text that folds to the typed one has its capitals. */
function sameCase(typed: string): (text: string) => boolean {
  const capitals = capitalsOf(typed);
  return (text) => capitalsOf(text) === capitals;
}

function capitalsOf(text: string): string {
  const { folded, starts, ends } = foldWithOrigins(text);
  return folded
    .replaceAll(/./gsu, (_, at: number) => {
      const origin = text.slice(starts[at], ends[at]);
      return origin === origin.toLowerCase() ? ' ' : 'A';
    })
    .replaceAll(/ +/g, ' ');
}

interface Replacements {
  readonly changes: readonly LineChange[];
  /** The places that were replaced; others would make a line too long. */
  readonly count: number;
}

function startsSentence(lines: readonly Cue[], at: number): boolean {
  const [line, before] = [lines[at], lines[at - 1]];
  return !before || line?.speaker !== before.speaker || endsSentence(before.text);
}

/** The changes that replace these places. A line without words is removed, but one line remains. */
export function replacePlaces(
  lines: readonly Cue[],
  places: readonly Place[],
  replacement: string,
): Replacements {
  const byLine = new Map<number, Place[]>();
  for (const place of places) byLine.set(place.line, [...(byLine.get(place.line) ?? []), place]);
  const changes: LineChange[] = [];
  let count = 0;
  // From the end, so that the indexes of the others stay when a line is removed.
  const changed = [...lines];
  for (const [at, own] of [...byLine].reverse()) {
    const line = changed[at];
    if (!line) continue;
    const text = replacedText(line.text, own, { replacement, isSentenceBefore: startsSentence(lines, at) });
    if (text.length > transcriptLineLimit || (text === '' && changed.length === 1)) continue;
    const written = normaliseText(text);
    count += own.length;
    if (written === line.text) continue;
    const change = changeAt(changed, at, 1, written === '' ? [] : [{ ...line, text: written }]);
    changes.push(change);
    changed.splice(at, 1, ...(written === '' ? [] : [{ ...line, text: written }]));
  }
  return { changes, count };
}

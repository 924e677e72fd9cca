import { transcriptLineLimit } from '@vault/contracts';
import type { Cue } from '@vault/webvtt';
import { changeAt } from './line-changes.ts';
import type { LineChange } from './line-changes.ts';
import { normaliseText } from './line-operations.ts';

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

const word = String.raw`[\p{L}\p{M}\p{N}_]`;

function patternOf(query: string, { isCaseMatched, areWholeWords }: ReplaceOptions): RegExp {
  const text = query
    .trim()
    .split(/\s+/)
    .map((part) => part.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`))
    .join(String.raw`\s+`);
  const whole = areWholeWords ? `(?<!${word})${text}(?!${word})` : text;
  return new RegExp(whole, isCaseMatched ? 'gu' : 'giu');
}

/** The places of a text within single lines; a line break counts as a space. */
export function findPlaces(lines: readonly Cue[], query: string, options: ReplaceOptions): Places {
  const places: Place[] = [];
  if (query.trim() === '') return { places, areMore: false, inTwoLines: 0 };
  const pattern = patternOf(query, options);
  const inTwoLines = countInTwoLines(lines, query, pattern);
  for (const [line, { text }] of lines.entries())
    for (const { index, 0: found } of text.matchAll(pattern)) {
      if (places.length === placesLimit) return { places, areMore: true, inTwoLines };
      places.push({ line, from: index, to: index + found.length });
    }
  return { places, areMore: false, inTwoLines };
}

/** The places of a text of several words that begin in one line and end in the next. */
function countInTwoLines(lines: readonly Cue[], query: string, pattern: RegExp): number {
  if (!/\S\s+\S/.test(query)) return 0;
  return lines.reduce((count, { text }, at) => {
    const next = lines[at + 1];
    const found = next ? [...`${text}\n${next.text}`.matchAll(pattern)] : [];
    const isInBoth = ({ index, 0: words }: RegExpExecArray) =>
      index < text.length && index + words.length > text.length;
    return count + found.filter(isInBoth).length;
  }, 0);
}

interface Replacements {
  readonly changes: readonly LineChange[];
  /** The places that were replaced; others would make a line too long. */
  readonly count: number;
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
    let text = '';
    let done = 0;
    for (const { from, to } of own) {
      text += line.text.slice(done, from) + replacement;
      done = to;
    }
    text = (text + line.text.slice(done)).replaceAll(/ {2,}/g, ' ').trim();
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

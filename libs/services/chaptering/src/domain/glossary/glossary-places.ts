import { transcriptLineLimit, wordingOf } from '@vault/contracts';
import type { Cue } from '../chapters/chapter.ts';
import type { GlossaryMatcher, Match } from './glossary-matcher.ts';
import { tokensOf, type Token } from './spoken-tokens.ts';

/** Lines with wrong forms, and the lines with the terms: a change of the transcript. */
export interface GlossaryPlace {
  /** Index of the first line. */
  readonly from: number;
  readonly before: readonly Cue[];
  readonly after: readonly Cue[];
  /** What is replaced, in order. */
  readonly words: readonly { readonly found: string; readonly term: string }[];
}

/** A part of one line that is replaced. */
interface Patch {
  readonly line: number;
  /** Offsets into its text. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** All places of a transcript, in order; no two of them contain the same line. */
export function glossaryPlaces(lines: readonly Cue[], matcher: GlossaryMatcher): GlossaryPlace[] {
  const tokens = tokensOf(lines);
  return byLines(matcher.matchesIn(tokens), tokens).flatMap((matches) => toPlace(lines, tokens, matches));
}

/** The lines with what some places put there. */
export function withPlaces(lines: readonly Cue[], places: readonly GlossaryPlace[]): Cue[] {
  const result: Cue[] = [];
  let next = 0;
  for (const { from, before, after } of places) {
    result.push(...lines.slice(next, from), ...after);
    next = from + before.length;
  }
  return result.concat(lines.slice(next));
}

/** Matches that share a line are one place. */
function byLines(matches: readonly Match[], tokens: readonly Token[]): Match[][] {
  const groups: Match[][] = [];
  let lastLine = -1;
  for (const match of matches) {
    if (lineOf(tokens, match.from) === lastLine) groups.at(-1)?.push(match);
    else groups.push([match]);
    lastLine = lineOf(tokens, match.to - 1);
  }
  return groups;
}

function lineOf(tokens: readonly Token[], index: number): number {
  return tokens[index]?.line ?? 0;
}

/** None where a line would become too long. */
function toPlace(
  lines: readonly Cue[],
  tokens: readonly Token[],
  matches: readonly Match[],
): GlossaryPlace[] {
  const from = lineOf(tokens, matches[0]?.from ?? 0);
  const to = lineOf(tokens, (matches.at(-1)?.to ?? 1) - 1) + 1;
  const patches = Map.groupBy(
    matches.flatMap((match) => patchesOf(match, tokens, lines)),
    ({ line }) => line,
  );
  const after: Cue[] = [];
  /** Where the time of the next line begins, after lines whose words are all gone. */
  let start: number | undefined;
  for (let index = from; index < to; index += 1) {
    const line = lines[index] as Cue;
    const text = patched(line.text, patches.get(index) ?? []);
    start ??= line.start;
    if (text === '') continue;
    after.push({ ...line, start, text });
    start = undefined;
  }
  if (after.some(({ text }) => text.length > transcriptLineLimit)) return [];
  const words = matches.map((match) => ({ found: foundIn(match, tokens, lines), term: match.term.term }));
  return [{ from, before: lines.slice(from, to), after, words }];
}

/** The words as they are in the transcript. */
function foundIn({ from, to, end }: Match, tokens: readonly Token[], lines: readonly Cue[]): string {
  const parts = partsOf(from, to, tokens).map(({ line, first, last }) => {
    const text = lines[line]?.text ?? '';
    return text.slice(tokens[first]?.from, last === to - 1 ? end : tokens[last]?.to);
  });
  return parts.join(' ').replace(/\s+/gu, ' ');
}

interface LinePart {
  readonly line: number;
  /** Tokens, both inclusive. */
  readonly first: number;
  readonly last: number;
}

/** The words of a match in each line. */
function partsOf(from: number, to: number, tokens: readonly Token[]): LinePart[] {
  const parts: LinePart[] = [];
  for (let index = from; index < to; index += 1) {
    const line = lineOf(tokens, index);
    if (parts.at(-1)?.line === line) parts[parts.length - 1] = { ...(parts.at(-1) as LinePart), last: index };
    else parts.push({ line, first: index, last: index });
  }
  return parts;
}

/**
 * Where the words are in several lines, each stays in its line if the term has as many words; else the term is in the last
 * line, before what follows it.
 */
function patchesOf(match: Match, tokens: readonly Token[], lines: readonly Cue[]): Patch[] {
  const parts = partsOf(match.from, match.to, tokens);
  const pieces = piecesOf(match, parts, lines, tokens);
  return parts.map(({ line, first, last }, index): Patch => {
    const text = lines[line]?.text ?? '';
    const isLast = index === parts.length - 1;
    const to = isLast ? match.end : (tokens[last]?.to ?? 0);
    const piece = pieces[index] ?? '';
    return widened(text, { line, from: tokens[first]?.from ?? 0, to, text: piece });
  });
}

/** The words of the term for each line. */
function piecesOf(
  { term: { term }, from, to }: Match,
  parts: readonly LinePart[],
  lines: readonly Cue[],
  tokens: readonly Token[],
): string[] {
  const { words } = wordingOf(term);
  const whole = [...parts.slice(1).map(() => ''), term];
  if (words.length !== to - from) return whole;
  const areSpaces = tokens.slice(from, to - 1).every((token, index) => {
    const isBreak =
      token.line !== tokens[from + index + 1]?.line || hasBreakAfter(from + index, lines, tokens);
    const [own, next] = [words[index], words[index + 1]];
    return !isBreak || term.slice(own?.to, next?.from) === ' ';
  });
  if (!areSpaces) return whole;
  return parts.map(({ first, last }) => {
    let piece = '';
    for (let at = first; at <= last; at += 1) {
      const isFirst = at === from;
      const isLast = at === to - 1;
      const [own, next] = [words[at - from], words[at - from + 1]];
      piece += term.slice(isFirst ? 0 : own?.from, isLast ? undefined : own?.to);
      if (at < last) piece += hasBreakAfter(at, lines, tokens) ? '\n' : term.slice(own?.to, next?.from);
    }
    return piece;
  });
}

/** Whether the text of a line has a line break after a word. */
function hasBreakAfter(index: number, lines: readonly Cue[], tokens: readonly Token[]): boolean {
  const [token, next] = [tokens[index], tokens[index + 1]];
  return (
    token?.line === next?.line &&
    (lines[token?.line ?? 0]?.text.slice(token?.to, next?.from) ?? '').includes('\n')
  );
}

/** What the text has around the place already is not written twice, such as the dot of `Inc.`; no space is left over. */
function widened(text: string, { line, from, to, text: piece }: Patch): Patch {
  const [before, after] = [text.slice(0, from), text.slice(to)];
  if (piece === '') {
    // Its words are in the next line: nothing follows them here.
    return { line, from: before.trimEnd().length, to, text: '' };
  }
  const prefix = /^[^\p{L}\p{N}]*/u.exec(piece)?.[0] ?? '';
  const suffix = /[^\p{L}\p{N}\p{M}]*$/u.exec(piece)?.[0] ?? '';
  const isBreakLost = text.slice(from, to).includes('\n') && !piece.includes('\n');
  const isBreakMoved = isBreakLost && before.slice(before.lastIndexOf('\n') + 1).trim() !== '';
  const start = prefix !== '' && before.endsWith(prefix) ? from - prefix.length : from;
  return {
    line,
    from: isBreakMoved ? text.slice(0, start).trimEnd().length : start,
    to: suffix !== '' && after.startsWith(suffix) ? to + suffix.length : to,
    text: isBreakMoved ? `\n${piece}` : piece,
  };
}

function patched(text: string, patches: readonly Patch[]): string {
  let result = '';
  let next = 0;
  for (const { from, to, text: piece } of patches) {
    result += text.slice(next, Math.max(next, from)) + piece;
    next = to;
  }
  return (result + text.slice(next)).trim();
}

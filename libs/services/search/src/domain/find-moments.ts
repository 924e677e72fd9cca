import { searchMomentLimit, foldText, type SearchMatching } from '@vault/contracts';
import type { searchRpc } from '@vault/contracts/rpc';
import { originalText, speakerOf, type SearchDocument } from './search-document.ts';
import {
  AnyQuery,
  FormQuery,
  NearQuery,
  SpokenQuery,
  TextQuery,
  WordQuery,
  type FindNext,
  type Hit,
  type Query,
} from './queries.ts';
import { firstLine } from './segments.ts';
import { snippetAround, contextLine } from './snippet.ts';
import type { Match } from './find-matches.ts';
import { otherForms } from './other-forms.ts';

/** One way to match a keyword. */
export interface MatchStrategy {
  readonly matching: SearchMatching;
  readonly query: Query;
  /** The terms to highlight in matching texts; those of other forms are known when they have been found. */
  readonly terms: readonly string[];
}

/** Only the first words of a longer keyword are searched separately. */
const maxWords = 12;
/** Shorter words are too frequent to match alone, except names such as "AI" or "S3". */
const minSignificantLength = 4;
/** Minimum letters of a stem: shorter ones begin too many other words. */
const minStemLength = 4;

/**
 * The strategies for a keyword, strictest first: the exact keyword; then other ways to write it; then all of its words near
 * each other, then any of them; for a single word, other forms of it.
 * @param speaker finds only what this person says; absent: all texts
 */
export function strategiesOf(keyword: string, speaker?: string): MatchStrategy[] {
  const strategies = strategiesOfWords(keyword);
  if (speaker === undefined) return strategies;
  return strategies.map((strategy) => ({ ...strategy, query: new SpokenQuery(strategy.query, speaker) }));
}

function strategiesOfWords(keyword: string): MatchStrategy[] {
  const exact: MatchStrategy = { matching: 'exact', query: new TextQuery(keyword), terms: [keyword] };
  const strict = [exact, ...writtenOtherwise(keyword)];
  const words = wordsOf(keyword);
  if (words.length > 1) return [...strict, nearOf(words), anyOf(words)];
  const stem = stemOf(keyword);
  return stem ? [...strict, { matching: 'form', query: new WordQuery(stem), terms: [stem] }] : strict;
}

function writtenOtherwise(keyword: string): MatchStrategy[] {
  const forms = otherForms(keyword);
  if (forms.length === 0) return [];
  const terms: string[] = [];
  const onFound = (form: string) => {
    if (!terms.includes(form)) terms.push(form);
  };
  const query = new AnyQuery(forms.map((form) => new FormQuery(form, onFound)));
  return [{ matching: 'form', query, terms }];
}

/** Each word once, in the typed form. */
function wordsOf(keyword: string): string[] {
  const words = new Map<string, string>();
  for (const word of keyword.split(/[\s\0,;:.!?"“”«»()]+/u)) {
    const folded = foldText(word);
    if (folded !== '' && !words.has(folded)) words.set(folded, word);
  }
  return [...words.values()].slice(0, maxWords);
}

function nearOf(words: readonly string[]): MatchStrategy {
  return {
    matching: 'near',
    query: new NearQuery(words.map((word) => new WordQuery(word))),
    terms: words,
  };
}

function anyOf(words: readonly string[]): MatchStrategy {
  const significant = words.filter(
    (word) => word.length >= minSignificantLength || /^[\p{Lu}\p{N}]{2,}$/u.test(word),
  );
  const terms = significant.length > 0 ? significant : words;
  return { matching: 'any', query: new AnyQuery(terms.map((word) => new WordQuery(word))), terms };
}

/** A word without its English suffix, so that "pricing" also matches "price" and "prices". */
function stemOf(keyword: string): string | undefined {
  const word = keyword.trim();
  if (!/^\p{L}+$/u.test(word)) return undefined;
  const stem = word.replace(/(?:ings?|ers?|ed|es|ly|s|e|y)$/iu, '');
  return stem.length < word.length && stem.length >= minStemLength ? stem : undefined;
}

/** Counts how often a keyword is said in a video, and returns the first times. A line that has it twice counts once. */
export function findMoments(
  video: SearchDocument,
  findNext: FindNext,
  terms: readonly string[],
): searchRpc.SpokenMoments | undefined {
  const first: searchRpc.SpokenMoment[] = [];
  let total = 0;
  const endOfLines = video.ownTexts - 1;
  for (let hit = findNext(firstLine); hit && hit.first < endOfLines; hit = findNext(hit.last + 1)) {
    total += 1;
    if (first.length < searchMomentLimit) first.push(momentOf(video, hit, terms));
  }
  return total > 0 ? { videoId: video.id, total, first } : undefined;
}

function momentOf(
  video: SearchDocument,
  { first, last }: Hit,
  terms: readonly string[],
): searchRpc.SpokenMoment {
  const lines: string[] = [];
  for (let index = first; index <= last; index += 1)
    lines.push(snippetAround(originalText(video, index), terms));
  return { at: video.times[first] ?? 0, line: lines.join(' '), speaker: speakerOf(video, first, last) };
}

/**
 * A match in the form of the gRPC message.
 * @param terms the terms that the match contains
 */
export function toResult(
  video: SearchDocument,
  match: Match,
  terms: readonly string[],
): searchRpc.SearchResult {
  const { id, uploadId, title, thumbnail, duration, chapters, times } = video;
  const at = times[match.index] ?? Number.NaN;
  return {
    videoId: id,
    uploadId,
    title,
    thumbnailUrl: thumbnail,
    durationSeconds: duration,
    field: match.field,
    snippet: snippetOf(video, match, terms),
    at: Number.isNaN(at) ? undefined : at,
    chapterTitle: match.chapterTitle,
    speaker: speakerOf(video, match.index, match.last),
    chapterStarts: chapters.map(({ start }) => start),
  };
}

function snippetOf(video: SearchDocument, { field, index, last }: Match, terms: readonly string[]): string {
  const lines: string[] = [];
  for (let each = index; each <= last; each += 1) lines.push(snippetAround(originalText(video, each), terms));
  return field === 'transcript' ? withContextLines(video, index, last, lines) : lines.join('\n');
}

/** Lines of the transcript with one line of context on each side. */
function withContextLines(video: SearchDocument, first: number, last: number, lines: string[]): string {
  if (first > firstLine) lines.unshift(contextLine(originalText(video, first - 1), 'before'));
  const afterLast = video.ownTexts - 1;
  if (last + 1 < afterLast) lines.push(contextLine(originalText(video, last + 1), 'after'));
  return lines.join('\n');
}

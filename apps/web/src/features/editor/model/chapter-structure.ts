import { chapterLimit, quotesPerChapterLimit, searchTextLimit } from '@vault/contracts';
import type { Chapter, Quote } from '@vault/contracts';
import { cutText } from '@vault/webvtt';
import { formatDuration, formatTimeCode, secondsOf } from '../../../lib/format/format-duration.ts';
import { quoteTimeCode } from '../../../lib/video/quote-parts.ts';

/** The shortest chapter that can be made by hand, in seconds. */
const shortestSeconds = 10;
const newTitle = 'New chapter';

/** What limits the starts of the chapters of a video. */
export interface StructureRules {
  /** Seconds; 0 when unknown. */
  readonly duration: number;
  /** Whole seconds at which the lines of the transcript start, rising; empty without a transcript. */
  readonly lineStarts: readonly number[];
}

/** A change of the list of chapters. `start` names a chapter by its time code; `at` and `to` are whole seconds. */
export type StructureChange =
  | { readonly kind: 'add'; readonly at: number }
  | { readonly kind: 'merge' | 'delete'; readonly start: string }
  | { readonly kind: 'move'; readonly start: string; readonly to: number };

/** The list after a change. */
export interface ChangedChapters {
  readonly chapters: readonly Chapter[];
  /** The chapter that the user continues with. */
  readonly start: string;
  /** What happened, as a sentence. */
  readonly text: string;
}

/** Why a change is not possible, as a sentence. */
export interface RefusedChange {
  readonly problem: string;
}

/** The first and the last whole second at which a chapter may start; `last` is lower when there is none. */
export interface StartBounds {
  readonly first: number;
  readonly last: number;
}

/** Applies a change to a list of chapters, within the rules. A moved start is clamped. */
export function changeChapters(
  chapters: readonly Chapter[],
  change: StructureChange,
  rules: StructureRules,
): ChangedChapters | RefusedChange {
  if (change.kind === 'add') return addChapter(chapters, change.at, rules);
  const index = chapters.findIndex(({ start }) => start === change.start);
  const chapter = chapters[index];
  if (!chapter) return refuse('This chapter does not exist any more.');
  if (change.kind === 'move') return moveStart(chapters, index, change.to, rules);
  return change.kind === 'merge' ? mergeWithNext(chapters, index) : deleteChapter(chapters, index);
}

/** The chapters that a change reads or replaces: when they are the same in a newer list, the change still holds. */
export function chaptersAround(chapters: readonly Chapter[], change: StructureChange): readonly Chapter[] {
  const index =
    change.kind === 'add'
      ? indexAt(chapters, change.at)
      : chapters.findIndex(({ start }) => start === change.start);
  return index < 0 ? [] : chapters.slice(Math.max(0, index - 1), index + 2);
}

/** Where a chapter may start between its neighbours. */
export function startBounds(
  chapters: readonly Chapter[],
  index: number,
  { duration }: Pick<StructureRules, 'duration'>,
): StartBounds {
  const before = chapters[index - 1];
  const next = chapters[index + 1];
  const end = next ? secondsOf(next.start) : duration > 0 ? Math.floor(duration) : Infinity;
  return { first: before ? secondsOf(before.start) + shortestSeconds : 0, last: end - shortestSeconds };
}

/** The start of the line at or before a time; the whole second without lines before it. */
export function lineStartAt(lineStarts: readonly number[], seconds: number): number {
  return lineStarts.findLast((start) => start <= seconds) ?? Math.floor(seconds);
}

/** The start of the line that is nearest to a time, within bounds; the nearest whole second without such a line. */
export function snapStart(
  seconds: number,
  { first, last }: StartBounds,
  lineStarts: readonly number[],
): number {
  const clamped = Math.round(Math.min(last, Math.max(first, seconds)));
  const allowed = lineStarts.filter((start) => start >= first && start <= last);
  const nearest = allowed.reduce<number | undefined>(
    (best, start) =>
      best === undefined || Math.abs(start - clamped) < Math.abs(best - clamped) ? start : best,
    undefined,
  );
  return nearest ?? clamped;
}

/** The start one line, or one second without lines, before or after a time, within bounds. */
export function stepStart(
  seconds: number,
  direction: 1 | -1,
  { first, last }: StartBounds,
  lineStarts: readonly number[],
): number {
  const line =
    direction > 0
      ? lineStarts.find((start) => start > seconds)
      : lineStarts.findLast((start) => start < seconds);
  const next = lineStarts.length > 0 ? (line ?? seconds) : seconds + direction;
  return Math.min(last, Math.max(first, next));
}

/** Where a chapter that is added at a time starts: with the line that is spoken, unless that is too close to another start. */
export function addedStart(
  chapters: readonly Chapter[],
  seconds: number,
  rules: StructureRules,
): { readonly at: number; readonly isLine: boolean } | RefusedChange {
  if (chapters.length >= chapterLimit) return refuse(`A video has at most ${String(chapterLimit)} chapters.`);
  const index = indexAt(chapters, seconds);
  const from = secondsOf(chapters[index]?.start ?? '');
  const { last } = startBounds(chapters, index, rules);
  const isAllowed = (at: number) => at >= from + shortestSeconds && at <= last;
  const line = lineStartAt(rules.lineStarts, seconds);
  if (isAllowed(line)) return { at: line, isLine: rules.lineStarts.includes(line) };
  const second = Math.floor(seconds);
  if (isAllowed(second)) return { at: second, isLine: rules.lineStarts.includes(second) };
  const next = index === chapters.length - 1 ? 'the video ends' : 'the next one starts';
  const reason = second > last ? `${next} too soon.` : 'this one has just started.';
  return refuse(`A chapter lasts at least ${String(shortestSeconds)} seconds: ${reason}`);
}

function addChapter(chapters: readonly Chapter[], seconds: number, rules: StructureRules) {
  const place = addedStart(chapters, seconds, rules);
  if ('problem' in place) return place;
  const { at } = place;
  const index = indexAt(chapters, at);
  const old = chapters[index];
  if (!old) return refuse('This chapter does not exist any more.');
  const start = formatTimeCode(at);
  const moved = old.quote.filter((quote) => isFrom(quote, at));
  const added = { start, title: unusedTitle(chapters), summary: '', search: '', quote: moved };
  const rest = { ...old, quote: old.quote.filter((quote) => !moved.includes(quote)) };
  return {
    chapters: chapters.toSpliced(index, 1, rest, added),
    start,
    text: `A chapter was added at ${formatDuration(at)}.`,
  };
}

function mergeWithNext(chapters: readonly Chapter[], index: number) {
  const problem = mergeProblem(chapters, index);
  const [chapter, next] = chapters.slice(index, index + 2);
  if (problem !== '' || !chapter || !next) return refuse(problem);
  const search = joinTexts(chapter.search, next.search);
  const searchQuotes = joinTexts(chapter.searchQuotes ?? '', next.searchQuotes ?? '');
  const merged = {
    ...chapter,
    quote: [...chapter.quote, ...next.quote],
    search: search.text,
    ...(searchQuotes.text === '' ? {} : { searchQuotes: searchQuotes.text }),
  };
  const cut = search.isCut || searchQuotes.isCut;
  return {
    chapters: chapters.toSpliced(index, 2, merged),
    start: chapter.start,
    text: `“${next.title}” was merged into “${chapter.title}”.${
      cut ? ` The search text was cut at ${String(searchTextLimit)} characters.` : ''
    }`,
  };
}

/** Why a chapter cannot be merged with the next one, as a sentence; empty when it can. */
export function mergeProblem(chapters: readonly Chapter[], index: number): string {
  const [chapter, next] = chapters.slice(index, index + 2);
  if (!chapter || !next) return 'This is the last chapter.';
  return chapter.quote.length + next.quote.length > quotesPerChapterLimit
    ? `Together they have more than ${String(quotesPerChapterLimit)} quotes.`
    : '';
}

function deleteChapter(chapters: readonly Chapter[], index: number) {
  const [before, chapter] = chapters.slice(index - 1, index + 1);
  if (index === 0 || !before || !chapter) return refuse(firstStays);
  return {
    chapters: chapters.toSpliced(index, 1),
    start: before.start,
    text: `“${chapter.title}” was deleted. Its time belongs to “${before.title}”.`,
  };
}

/** Why the first chapter cannot be deleted or moved. */
export const firstStays = 'The first chapter starts at 00:00. It can be merged with the next.';

/** Why the start of a chapter cannot be moved, as a sentence; empty when it can. */
export function moveProblem(index: number, { first, last }: StartBounds): string {
  if (index === 0) return firstStays;
  return last < first
    ? `Its neighbours leave no room: a chapter lasts at least ${String(shortestSeconds)} seconds.`
    : '';
}

function moveStart(chapters: readonly Chapter[], index: number, to: number, rules: StructureRules) {
  const bounds = startBounds(chapters, index, rules);
  const problem = moveProblem(index, bounds);
  const [before, chapter] = chapters.slice(index - 1, index + 1);
  if (problem !== '' || !before || !chapter) return refuse(problem || firstStays);
  const at = Math.round(Math.min(bounds.last, Math.max(bounds.first, to)));
  const start = formatTimeCode(at);
  const from = secondsOf(chapter.start);
  const isLater = at > from;
  const giver = isLater ? chapter : before;
  const taker = isLater ? before : chapter;
  const crossing = giver.quote.filter((quote) =>
    isLater ? isFrom(quote, from) && !isFrom(quote, at) : isFrom(quote, at),
  );
  // Quotes that the other chapter has no room for stay.
  const moved = taker.quote.length + crossing.length > quotesPerChapterLimit ? [] : crossing;
  const remainingQuotes = giver.quote.filter((quote) => !moved.includes(quote));
  const [quotesBefore, quotes] = isLater
    ? [[...before.quote, ...moved], remainingQuotes]
    : [remainingQuotes, [...moved, ...chapter.quote]];
  return {
    chapters: chapters.toSpliced(
      index - 1,
      2,
      { ...before, quote: quotesBefore },
      { ...chapter, start, quote: quotes },
    ),
    start,
    text: `“${chapter.title}” starts at ${formatDuration(at)} instead of ${formatDuration(from)}.`,
  };
}

function refuse(problem: string): RefusedChange {
  return { problem };
}

function indexAt(chapters: readonly Chapter[], seconds: number): number {
  return Math.max(
    0,
    chapters.findLastIndex(({ start }) => secondsOf(start) <= seconds),
  );
}

/** Whether a quote is said at a time or later. A quote without a time is not. */
function isFrom(quote: Quote, seconds: number): boolean {
  const timeCode = quoteTimeCode(quote);
  return timeCode !== null && secondsOf(timeCode) >= seconds;
}

function unusedTitle(chapters: readonly Chapter[]): string {
  const titles = new Set(chapters.map(({ title }) => title));
  for (let count = 1; ; count += 1) {
    const title = count === 1 ? newTitle : `${newTitle} ${String(count)}`;
    if (!titles.has(title)) return title;
  }
}

function joinTexts(one: string, other: string): { text: string; isCut: boolean } {
  const text = [one, other].filter((part) => part !== '').join('\n\n');
  return { text: cutText(text, searchTextLimit), isCut: text.length > searchTextLimit };
}

import { randomUUID } from 'node:crypto';
import { typedLine, type EditedChapter } from '@vault/contracts';
import {
  chapterFields,
  type Chapter,
  type ChapterContent,
  type ChapterField,
  type FieldEdits,
  type ListedChapter,
  type Quote,
} from './chapter.ts';

/** Edits that a person saves; absent fields stay as they are. */
export interface ContentEdit {
  /** The whole new list. */
  readonly chapters?: readonly EditedChapter[];
  /** Empty removes it: search prompts use the summary again. */
  readonly searchSummary?: string;
}

/** Finds when and by whom words are said between two times, in seconds. */
export type FindSaid = (text: string, from: number, to: number) => Omit<Quote, 'text'>;

/** As {@link FindSaid}, in one chapter. @param second of the quote, where the draft has it */
type SaidIn = (text: string, second: number | undefined) => Omit<Quote, 'text'>;

/**
 * Applies a person's edits to the stored content. Only fields that differ are marked as edited, with `now`. Edits have whole
 * seconds: where they match a stored time, the exact stored time stays.
 * @returns undefined when nothing changes
 */
export function applyPersonEdits(
  stored: ChapterContent,
  draft: ContentEdit,
  { now, findSaid }: { now: Date; findSaid: FindSaid },
): ChapterContent | undefined {
  const matches = matchDrafts(draft.chapters ?? [], stored.chapters);
  const chapters = draft.chapters
    ? draft.chapters.map((each, index, all) => {
        const saidIn: SaidIn = (text, second) =>
          second === undefined
            ? findSaid(text, each.start, all[index + 1]?.start ?? Infinity)
            : placeOf(stored.chapters, text, second);
        const before = matches.get(each);
        return before ? editChapter(before, each, now, saidIn) : newChapter(each, now, saidIn);
      })
    : stored.chapters;
  const isMoved =
    chapters.length !== stored.chapters.length ||
    chapters.some(({ start }, index) => start !== stored.chapters[index]?.start);
  const searchSummary = afterDraft(draft.searchSummary, stored.searchSummary);
  const isSame =
    !isMoved &&
    searchSummary === stored.searchSummary &&
    chapters.every((chapter, index) => chapter === stored.chapters[index]);
  if (isSame) return undefined;
  return {
    chapters,
    ...(searchSummary === undefined ? {} : { searchSummary }),
    ...(isMoved ? { structureEditedAt: now } : optional('structureEditedAt', stored.structureEditedAt)),
  };
}

/** The stored chapter of each draft: the one in its second, or else a moved one, which is recognised by its title. */
function matchDrafts(
  drafts: readonly EditedChapter[],
  stored: readonly ListedChapter[],
): Map<EditedChapter, ListedChapter> {
  const matches = new Map<EditedChapter, ListedChapter>();
  const missing = new Set(stored);
  const match = (isSame: (chapter: ListedChapter, draft: EditedChapter) => boolean) => {
    for (const draft of drafts.filter((each) => !matches.has(each))) {
      const chapter = [...missing].find((each) => isSame(each, draft));
      if (!chapter) continue;
      matches.set(draft, chapter);
      missing.delete(chapter);
    }
  };
  match(({ start }, draft) => Math.floor(start) === draft.start);
  match(({ title }, draft) => title === typedLine(draft.title));
  return matches;
}

/** @returns `before` itself when nothing differs */
function editChapter(before: ListedChapter, draft: EditedChapter, now: Date, saidIn: SaidIn): ListedChapter {
  const { id, edited, followed } = before;
  const searchQuotes = afterDraft(draft.searchQuotes, before.searchQuotes);
  const after: ListedChapter = {
    id,
    start: Math.floor(before.start) === draft.start ? before.start : draft.start,
    title: typedLine(draft.title),
    summary: typedLine(draft.summary),
    searchText: draft.searchText,
    quotes: timeQuotes(draft.quotes, before.quotes, saidIn),
    ...optional('searchQuotes', searchQuotes),
  };
  const changed = chapterFields.filter((field) => !isSameField(before, after, field));
  if (changed.length === 0 && after.start === before.start) return before;
  const stillFollowed = followed?.filter((field) => !changed.includes(field));
  return {
    ...after,
    edited: { ...edited, ...marks(changed, now) },
    ...optional('followed', stillFollowed),
  };
}

function newChapter(draft: EditedChapter, now: Date, saidIn: SaidIn): ListedChapter {
  const { start, title, summary, searchText, quotes } = draft;
  const searchQuotes = afterDraft(draft.searchQuotes, undefined);
  const chapter: ListedChapter = {
    id: randomUUID(),
    start,
    title: typedLine(title),
    summary: typedLine(summary),
    searchText,
    quotes: timeQuotes(quotes, [], saidIn),
    ...optional('searchQuotes', searchQuotes),
  };
  const filled = chapterFields.filter((field) => (chapter[field] ?? '').length > 0);
  return { ...chapter, edited: marks(filled, now) };
}

/** The place of a quote that came from another chapter, as when chapters are split or merged; else only its second. */
function placeOf(chapters: readonly Chapter[], text: string, second: number): Omit<Quote, 'text'> {
  const quotes = chapters.flatMap((chapter) => chapter.quotes);
  const moved = quotes.find(
    (quote) => quote.text === text && quote.at !== undefined && Math.floor(quote.at) === second,
  );
  return { at: moved?.at ?? second, ...optional('speaker', moved?.speaker) };
}

/**
 * Keeps the times and speakers of quotes, exact where they are stored; finds those of new quotes in the transcript. A new
 * quote begins a second later where another has its second: quotes are told apart by their seconds.
 */
function timeQuotes(drafts: readonly Quote[], stored: readonly Quote[], saidIn: SaidIn): Quote[] {
  const found: Quote[] = [];
  const timed = drafts.flatMap(({ text: typed, at: second }) => {
    const text = typedLine(typed);
    if (text === '') return [];
    const atSecond = stored.filter(({ at }) => at !== undefined && Math.floor(at) === second);
    const same = atSecond.find((quote) => quote.text === text) ?? atSecond[0];
    const before = second === undefined ? stored.find((quote) => quote.text === text) : same;
    if (before?.at !== undefined) return [{ text, at: before.at, ...optional('speaker', before.speaker) }];
    const quote = { text, ...saidIn(text, second) };
    if (second === undefined) found.push(quote);
    return [quote];
  });
  const taken = new Set(timed.flatMap((quote) => (found.includes(quote) ? [] : secondOf(quote))));
  return timed.map((quote) => {
    if (quote.at === undefined || !found.includes(quote)) return quote;
    let { at } = quote;
    while (taken.has(Math.floor(at))) at += 1;
    taken.add(Math.floor(at));
    return { ...quote, at };
  });
}

function secondOf({ at }: Quote): number[] {
  return at === undefined ? [] : [Math.floor(at)];
}

function isSameField(before: Chapter, after: Chapter, field: ChapterField): boolean {
  if (field !== 'quotes') return before[field] === after[field];
  return (
    before.quotes.length === after.quotes.length &&
    before.quotes.every(({ text, at }, index) => {
      const other = after.quotes[index];
      return text === other?.text && at === other.at;
    })
  );
}

/** An absent draft keeps the value, an empty one removes it. */
function afterDraft(draft: string | undefined, before: string | undefined): string | undefined {
  if (draft === undefined) return before;
  return draft === '' ? undefined : draft;
}

function marks(fields: readonly ChapterField[], now: Date): FieldEdits {
  return Object.fromEntries(fields.map((field) => [field, now]));
}

/** A field with its value, or no field: the store would keep undefined as null. */
function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]?: Value });
}

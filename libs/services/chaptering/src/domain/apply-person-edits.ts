import { typedLine } from '@vault/contracts';
import {
  chapterFields,
  type Chapter,
  type ChapterContent,
  type ChapterField,
  type FieldEdits,
  type Quote,
} from './chapter.ts';
import type { DraftChapter } from './person-rules.ts';

/** What a person wants saved; what is absent stays as it is. */
export interface ContentDraft {
  /** The whole list as it shall be. */
  readonly chapters?: readonly DraftChapter[];
  /** Empty takes it back to the summary. */
  readonly searchSummary?: string;
}

/** Finds where words are said between two moments. */
export type PlaceOf = (text: string, from: number, to: number) => number | undefined;

/**
 * What a person's save makes of what is stored. Field by field: only what differs counts as edited, with the time of
 * it. Times come back in whole seconds; where they name what is stored, the exact moment stays.
 * @returns undefined when nothing changes
 */
export function applyPersonEdits(
  stored: ChapterContent,
  draft: ContentDraft,
  { now, placeOf }: { now: Date; placeOf: PlaceOf },
): ChapterContent | undefined {
  const chapters = draft.chapters
    ? draft.chapters.map((each, index, all) => {
        const place = (text: string) => placeOf(text, each.start, all[index + 1]?.start ?? Infinity);
        const before = stored.chapters.find(({ start }) => Math.floor(start) === each.start);
        return before ? editChapter(before, each, now, place) : newChapter(each, now, place);
      })
    : stored.chapters;
  const isMoved =
    chapters.length !== stored.chapters.length ||
    chapters.some(({ start }, index) => start !== stored.chapters[index]?.start);
  const searchSummary = given(draft.searchSummary, stored.searchSummary);
  const isSame =
    !isMoved &&
    searchSummary === stored.searchSummary &&
    chapters.every((chapter, index) => chapter === stored.chapters[index]);
  if (isSame) return undefined;
  return {
    chapters,
    ...(searchSummary === undefined ? {} : { searchSummary }),
    ...(isMoved ? { structureEditedAt: now } : keep('structureEditedAt', stored.structureEditedAt)),
  };
}

/** @returns `before` itself when the draft says the same */
function editChapter(
  before: Chapter,
  draft: DraftChapter,
  now: Date,
  place: (text: string) => number | undefined,
): Chapter {
  const { start, edited } = before;
  const searchQuotes = given(draft.searchQuotes, before.searchQuotes);
  const after: Chapter = {
    start,
    title: typedLine(draft.title),
    summary: typedLine(draft.summary),
    searchText: draft.searchText,
    quotes: placeQuotes(draft.quotes, before.quotes, place),
    ...keep('searchQuotes', searchQuotes),
  };
  const changed = chapterFields.filter((field) => !isSameField(before, after, field));
  if (changed.length === 0) return before;
  return { ...after, edited: { ...edited, ...marks(changed, now) } };
}

function newChapter(draft: DraftChapter, now: Date, place: (text: string) => number | undefined): Chapter {
  const { start, title, summary, searchText, quotes } = draft;
  const searchQuotes = given(draft.searchQuotes, undefined);
  const chapter: Chapter = {
    start,
    title: typedLine(title),
    summary: typedLine(summary),
    searchText,
    quotes: placeQuotes(quotes, [], place),
    ...keep('searchQuotes', searchQuotes),
  };
  const written = chapterFields.filter((field) => (chapter[field] ?? '').length > 0);
  return { ...chapter, edited: marks(written, now) };
}

/** Quotes keep the moment they come with, exactly where it is known; words without one get theirs where they are said. */
function placeQuotes(
  drafts: readonly Quote[],
  stored: readonly Quote[],
  place: (text: string) => number | undefined,
): Quote[] {
  return drafts.flatMap(({ text: typed, at: second }) => {
    const text = typedLine(typed);
    if (text === '') return [];
    const atSecond = stored.filter(({ at }) => at !== undefined && Math.floor(at) === second);
    const same = atSecond.find((quote) => quote.text === text) ?? atSecond[0];
    const known = second === undefined ? stored.find((quote) => quote.text === text) : same;
    return [{ text, ...keep('at', known?.at ?? second ?? place(text)) }];
  });
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

/** Absent leaves what was; empty takes it away. */
function given(draft: string | undefined, before: string | undefined): string | undefined {
  if (draft === undefined) return before;
  return draft === '' ? undefined : draft;
}

function marks(fields: readonly ChapterField[], now: Date): FieldEdits {
  return Object.fromEntries(fields.map((field) => [field, now]));
}

/** A field that is left out where it has no value: stores would keep it as null. */
function keep<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]?: Value });
}

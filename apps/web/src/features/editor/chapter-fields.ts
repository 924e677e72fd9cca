import type { Chapter, Quote, VideoRecord } from '@vault/contracts';
import { quoteText } from '../../lib/quote-parts.ts';
import { isSameQuotes, readQuotes } from './quote-lines.ts';

/** What of a chapter a person writes. */
export const chapterFields = ['title', 'summary', 'quote', 'search', 'searchQuotes'] as const;
export type ChapterField = (typeof chapterFields)[number];
/** And of the video as a whole. */
type EditedField = ChapterField | 'searchSummary';

export type FieldValue = string | readonly Quote[];

/** One text: of the chapter with that start, or of the video itself, whose start is empty. */
export interface Place {
  readonly start: string;
  readonly field: EditedField;
}

/** What edits are laid upon. */
export type EditedRecord = Pick<VideoRecord, 'chapters' | 'chaptersMissing' | 'version' | 'searchSummary'>;

/** What of it was saved; a summary that is left out stays. */
interface SavedFields {
  readonly chapters: readonly Chapter[];
  readonly searchSummary: string | undefined;
}

/** The place of what searches are given as the video's summary. */
export const searchSummaryPlace: Place = { start: '', field: 'searchSummary' };

export function placeKey({ start, field }: Place): string {
  return `${start}/${field}`;
}

/** What stands at a place; undefined when its chapter is not there. */
export function valueAt(record: EditedRecord, place: Place): FieldValue | undefined {
  if (place.field === 'searchSummary') return record.searchSummary ?? '';
  const chapter = record.chapters.find(({ start }) => start === place.start);
  return chapter && (chapter[place.field] ?? '');
}

/** A chapter with one text changed. */
export function withValue(chapter: Chapter, field: EditedField, value: FieldValue): Chapter {
  return { ...chapter, [field]: typeof value === 'string' ? value : [...value] };
}

/**
 * A record with what was saved in it, where the answer could not say what it has become. The version stays: the next save
 * is a conflict, and finds out.
 */
export function withSaved(
  record: EditedRecord,
  { chapters, searchSummary = record.searchSummary }: SavedFields,
): EditedRecord {
  const { version } = record;
  return { chapters: [...chapters], version, ...(searchSummary === undefined ? {} : { searchSummary }) };
}

export function isSameValue(one: FieldValue, other: FieldValue): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return isSameQuotes(one, other);
}

/** A value as it is typed. */
export function textOf(value: FieldValue): string {
  return typeof value === 'string' ? value : value.map(quoteText).join('\n');
}

/** What was typed, as the value it stands for. `before` has the times of quotes. */
export function readText(text: string, before: FieldValue): FieldValue {
  return typeof before === 'string' ? text.trim() : readQuotes(text, before);
}

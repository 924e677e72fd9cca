import type { Chapter, Quote, VideoRecord } from '@vault/contracts';
import { quoteText } from '../../../lib/video/quote-parts.ts';
import { isSameQuotes, readQuotes } from './quote-lines.ts';

/** The texts of a chapter that users edit. */
export const chapterFields = ['title', 'summary', 'quote', 'search', 'searchQuotes'] as const;
export type ChapterField = (typeof chapterFields)[number];
/** Also a text of the video as a whole. */
type EditedField = ChapterField | 'searchSummary';

export type FieldValue = string | readonly Quote[];

/** The text that is edited: a field of the chapter with that start, or of the video, whose start is empty. */
export interface EditTarget {
  readonly start: string;
  readonly field: EditedField;
}

/** The record that edits are applied to. */
export type EditedRecord = Pick<VideoRecord, 'chapters' | 'chaptersMissing' | 'version' | 'searchSummary'>;

/** The summary of the video that is sent to chapter searches. */
export const searchSummaryField: EditTarget = { start: '', field: 'searchSummary' };

export function targetKey({ start, field }: EditTarget): string {
  return `${start}/${field}`;
}

/** The value of a target; undefined when its chapter does not exist. */
export function valueAt(record: EditedRecord, target: EditTarget): FieldValue | undefined {
  if (target.field === 'searchSummary') return record.searchSummary ?? '';
  const chapter = record.chapters.find(({ start }) => start === target.start);
  return chapter && (chapter[target.field] ?? '');
}

/** A chapter with one text changed. */
export function withValue(chapter: Chapter, field: EditedField, value: FieldValue): Chapter {
  return { ...chapter, [field]: typeof value === 'string' ? value : [...value] };
}

export function isSameValue(one: FieldValue, other: FieldValue): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return isSameQuotes(one, other);
}

/** A value as editable text. */
export function textOf(value: FieldValue): string {
  return typeof value === 'string' ? value : value.map(quoteText).join('\n');
}

/** The value that a typed text stands for. `before` has the time codes of quotes. */
export function readText(text: string, before: FieldValue): FieldValue {
  return typeof before === 'string' ? text.trim() : readQuotes(text, before);
}

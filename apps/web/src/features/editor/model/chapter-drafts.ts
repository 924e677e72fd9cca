import type { DraftKind } from '../../../lib/drafts/stored-drafts.ts';
import { chapterFields, targetKey } from './chapter-fields.ts';
import type { FieldValue } from './chapter-fields.ts';
import type { FieldEdit } from './rebase-edits.ts';

/** The edits of chapters that the server does not have yet. */
export const chapterDrafts: DraftKind<FieldEdit> = {
  prefix: 'drafts:',
  list: 'edits',
  keyOf: targetKey,
  isDraft: isEdit,
};

function isEdit(value: unknown): value is FieldEdit {
  const edit = value as Partial<FieldEdit> | null;
  return (
    typeof edit?.start === 'string' &&
    typeof edit.chapterTitle === 'string' &&
    [...chapterFields, 'searchSummary'].includes(edit.field ?? '') &&
    Array.isArray(edit.seenValues) &&
    [edit.value, ...(edit.seenValues as unknown[])].every((each) => isValue(each, edit.field === 'quote'))
  );
}

function isValue(value: unknown, isQuotes: boolean): value is FieldValue {
  if (!isQuotes) return typeof value === 'string';
  return Array.isArray(value) && value.every(isQuote);
}

function isQuote(value: unknown): boolean {
  const quote = value as { quote?: unknown; timecode?: unknown } | string | null;
  if (typeof quote === 'string') return true;
  return typeof quote?.quote === 'string' && typeof quote.timecode === 'string';
}

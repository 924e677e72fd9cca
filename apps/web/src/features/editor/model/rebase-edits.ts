import type { Chapter } from '@vault/contracts';
import { isSameValue, valueAt, withValue } from './chapter-fields.ts';
import type { EditedRecord, EditTarget, FieldValue } from './chapter-fields.ts';

/** An edited text that the server does not have yet. */
export interface FieldEdit extends EditTarget {
  readonly value: FieldValue;
  /** The values it may replace: the one before the edit, and own values sent since. */
  readonly seenValues: readonly FieldValue[];
  /** The title of its chapter at that time, for when the chapter is gone. */
  readonly chapterTitle: string;
}

/** A text that two people have changed. */
export interface Conflict {
  readonly edit: FieldEdit;
  readonly theirs: FieldValue;
}

/** The choices that block saving. */
export interface OpenChoice {
  readonly conflicts: readonly Conflict[];
  /** Edits of chapters that no longer exist. */
  readonly orphans: readonly FieldEdit[];
}

interface RebasedEdits extends OpenChoice {
  /** The record's chapters with every edit that does not conflict. */
  readonly chapters: readonly Chapter[];
  /** The edited summary for searches; undefined when it is not edited. */
  readonly searchSummary: string | undefined;
  /** The edits that `chapters` and `searchSummary` contain. */
  readonly applied: readonly FieldEdit[];
  /** Edits that equal the value of the record. */
  readonly settled: readonly FieldEdit[];
}

/**
 * Rebases edits over a newer record. A text that only the user changed gets the edit; a text that only others changed
 * keeps their value; a text that both changed keeps the value of the others until the user chooses.
 */
export function rebaseEdits(record: EditedRecord, edits: Iterable<FieldEdit>): RebasedEdits {
  const applied: FieldEdit[] = [];
  const settled: FieldEdit[] = [];
  const conflicts: Conflict[] = [];
  const orphans: FieldEdit[] = [];
  for (const edit of edits) {
    const theirs = valueAt(record, edit);
    if (theirs === undefined) orphans.push(edit);
    else if (isSameValue(theirs, edit.value)) settled.push(edit);
    else if (edit.seenValues.some((value) => isSameValue(value, theirs))) applied.push(edit);
    else conflicts.push({ edit, theirs });
  }
  return { ...withEdits(record, applied), applied, settled, conflicts, orphans };
}

/** The record's chapters with edits; the summary for searches is undefined when it is not edited. */
export function withEdits(record: EditedRecord, edits: readonly FieldEdit[]) {
  const chapters = record.chapters.map((chapter) => {
    const own = edits.filter(({ start }) => start === chapter.start);
    return own.reduce((changed, { field, value }) => withValue(changed, field, value), chapter);
  });
  const summary = edits.find(({ field }) => field === 'searchSummary')?.value;
  return { chapters, searchSummary: typeof summary === 'string' ? summary : undefined };
}

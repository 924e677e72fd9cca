import type { Chapter } from '@vault/contracts';
import { isSameValue, valueAt, withValue } from './chapter-fields.ts';
import type { EditedRecord, FieldValue, Place } from './chapter-fields.ts';

/** A text that a person wrote and the server does not have yet. */
export interface FieldEdit extends Place {
  readonly value: FieldValue;
  /** What it takes the place of: what was there when it was written, and own texts sent since. */
  readonly known: readonly FieldValue[];
  /** The title of its chapter at that time, for when the chapter is gone. */
  readonly chapterTitle: string;
}

/** A text that two people have changed. */
export interface Conflict {
  readonly edit: FieldEdit;
  readonly theirs: FieldValue;
}

/** What somebody has to choose before it can be saved. */
export interface OpenChoice {
  readonly conflicts: readonly Conflict[];
  /** Edits of chapters that are not there any more. */
  readonly gone: readonly FieldEdit[];
}

interface LaidEdits extends OpenChoice {
  /** The record's chapters with every edit that is in nobody's way. */
  readonly chapters: readonly Chapter[];
  /** What searches shall be given as the summary; undefined when that is not edited. */
  readonly searchSummary: string | undefined;
  /** Edits that are in them. */
  readonly laid: readonly FieldEdit[];
  /** Edits that say what is there already. */
  readonly settled: readonly FieldEdit[];
}

/**
 * Lays edits on what is there now. Where only the editing person changed a text, theirs stands; where only others did,
 * the others' does; where both did, the others' stands until somebody chooses.
 */
export function layEdits(record: EditedRecord, edits: Iterable<FieldEdit>): LaidEdits {
  const laid: FieldEdit[] = [];
  const settled: FieldEdit[] = [];
  const conflicts: Conflict[] = [];
  const gone: FieldEdit[] = [];
  for (const edit of edits) {
    const theirs = valueAt(record, edit);
    if (theirs === undefined) gone.push(edit);
    else if (isSameValue(theirs, edit.value)) settled.push(edit);
    else if (edit.known.some((value) => isSameValue(value, theirs))) laid.push(edit);
    else conflicts.push({ edit, theirs });
  }
  return { ...applied(record, laid), laid, settled, conflicts, gone };
}

function applied(record: EditedRecord, edits: readonly FieldEdit[]) {
  const chapters = record.chapters.map((chapter) => {
    const own = edits.filter(({ start }) => start === chapter.start);
    return own.reduce((changed, { field, value }) => withValue(changed, field, value), chapter);
  });
  const summary = edits.find(({ field }) => field === 'searchSummary')?.value;
  return { chapters, searchSummary: typeof summary === 'string' ? summary : undefined };
}

/** Whether there is nothing new to choose. */
export function isSameChoice(one: OpenChoice, other: OpenChoice): boolean {
  return (
    one.conflicts.length === other.conflicts.length &&
    one.gone.length === other.gone.length &&
    one.gone.every((edit, index) => edit === other.gone[index]) &&
    one.conflicts.every(({ edit, theirs }, index) => {
      const same = other.conflicts[index];
      return same?.edit === edit && isSameValue(same.theirs, theirs);
    })
  );
}

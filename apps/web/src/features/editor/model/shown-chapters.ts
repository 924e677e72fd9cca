import type { Chapter } from '@vault/contracts';
import { chapterFields, isSameValue } from './chapter-fields.ts';
import type { EditedRecord } from './chapter-fields.ts';
import { withValue } from './chapter-fields.ts';
import type { FieldEdit } from './rebase-edits.ts';

/** The chapters with the edits applied. A chapter stays the same object until its content changes. */
export class ShownChapters {
  #chapters: readonly Chapter[] = [];
  #searchSummary = '';

  constructor(record: EditedRecord, edits: Iterable<FieldEdit>) {
    this.update(record, edits);
  }

  get chapters(): readonly Chapter[] {
    return this.#chapters;
  }

  get searchSummary(): string {
    return this.#searchSummary;
  }

  update(record: EditedRecord, edits: Iterable<FieldEdit>): void {
    const all = [...edits];
    const chaptersByStart = new Map(this.#chapters.map((chapter) => [chapter.start, chapter]));
    const next = record.chapters.map((chapter) => {
      const own = all.filter(({ start }) => start === chapter.start);
      const shown = own.reduce((changed, { field, value }) => withValue(changed, field, value), chapter);
      const before = chaptersByStart.get(chapter.start);
      return before && isSameChapter(before, shown) ? before : shown;
    });
    const isSame =
      next.length === this.#chapters.length && next.every((each, index) => each === this.#chapters[index]);
    if (!isSame) this.#chapters = next;
    const summary = all.find(({ field }) => field === 'searchSummary')?.value ?? record.searchSummary ?? '';
    this.#searchSummary = typeof summary === 'string' ? summary : '';
  }
}

function isSameChapter(one: Chapter, other: Chapter): boolean {
  return chapterFields.every((field) => isSameValue(one[field] ?? '', other[field] ?? ''));
}

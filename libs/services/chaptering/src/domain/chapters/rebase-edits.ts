import { randomUUID } from 'node:crypto';
import { maxChapters, minChapterGap, uniqueTitle } from './chapter-rules.ts';
import {
  chapterFields,
  type Chapter,
  type ChapterContent,
  type ChapterField,
  type FieldEdits,
  type ListedChapter,
} from './chapter.ts';

/** Which edits stay: those after a time, or all. */
export type EditsSince = Date | 'ever';

/** Fields of an old chapter that a new one takes over. */
interface Carried {
  readonly from: ListedChapter;
  readonly fields: readonly ChapterField[];
}

/**
 * Applies the edits of people to newly generated chapters. A list whose structure a person changed is kept whole.
 * Edited fields are copied to the new chapter within ten seconds; without one, the edited chapter stays and new
 * chapters next to it are dropped. Search texts are copied too: new chapters have none. A new chapter has the id of the
 * chapter that it is matched to.
 */
export function rebaseEdits(
  proposed: readonly Chapter[],
  { chapters: current, structureEditedAt }: ChapterContent,
  since: EditsSince,
): ListedChapter[] {
  if (isSince(structureEditedAt, since)) return [...current];
  const edited = current.filter((chapter) => editsOf(chapter, since).length > 0);
  const others = current.filter((chapter) => !edited.includes(chapter));
  const carried = new Map<Chapter, Carried>();
  const unmatched = matchToNearest(edited, proposed, carried, (chapter) => [
    ...new Set([...editsOf(chapter, since), ...searchFields(chapter)]),
  ]);
  matchToNearest(others, proposed, carried, searchFields);
  const remaining = proposed.filter(
    (chapter) =>
      chapter.start === 0 || carried.has(chapter) || !unmatched.some((other) => isNear(other, chapter)),
  );
  const merged = [
    ...unmatched,
    ...remaining.map((chapter) => applyCarried(chapter, carried.get(chapter), since)),
  ].sort((a, b) => a.start - b.start);
  return withUniqueTitles(limited(merged, since), since);
}

/** Matches each chapter to the nearest new one, the nearest pairs first. @returns the chapters without a match */
function matchToNearest(
  chapters: readonly ListedChapter[],
  proposed: readonly Chapter[],
  carried: Map<Chapter, Carried>,
  fieldsOf: (chapter: Chapter) => readonly ChapterField[],
): ListedChapter[] {
  const pairs = chapters
    .flatMap((from) => proposed.filter((to) => isNear(from, to)).map((to) => ({ from, to })))
    .sort((a, b) => distance(a) - distance(b));
  const matched = new Set<ListedChapter>();
  for (const { from, to } of pairs) {
    // Only the first chapter may match the first chapter.
    if (matched.has(from) || carried.has(to) || (from.start === 0) !== (to.start === 0)) continue;
    carried.set(to, { from, fields: fieldsOf(from) });
    matched.add(from);
  }
  return chapters.filter((chapter) => !matched.has(chapter));
}

function distance({ from, to }: { from: Chapter; to: Chapter }): number {
  return Math.abs(from.start - to.start);
}

function isNear(one: Chapter, other: Chapter): boolean {
  return Math.abs(one.start - other.start) < minChapterGap;
}

function applyCarried(chapter: Chapter, carried: Carried | undefined, since: EditsSince): ListedChapter {
  if (!carried) return { ...chapter, id: randomUUID() };
  const { from, fields } = carried;
  const words = Object.fromEntries(fields.map((field) => [field, from[field]])) as Partial<Chapter>;
  const edits = editsOf(from, since).map((field) => [field, from.edited?.[field]]);
  const edited = Object.fromEntries(edits) as FieldEdits;
  const followed = from.followed?.filter((field) => fields.includes(field)) ?? [];
  return {
    ...chapter,
    ...words,
    id: from.id,
    ...(edits.length > 0 ? { edited } : {}),
    ...(followed.length > 0 ? { followed } : {}),
  };
}

/** The fields of a chapter whose edits stay. */
function editsOf({ edited = {} }: Chapter, since: EditsSince): ChapterField[] {
  return chapterFields.filter((field) => isSince(edited[field], since));
}

/** The search fields that are not empty. */
function searchFields(chapter: Chapter): ChapterField[] {
  return (['searchText', 'searchQuotes'] as const).filter((field) => chapter[field]);
}

function isSince(at: Date | undefined | null, since: EditsSince): boolean {
  return at !== undefined && at !== null && (since === 'ever' || at > since);
}

/** At most `maxChapters`; drops unedited chapters, the last ones first. */
function limited(chapters: readonly ListedChapter[], since: EditsSince): ListedChapter[] {
  let tooMany = chapters.length - maxChapters;
  const result: ListedChapter[] = [];
  for (const chapter of [...chapters].reverse()) {
    const isUnedited = chapter.start > 0 && editsOf(chapter, since).length === 0;
    if (tooMany > 0 && isUnedited) tooMany -= 1;
    else result.push(chapter);
  }
  return result.reverse();
}

/** Keeps the titles of people, even equal ones; numbers generated titles that equal another title. */
function withUniqueTitles(chapters: readonly ListedChapter[], since: EditsSince): ListedChapter[] {
  const isTitledByPerson = (chapter: Chapter) => isSince(chapter.edited?.title, since);
  const titlesByPerson = new Set(chapters.filter(isTitledByPerson).map(({ title }) => title.toLowerCase()));
  return chapters.map((chapter) =>
    isTitledByPerson(chapter) ? chapter : { ...chapter, title: uniqueTitle(chapter.title, titlesByPerson) },
  );
}

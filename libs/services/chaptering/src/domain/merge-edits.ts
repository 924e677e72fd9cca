import { maxChapters, minChapterGap, uniqueTitle } from './chapter-rules.ts';
import {
  chapterFields,
  type Chapter,
  type ChapterContent,
  type ChapterField,
  type FieldEdits,
} from './chapter.ts';

/** Which edits count: those after a moment, or all there ever were. */
export type EditsSince = Date | 'ever';

/** A chapter of before whose words live on in a new one. */
interface Heir {
  readonly from: Chapter;
  readonly fields: readonly ChapterField[];
}

/**
 * New chapters in the place of old ones, without losing what a person wrote: a list whose chapters a person chose is
 * kept whole; edited fields go to the new chapter within ten seconds, and where there is none the edited chapter stays
 * and new ones next to it go. What searches wrote or are given goes along: new chapters say nothing about it.
 */
export function mergeEdits(
  proposed: readonly Chapter[],
  { chapters: current, structureEditedAt }: ChapterContent,
  since: EditsSince,
): Chapter[] {
  if (counts(structureEditedAt, since)) return [...current];
  const edited = current.filter((chapter) => editsOf(chapter, since).length > 0);
  const others = current.filter((chapter) => !edited.includes(chapter));
  const heirs = new Map<Chapter, Heir>();
  const homeless = placeAll(edited, proposed, heirs, (chapter) => [
    ...new Set([...editsOf(chapter, since), ...searchFields(chapter)]),
  ]);
  placeAll(others, proposed, heirs, searchFields);
  const kept = proposed.filter(
    (chapter) =>
      chapter.start === 0 || heirs.has(chapter) || !homeless.some((other) => isNear(other, chapter)),
  );
  const merged = [...homeless, ...kept.map((chapter) => inherit(chapter, heirs.get(chapter), since))].sort(
    (a, b) => a.start - b.start,
  );
  return withUniqueTitles(atMost(merged, since), since);
}

/** Gives each chapter to the nearest new one, the nearest pairs first. @returns those for whom there is none */
function placeAll(
  chapters: readonly Chapter[],
  proposed: readonly Chapter[],
  heirs: Map<Chapter, Heir>,
  fieldsOf: (chapter: Chapter) => readonly ChapterField[],
): Chapter[] {
  const pairs = chapters
    .flatMap((from) => proposed.filter((to) => isNear(from, to)).map((to) => ({ from, to })))
    .sort((a, b) => distance(a) - distance(b));
  const placed = new Set<Chapter>();
  for (const { from, to } of pairs) {
    // The start of the video is the first chapter's alone.
    if (placed.has(from) || heirs.has(to) || (from.start === 0) !== (to.start === 0)) continue;
    heirs.set(to, { from, fields: fieldsOf(from) });
    placed.add(from);
  }
  return chapters.filter((chapter) => !placed.has(chapter));
}

function distance({ from, to }: { from: Chapter; to: Chapter }): number {
  return Math.abs(from.start - to.start);
}

function isNear(one: Chapter, other: Chapter): boolean {
  return Math.abs(one.start - other.start) < minChapterGap;
}

function inherit(chapter: Chapter, heir: Heir | undefined, since: EditsSince): Chapter {
  if (!heir || heir.fields.length === 0) return chapter;
  const { from, fields } = heir;
  const words = Object.fromEntries(fields.map((field) => [field, from[field]])) as Partial<Chapter>;
  const edits = editsOf(from, since).map((field) => [field, from.edited?.[field]]);
  const edited = Object.fromEntries(edits) as FieldEdits;
  return { ...chapter, ...words, ...(edits.length > 0 ? { edited } : {}) };
}

/** The fields of a chapter whose edits count. */
function editsOf({ edited = {} }: Chapter, since: EditsSince): ChapterField[] {
  return chapterFields.filter((field) => counts(edited[field], since));
}

/** What searches wrote, or are given, where there is anything. */
function searchFields(chapter: Chapter): ChapterField[] {
  return (['searchText', 'searchQuotes'] as const).filter((field) => chapter[field]);
}

function counts(at: Date | undefined | null, since: EditsSince): boolean {
  return at !== undefined && at !== null && (since === 'ever' || at > since);
}

/** No more than there may be; those that a person wrote in are not the ones that go. */
function atMost(chapters: readonly Chapter[], since: EditsSince): Chapter[] {
  let tooMany = chapters.length - maxChapters;
  const kept: Chapter[] = [];
  for (const chapter of [...chapters].reverse()) {
    const isFree = chapter.start > 0 && editsOf(chapter, since).length === 0;
    if (tooMany > 0 && isFree) tooMany -= 1;
    else kept.push(chapter);
  }
  return kept.reverse();
}

/** Titles of people stay as they are, also where two are alike; the others keep out of their way. */
function withUniqueTitles(chapters: readonly Chapter[], since: EditsSince): Chapter[] {
  const isOwn = (chapter: Chapter) => counts(chapter.edited?.title, since);
  const taken = new Set(chapters.filter(isOwn).map(({ title }) => title.toLowerCase()));
  return chapters.map((chapter) =>
    isOwn(chapter) ? chapter : { ...chapter, title: uniqueTitle(chapter.title, taken) },
  );
}

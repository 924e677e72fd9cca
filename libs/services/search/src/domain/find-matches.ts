import type { SearchField } from '@vault/contracts';
import type { SearchDocument } from './search-document.ts';
import type { FindNext } from './queries.ts';
import { chapterFieldAt, videoFieldAt } from './segments.ts';

/** A text of a video that contains the keyword, or several consecutive lines of its transcript. */
export interface Match {
  readonly field: SearchField;
  /** The index of the first text. */
  readonly index: number;
  /** The index of the last text. */
  readonly last: number;
  /** Title of the chapter it belongs to; undefined for the video itself. */
  readonly chapterTitle?: string;
}

/**
 * The matching texts of a video: the first one of the video itself, then the first one of each chapter. The texts are
 * in order of priority, so the first hit is the result.
 */
export function findMatches({ ownTexts, chapters }: SearchDocument, findNext: FindNext): Match[] {
  const matches: Match[] = [];
  let hit = findNext(0);
  if (hit && hit.first < ownTexts) {
    matches.push({ field: videoFieldAt(hit.first, ownTexts), index: hit.first, last: hit.last });
    hit = findNext(ownTexts);
  }
  for (const { title: chapterTitle, from, to } of chapters) {
    if (!hit) break;
    if (hit.first >= to) continue;
    const { first, last } = hit;
    matches.push({ field: chapterFieldAt(first - from), index: first, last, chapterTitle });
    hit = findNext(to);
  }
  return matches;
}

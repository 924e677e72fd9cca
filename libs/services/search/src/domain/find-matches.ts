import type { SearchField } from '@vault/contracts';
import type { Haystack } from './haystack.ts';
import type { Seek } from './seeking.ts';
import { chapterFieldAt, videoFieldAt } from './segments.ts';

/** A text of a video in which the keyword stands, or several lines of it that follow each other. */
export interface Match {
  readonly field: SearchField;
  /** Which of the texts. */
  readonly index: number;
  /** The last of them. */
  readonly last: number;
  /** Title of the chapter it belongs to; undefined for the video itself. */
  readonly chapterTitle?: string;
}

/**
 * The texts of a video that match: the first of the video's own, then the first of each chapter. The texts stand in the
 * order in which they count, so the first place found is the one.
 */
export function findMatches({ ownTexts, chapters }: Haystack, seek: Seek): Match[] {
  const matches: Match[] = [];
  let hit = seek(0);
  if (hit && hit.first < ownTexts) {
    matches.push({ field: videoFieldAt(hit.first, ownTexts), index: hit.first, last: hit.last });
    hit = seek(ownTexts);
  }
  for (const { title: chapterTitle, from, to } of chapters) {
    if (!hit) break;
    if (hit.first >= to) continue;
    const { first, last } = hit;
    matches.push({ field: chapterFieldAt(first - from), index: first, last, chapterTitle });
    hit = seek(to);
  }
  return matches;
}

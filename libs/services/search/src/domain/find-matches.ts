import type { SearchField } from '@vault/contracts';
import type { SearchDocument } from './search-document.ts';
import type { FindNext, Hit } from './queries.ts';
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
  /** Whether the text has the keyword as it was typed, except for case. */
  readonly isExact: boolean;
}

/** Whether a hit has the keyword as it was typed. */
export type IsExact = (hit: Hit) => boolean;

/**
 * The matching texts of a video: the first one of the video itself, then the first one of each chapter. The texts are
 * in order of priority; exact ones precede the others.
 */
export function findMatches(
  { ownTexts, chapters }: SearchDocument,
  findNext: FindNext,
  isExact: IsExact = () => true,
): Match[] {
  const matches: Match[] = [];
  let hit = findNext(0);
  if (hit && hit.first < ownTexts) {
    const { best, exact } = bestBefore(ownTexts, hit, findNext, isExact);
    const field = videoFieldAt(best.first, ownTexts);
    matches.push({ field, index: best.first, last: best.last, isExact: exact });
    hit = findNext(ownTexts);
  }
  for (const { title: chapterTitle, from, to } of chapters) {
    if (!hit) break;
    if (hit.first >= to) continue;
    const { best, exact } = bestBefore(to, hit, findNext, isExact);
    const field = chapterFieldAt(best.first - from);
    matches.push({ field, index: best.first, last: best.last, chapterTitle, isExact: exact });
    hit = findNext(to);
  }
  return matches;
}

/** The first exact hit before a text; without one, the given first hit. */
function bestBefore(
  to: number,
  first: Hit,
  findNext: FindNext,
  isExact: IsExact,
): { best: Hit; exact: boolean } {
  for (let hit: Hit | undefined = first; hit && hit.first < to; hit = findNext(hit.first + 1))
    if (isExact(hit)) return { best: hit, exact: true };
  return { best: first, exact: false };
}

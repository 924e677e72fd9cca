import type { SearchField } from '@vault/contracts';
import { foldText } from '@vault/contracts';
import { gramsOf, mayHold, type GramHashes } from './gram-filter.ts';
import type { Haystack } from './haystack.ts';
import { startOf, textAt, withoutSeparators } from './joined-texts.ts';
import { chapterFieldAt, videoFieldAt } from './segments.ts';

/** A keyword made ready for searching. */
export interface Needle {
  readonly folded: string;
  readonly bytes: Buffer;
  readonly grams: GramHashes;
}

/** A text of a video in which the keyword stands. */
export interface Match {
  readonly field: SearchField;
  /** Which of the texts. */
  readonly index: number;
  /** Title of the chapter it belongs to; undefined for the video itself. */
  readonly chapterTitle?: string;
}

export function makeNeedle(keyword: string): Needle {
  const folded = withoutSeparators(foldText(keyword));
  const bytes = Buffer.from(folded);
  return { folded, bytes, grams: gramsOf(bytes) };
}

/**
 * The texts of a video that match: the first of the video's own, then the first of each chapter. The texts stand in the
 * order in which they count, so the first place found is the one.
 */
export function findMatches(video: Haystack, { bytes, grams }: Needle): Match[] {
  if (!mayHold(video.filter, grams)) return [];
  const { folded, ownTexts, chapters } = video;
  const matches: Match[] = [];
  const find = (from: number) => (from < folded.bytes.length ? folded.bytes.indexOf(bytes, from) : -1);
  const endOfOwn = startOf(folded, ownTexts);
  let place = find(0);
  if (place !== -1 && place < endOfOwn) {
    const index = textAt(folded, place);
    matches.push({ field: videoFieldAt(index, ownTexts), index });
    place = find(endOfOwn);
  }
  for (const { title: chapterTitle, from, to } of chapters) {
    if (place === -1) break;
    const end = startOf(folded, to);
    if (place >= end) continue;
    const index = textAt(folded, place);
    matches.push({ field: chapterFieldAt(index - from), index, chapterTitle });
    place = find(end);
  }
  return matches;
}

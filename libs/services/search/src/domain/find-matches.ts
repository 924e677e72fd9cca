import type { SearchField } from '@vault/contracts';
import { foldText } from './fold-text.ts';
import { gramsOf, mayHold, type GramHashes } from './gram-filter.ts';
import type { Haystack } from './haystack.ts';

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
  /** Which of the chapters; undefined for the video itself. */
  readonly chapter?: number;
}

const fieldsBeforeTranscript = ['title', 'description', 'assetId', 'thumbnail', 'captionsTrackId'] as const;

export function makeNeedle(keyword: string): Needle {
  const folded = foldText(keyword);
  const bytes = Buffer.from(folded);
  return { folded, bytes, grams: gramsOf(bytes) };
}

/**
 * The texts of a video that match: the first of the video's own, then the first of each chapter. The texts stand in the
 * order in which they count, so the first place found is the one.
 */
export function findMatches(haystack: Haystack, { bytes, grams }: Needle): Match[] {
  if (!mayHold(haystack.filter, grams)) return [];
  const { folded, foldedStarts, chapterTexts } = haystack;
  const matches: Match[] = [];
  const chaptersBegin = foldedStarts[chapterTexts[0]!]!;
  let place = folded.indexOf(bytes);
  if (place !== -1 && place < chaptersBegin) {
    const index = textAt(foldedStarts, place);
    matches.push({ field: videoField(index, chapterTexts[0]!), index });
    place = folded.indexOf(bytes, chaptersBegin);
  }
  while (place !== -1) {
    const index = textAt(foldedStarts, place);
    const chapter = chapterTexts.findLastIndex((first) => first <= index);
    matches.push({ field: chapterField(index - chapterTexts[chapter]!), index, chapter });
    const next = foldedStarts[chapterTexts[chapter + 1]!]!;
    place = next < folded.length ? folded.indexOf(bytes, next) : -1;
  }
  return matches;
}

function videoField(index: number, count: number): SearchField {
  if (index === count - 1) return 'playback_id';
  return fieldsBeforeTranscript[index] ?? 'transcript';
}

function chapterField(index: number): SearchField {
  if (index === 0) return 'chapter title';
  return index === 1 ? 'chapter summary' : 'chapter quote';
}

/** The text in which a place lies: the last that begins at or before it. */
function textAt(starts: Uint32Array, place: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! <= place) low = middle;
    else high = middle;
  }
  return low;
}

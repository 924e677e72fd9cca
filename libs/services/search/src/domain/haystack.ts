import { foldText } from '@vault/contracts';
import { makeGramFilter, type GramFilter } from './gram-filter.ts';
import { joinTexts, textOf, type JoinedTexts } from './joined-texts.ts';
import type { SearchedVideo } from './searched-video.ts';
import { chapterSegments, videoSegments } from './segments.ts';

/** A video made ready for searching: all of its texts one after the other, in the order in which they count. */
export interface Haystack {
  readonly id: string;
  readonly uploadId: string;
  readonly title: string;
  readonly thumbnail: string;
  readonly duration: number;
  readonly createdAt: Date;
  readonly chapters: readonly HaystackChapter[];
  /** Texts as they are searched. */
  readonly folded: JoinedTexts;
  /** Texts as they were written. */
  readonly written: JoinedTexts;
  /** Seconds of each text; NaN when it belongs to no moment. */
  readonly times: Float64Array;
  /** How many texts are the video's own, before those of the chapters. */
  readonly ownTexts: number;
  readonly filter: GramFilter;
  /** Bytes that all this takes. */
  readonly size: number;
}

interface HaystackChapter {
  readonly title: string;
  readonly start: number;
  /** The first of its texts. */
  readonly from: number;
  /** The first that is not its own any more. */
  readonly to: number;
}

/** What objects and short strings take beside the bytes, generously. */
const overhead = 1_024;
const chapterOverhead = 256;

export function makeHaystack(video: SearchedVideo): Haystack {
  const { id, uploadId, title, thumbnail, duration, createdAt } = video;
  const segments = videoSegments(video);
  const ownTexts = segments.length;
  const chapters = video.chapters.map((chapter) => {
    const from = segments.length;
    segments.push(...chapterSegments(chapter));
    return { title: chapter.title, start: chapter.start, from, to: segments.length };
  });
  const texts = segments.map(({ text }) => text);
  const written = joinTexts(texts);
  const folded = joinTexts(texts, foldText);
  const filter = makeGramFilter(folded.bytes);
  const times = Float64Array.from(segments, ({ at }) => at ?? Number.NaN);
  const arrays = [folded.bytes, folded.starts, written.bytes, written.starts, times, filter];
  const bytes = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const size = bytes + overhead + chapterOverhead * chapters.length;
  const shown = { id, uploadId, title, thumbnail, duration, createdAt };
  return { ...shown, chapters, folded, written, times, ownTexts, filter, size };
}

/** A text as it was written. */
export function writtenText({ written }: Haystack, index: number): string {
  return textOf(written, index);
}

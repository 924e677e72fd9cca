import { foldText } from './fold-text.ts';
import { makeGramFilter, type GramFilter } from './gram-filter.ts';
import type { SearchedVideo } from './searched-video.ts';
import { chapterSegments, videoSegments, type Segment } from './segments.ts';

/** Stands between two texts, and in none: no keyword matches across. */
const separator = '\0';

/** A video made ready for searching: all of its texts one after the other, as bytes outside of the script engine's heap. */
export interface Haystack {
  readonly id: string;
  readonly uploadId: string;
  readonly title: string;
  readonly thumbnail: string;
  readonly duration: number;
  readonly createdAt: Date;
  /** Titles and starts of the chapters. */
  readonly chapters: readonly { readonly title: string; readonly start: number }[];
  /** Texts as they are searched. */
  readonly folded: Buffer;
  /** Texts as they were written. */
  readonly written: Buffer;
  /** Where each text begins in `folded`, and after the last where one more would. */
  readonly foldedStarts: Uint32Array;
  /** As `foldedStarts`, in `written`. */
  readonly writtenStarts: Uint32Array;
  /** Seconds of each text; NaN when it belongs to no moment. */
  readonly times: Float64Array;
  /** The first text of each chapter, and after the last what their number would be. */
  readonly chapterTexts: readonly number[];
  readonly filter: GramFilter;
  /** Bytes that all this takes. */
  readonly size: number;
}

/** What objects and short strings take beside the bytes, generously. */
const overhead = 1_024;
const chapterOverhead = 256;

export function makeHaystack(video: SearchedVideo): Haystack {
  const segments = videoSegments(video);
  const chapterTexts = [segments.length];
  for (const chapter of video.chapters) {
    segments.push(...chapterSegments(chapter));
    chapterTexts.push(segments.length);
  }
  const written = join(segments.map(({ text }) => text.replaceAll(separator, ' ')));
  const folded = join(segments.map(({ text }) => foldText(text.replaceAll(separator, ' '))));
  const filter = makeGramFilter(folded.bytes);
  const times = Float64Array.from(segments, ({ at }: Segment) => at ?? Number.NaN);
  const arrays = [folded.bytes, folded.starts, written.bytes, written.starts, times, filter];
  return {
    id: video.id,
    uploadId: video.uploadId,
    title: video.title,
    thumbnail: video.thumbnail,
    duration: video.duration,
    createdAt: video.createdAt,
    chapters: video.chapters.map(({ title, start }) => ({ title, start })),
    folded: folded.bytes,
    written: written.bytes,
    foldedStarts: folded.starts,
    writtenStarts: written.starts,
    times,
    chapterTexts,
    filter,
    size:
      arrays.reduce((sum, { byteLength }) => sum + byteLength, 0) +
      overhead +
      chapterOverhead * video.chapters.length,
  };
}

/** A text as it was written. */
export function writtenText({ written, writtenStarts }: Haystack, index: number): string {
  return written.toString('utf8', writtenStarts[index], writtenStarts[index + 1]! - separator.length);
}

function join(texts: readonly string[]): { bytes: Buffer; starts: Uint32Array } {
  const starts = new Uint32Array(texts.length + 1);
  texts.forEach((text, index) => {
    starts[index + 1] = starts[index]! + Buffer.byteLength(text) + separator.length;
  });
  // Not from the pool that small buffers share: it would be kept whole.
  const bytes = Buffer.allocUnsafeSlow(starts[texts.length]!);
  texts.forEach((text, index) => bytes.write(text + separator, starts[index]!));
  return { bytes, starts };
}

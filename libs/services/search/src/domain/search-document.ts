import { foldCase, foldText } from '@vault/contracts';
import { makeGramFilter, type GramFilter } from './gram-filter.ts';
import { joinTexts, textOf, type JoinedTexts } from './joined-texts.ts';
import type { SearchedVideo } from './searched-video.ts';
import { chapterSegments, videoSegments } from './segments.ts';

/** A video prepared for searching: all of its texts, in order of priority. */
export interface SearchDocument {
  readonly id: string;
  readonly uploadId: string;
  readonly title: string;
  readonly thumbnail: string;
  readonly duration: number;
  readonly createdAt: Date;
  readonly chapters: readonly SearchDocumentChapter[];
  /** The folded texts, which are searched. */
  readonly folded: JoinedTexts;
  /** Whether folding changed only case, so that every hit is exact. */
  readonly isPlain: boolean;
  /** The original texts, which are shown. */
  readonly original: JoinedTexts;
  /** The time of each text in seconds; NaN when it has none. */
  readonly times: Float64Array;
  readonly speakers: readonly string[];
  /** For each text the number of its speaker, counted from 1; 0 when it has none. */
  readonly spokenBy: Uint32Array;
  /** The number of texts of the video itself; they come before the chapters' texts. */
  readonly ownTexts: number;
  readonly filter: GramFilter;
  /** Memory in bytes. */
  readonly size: number;
}

interface SearchDocumentChapter {
  readonly title: string;
  readonly start: number;
  /** The index of its first text. */
  readonly from: number;
  /** The index after its last text. */
  readonly to: number;
}

/** Generous estimates of the memory of objects and short strings. */
const overhead = 1_024;
const chapterOverhead = 256;

export function makeSearchDocument(video: SearchedVideo): SearchDocument {
  const { id, uploadId, title, thumbnail, duration, createdAt } = video;
  const segments = videoSegments(video);
  const ownTexts = segments.length;
  const chapters = video.chapters.map((chapter) => {
    const from = segments.length;
    segments.push(...chapterSegments(chapter));
    return { title: chapter.title, start: chapter.start, from, to: segments.length };
  });
  const texts = segments.map(({ text }) => text);
  const original = joinTexts(texts);
  const folded = joinTexts(texts, foldText);
  const isPlain = texts.every((text) => /^[\0-\x7f]*$/.test(text));
  const filter = makeGramFilter(folded.bytes);
  const times = Float64Array.from(segments, ({ at }) => at ?? Number.NaN);
  const speakers = [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))];
  const numbers = new Map(speakers.map((speaker, index) => [speaker, index + 1]));
  const spokenBy = Uint32Array.from(segments, ({ speaker = '' }) => numbers.get(speaker) ?? 0);
  const arrays = [folded.bytes, folded.starts, original.bytes, original.starts, times, spokenBy, filter];
  const bytes = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const size = bytes + overhead + chapterOverhead * chapters.length;
  const shown = { id, uploadId, title, thumbnail, duration, createdAt };
  return { ...shown, chapters, folded, isPlain, original, times, speakers, spokenBy, ownTexts, filter, size };
}

export function originalText({ original }: SearchDocument, index: number): string {
  return textOf(original, index);
}

/** Who says all texts of a run; undefined when several do, or nobody. @param last index of the last text */
export function speakerOf(
  { speakers, spokenBy }: SearchDocument,
  first: number,
  last: number,
): string | undefined {
  const number = spokenBy[first] ?? 0;
  return spokenBy.subarray(first, last + 1).every((each) => each === number)
    ? speakers[number - 1]
    : undefined;
}

/** Whether a text contains a keyword that {@link foldCase} has folded, as it was typed except for case. */
export function hasExactly(document: SearchDocument, index: number, keyword: string): boolean {
  return foldCase(originalText(document, index)).includes(keyword);
}

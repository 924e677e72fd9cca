import type { SearchField } from '@vault/contracts';
import type { SearchedChapter, SearchedVideo } from './searched-video.ts';

/** A text of a video that is searched separately. */
export interface Segment {
  readonly text: string;
  /** Seconds; null when it has no time. */
  readonly at: number | null;
  readonly speaker?: string;
}

const beforeTranscript = ['title', 'description', 'assetId', 'thumbnail', 'captionsTrackId'] as const;

/** The index of the first line of the transcript; one more text comes after the last line. */
export const firstLine = beforeTranscript.length;

/** Whether one of the `count` {@link videoSegments} is an address or an id. */
export function isIdentifier(index: number, count: number): boolean {
  const title = 0;
  const description = 1;
  return index === count - 1 || (index < firstLine && index !== title && index !== description);
}

/** The texts of the video itself, in order of priority. */
export function videoSegments(video: SearchedVideo): Segment[] {
  return [
    ...beforeTranscript.map((field) => ({ text: video[field], at: null })),
    ...video.lines.map(({ start, ...line }) => ({ ...line, at: start })),
    { text: video.playbackId, at: null },
  ];
}

/** The field of one of the `count` {@link videoSegments}. */
export function videoFieldAt(index: number, count: number): SearchField {
  if (index === count - 1) return 'playback_id';
  return beforeTranscript[index] ?? 'transcript';
}

/** As {@link videoSegments}, for one chapter. */
export function chapterSegments({ start, title, summary, quotes }: SearchedChapter): Segment[] {
  return [{ text: title, at: start }, { text: summary, at: start }, ...quotes];
}

/** The field of one of {@link chapterSegments}. */
export function chapterFieldAt(index: number): SearchField {
  if (index === 0) return 'chapter title';
  return index === 1 ? 'chapter summary' : 'chapter quote';
}

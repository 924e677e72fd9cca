import type { SearchField } from '@vault/contracts';
import type { SearchedVideo } from './searched-video.ts';

/** A text of a video that is searched by itself. */
export interface Segment {
  readonly field: SearchField;
  readonly text: string;
  /** Seconds; null when it belongs to no moment. */
  readonly at: number | null;
}

/** The texts of the video itself, in the order in which the first that matches counts. */
export function videoSegments(video: SearchedVideo): Segment[] {
  const of = (field: SearchField, text: string): Segment => ({ field, text, at: null });
  return [
    of('title', video.title),
    of('description', video.description),
    of('assetId', video.assetId),
    of('thumbnail', video.thumbnail),
    of('captionsTrackId', video.captionsTrackId),
    ...video.lines.map(({ start, text }): Segment => ({ field: 'transcript', text, at: start })),
    of('playback_id', video.playbackId),
  ];
}

/** As {@link videoSegments}, for one chapter. */
export function chapterSegments({
  start,
  title,
  summary,
  quotes,
}: SearchedVideo['chapters'][number]): Segment[] {
  return [
    { field: 'chapter title', text: title, at: start },
    { field: 'chapter summary', text: summary, at: start },
    ...quotes.map(({ text, at }): Segment => ({ field: 'chapter quote', text, at })),
  ];
}

import type { VideoRecord } from '@vault/contracts';
import { quoteSpeaker, quoteText, quoteTimeCode } from '../../../lib/video/quote-parts.ts';
import type { LineInFile } from './recognised-words.ts';

/**
 * The file format of an exported video. `version` is increased when a field is removed or changes its meaning, not when
 * a field is added. It contains no media addresses, because anyone who knows one can play the video.
 */
export interface VideoFile {
  readonly format: 'webinar-vault-video';
  readonly version: 2;
  /** ISO 8601, like `createdAt`. */
  readonly exportedAt: string;
  readonly video: {
    readonly id: string;
    readonly title: string;
    readonly description: string;
    readonly summary: string;
    /** The summary for searches, if the user has set one. */
    readonly searchSummary?: string;
    readonly createdAt: string;
    /** Seconds. */
    readonly duration: number;
    readonly chapters: readonly ChapterInFile[];
    /** How often people have changed words or speakers of the transcript; 0: as recognised. */
    readonly transcriptVersion: number;
    /** The present words. Times in seconds; empty when there is no transcript. */
    readonly transcript: readonly LineInFile[];
  };
}

/** Times are `HH:MM:SS`. */
interface ChapterInFile {
  readonly start: string;
  readonly title: string;
  readonly summary: string;
  /** The answer to the search prompt. */
  readonly search: string;
  /** The quotes for searches of this chapter, if the user has set them. */
  readonly searchQuotes?: string;
  readonly quotes: readonly {
    readonly quote: string;
    readonly timecode: string | null;
    /** Left out when unknown, as in the transcript. */
    readonly speaker?: string | undefined;
  }[];
}

/** Formats a video as JSON. @param now time of the export */
export function videoJson(video: VideoRecord, transcript: readonly LineInFile[], now: Date): string {
  const file: VideoFile = {
    format: 'webinar-vault-video',
    version: 2,
    exportedAt: now.toISOString(),
    video: {
      id: video.id,
      title: video.title,
      description: video.description,
      summary: video.summary,
      searchSummary: video.searchSummary,
      createdAt: new Date(video.created_at * 1000).toISOString(),
      duration: video.duration,
      chapters: video.chapters.map(({ start, title, summary, search, searchQuotes, quote }) => ({
        start,
        title,
        summary,
        search,
        searchQuotes,
        quotes: quote.map((one) => ({
          quote: quoteText(one),
          timecode: quoteTimeCode(one),
          speaker: quoteSpeaker(one),
        })),
      })),
      transcriptVersion: video.transcriptVersion,
      transcript,
    },
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

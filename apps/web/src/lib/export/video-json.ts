import type { VideoRecord } from '@vault/contracts';
import type { Cue } from '@vault/webvtt';
import { quoteText, quoteTimeCode } from '../quote-parts.ts';

/**
 * Everything about a video as a file. `version` rises when a field is taken away or changes its meaning; fields may be
 * added without. Addresses of the media are left out: whoever knows one may play it.
 */
export interface VideoFile {
  readonly format: 'webinar-vault-video';
  readonly version: 1;
  /** ISO 8601, as the next one. */
  readonly exportedAt: string;
  readonly video: {
    readonly id: string;
    readonly title: string;
    readonly description: string;
    readonly summary: string;
    /** What searches are given as the summary, where a person wrote that. */
    readonly searchSummary?: string;
    readonly createdAt: string;
    /** Seconds. */
    readonly duration: number;
    readonly chapters: readonly ChapterInFile[];
    /** Seconds; empty when there is none. */
    readonly transcript: readonly Cue[];
  };
}

/** Times are `HH:MM:SS`. */
interface ChapterInFile {
  readonly start: string;
  readonly title: string;
  readonly summary: string;
  /** The answer to the search prompt. */
  readonly search: string;
  /** What searches of this chapter are given as its quotes, where a person wrote that. */
  readonly searchQuotes?: string;
  readonly quotes: readonly { readonly quote: string; readonly timecode: string | null }[];
}

/** @param now when it is exported */
export function videoJson(video: VideoRecord, cues: readonly Cue[], now: Date): string {
  const file: VideoFile = {
    format: 'webinar-vault-video',
    version: 1,
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
        quotes: quote.map((one) => ({ quote: quoteText(one), timecode: quoteTimeCode(one) })),
      })),
      transcript: cues,
    },
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

import {
  isChapterHidden,
  isQuoteHidden,
  parseTimeCode,
  type Chapter,
  type HiddenPart,
  type TimeSpan,
  type VideoRecord,
} from '@vault/contracts';
import type { portalRpc } from '@vault/contracts/rpc';
import { withLinks, type MediaLink } from '../media/media-links.service.ts';
import { offersFile } from '../media/viewer-sessions.service.ts';

export interface PublicQuote {
  readonly text: string;
  /** Seconds. */
  readonly at: number;
  /** Who says it, where that is known. */
  readonly speaker?: string | undefined;
}

export interface PublicChapter extends TimeSpan {
  readonly title: string;
  readonly summary: string;
  readonly quotes: readonly PublicQuote[];
}

/** What visitors of a portal see of a video: nothing in it is hidden from them. */
export interface PublicVideo {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Seconds. */
  readonly duration: number;
  /** Epoch seconds. */
  readonly createdAt: number;
  readonly chapters: readonly PublicChapter[];
  /** Parts that the player leaves out. */
  readonly skipped: readonly TimeSpan[];
  readonly streamUrl: string;
  readonly thumbnail: string;
  /** The file, when the portal offers it. */
  readonly download: string | undefined;
}

/** The settings that decide what is shown. */
export type ShownParts = Pick<portalRpc.Portal, 'shows' | 'hidden'>;

/** The part of a video that a portal shows. @param link turns addresses of media into those of its visitors */
export function viewVideo(record: VideoRecord, portal: ShownParts, link: MediaLink): PublicVideo {
  const { id, title, description, duration, created_at: createdAt } = record;
  const spans = portal.hidden.filter(({ videoId }) => videoId === id);
  const { streamUrl, thumbnail, localVideo } = withLinks(record, link);
  const hasDownload = offersFile(portal, id) && localVideo !== '';
  return {
    ...{ id, title, description, duration, createdAt, streamUrl, thumbnail },
    chapters: chaptersOf(record, portal, spans),
    skipped: spans.filter(({ kind }) => kind === 'chapter'),
    download: hasDownload ? localVideo : undefined,
  };
}

function chaptersOf(
  { chapters, duration }: VideoRecord,
  { shows }: ShownParts,
  spans: readonly HiddenPart[],
): PublicChapter[] {
  const starts = chapters.map(({ start }) => parseTimeCode(start) ?? 0);
  return chapters.flatMap(({ title, summary, quote }, index) => {
    const start = starts[index] ?? 0;
    const span = { start, end: starts[index + 1] ?? duration };
    if (isChapterHidden(span, spans)) return [];
    const quotes = shows.includes('quotes') ? quotesOf(quote, start) : [];
    return [{ ...span, title, summary, quotes: quotes.filter(({ at }) => !isQuoteHidden(at, spans)) }];
  });
}

/** A quote of a person may have no time: it gets the start of its chapter. */
function quotesOf(quotes: Chapter['quote'], start: number): PublicQuote[] {
  return quotes.map((quote) =>
    typeof quote === 'string'
      ? { text: quote, at: start }
      : { text: quote.quote, at: parseTimeCode(quote.timecode) ?? start, speaker: quote.speaker },
  );
}

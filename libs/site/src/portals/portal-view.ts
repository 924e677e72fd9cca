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
import type { MediaLink } from '../config/ports.ts';

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
  const spans = hiddenIn(portal, id);
  return {
    ...{ id, title, description, duration, createdAt },
    streamUrl: link(record.streamUrl),
    thumbnail: link(record.thumbnail),
    chapters: chaptersOf(record, portal, spans),
    skipped: spans.filter(({ kind }) => kind === 'chapter'),
    download: offersFile(portal, id) ? link(record.localVideo) || undefined : undefined,
  };
}

/** The parts of a video that visitors of the portal may not see. */
export function hiddenIn({ hidden }: Pick<ShownParts, 'hidden'>, videoId: string) {
  return hidden.filter((span) => span.videoId === videoId);
}

/** Whether visitors of a portal may save the file of a video: a part of it that is hidden is in the file. */
export function offersFile(portal: ShownParts, videoId: string): boolean {
  return portal.shows.includes('downloads') && hiddenIn(portal, videoId).length === 0;
}

export function spanOf({ start, end }: TimeSpan): TimeSpan {
  return { start, end };
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

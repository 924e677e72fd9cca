import type { MomentRecord, Quote, VideoRecord } from '@vault/contracts';
import { formatDuration, secondsOf } from '../../../lib/format/format-duration.ts';
import { chapterSpans, spanAt } from '../../../lib/video/chapter-spans.ts';
import { quoteText, quoteTimeCode } from '../../../lib/video/quote-parts.ts';

/** A link starts at most this long before or after the time code of its quote. */
const nearSeconds = 10;

/** The address for other people: the server sends a relative one when it knows no public address. */
export function absoluteLink(link: string): string {
  return new URL(link, location.origin).href;
}

/** `05:00–15:30` */
export function spanText({ start, end }: Pick<MomentRecord, 'start' | 'end'>): string {
  return `${formatDuration(start)}–${formatDuration(end)}`;
}

function distance(quote: Quote, seconds: number): number {
  const timeCode = quoteTimeCode(quote);
  return timeCode === null ? Infinity : Math.abs(secondsOf(timeCode) - seconds);
}

/** The words of a quote that begins at a time; undefined when it has been edited away. */
function quoteAt(chapters: VideoRecord['chapters'], seconds: number): string | undefined {
  const nearest = chapters
    .flatMap(({ quote }) => quote)
    .filter((quote) => distance(quote, seconds) <= nearSeconds)
    .toSorted((a, b) => distance(a, seconds) - distance(b, seconds))[0];
  return nearest === undefined ? undefined : quoteText(nearest);
}

/** What a moment shows, in words: the quote, else the title of the chapter that it starts in. */
export function momentWords(
  { kind, start }: Pick<MomentRecord, 'kind' | 'start'>,
  { chapters, duration, title }: Pick<VideoRecord, 'chapters' | 'duration' | 'title'>,
): { readonly text: string; readonly isQuote: boolean } {
  const quote = kind === 'quote' ? quoteAt(chapters, start) : undefined;
  if (quote !== undefined) return { text: quote, isQuote: true };
  const spans = chapterSpans(chapters, duration);
  return { text: spans[spanAt(spans, start)]?.title ?? title, isQuote: false };
}

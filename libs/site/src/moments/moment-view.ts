import { parseTimeCode, type Chapter, type VideoRecord } from '@vault/contracts';
import type { portalRpc } from '@vault/contracts/rpc';
import { isUnclear, parseWebVtt } from '@vault/webvtt';

/** Lines of a transcript on a page: a chapter of an hour has about as many. */
const maxLines = 1_000;
/** A link starts at most this long before or after the time code of its quote. */
const nearSeconds = 10;
/** Enough for three hours of captions. */
const vttLimits = { maxCues: 20_000 };

/** A part of a video in seconds. */
interface Part {
  readonly start: number;
  readonly end: number;
}

export interface SpokenLine {
  /** Seconds. */
  readonly at: number;
  /** Seconds. */
  readonly to: number;
  readonly text: string;
  /** Who says it; only where it is another one than in the line before. */
  readonly speaker?: string | undefined;
}

/** What the page and the picture of a moment show. */
export interface MomentView extends Part {
  readonly kind: string;
  readonly videoTitle: string;
  /** The chapter in which the moment begins; its number counts from 1. */
  readonly chapter: { readonly number: number; readonly title: string; readonly summary: string } | undefined;
  /** The words of a quote. */
  readonly quote: string | undefined;
  /** Who says the quote, where that is known. */
  readonly speaker: string | undefined;
  /** What was said in the moment. */
  readonly lines: readonly SpokenLine[];
  readonly chapters: readonly Part[];
  /** Seconds. */
  readonly duration: number;
  readonly streamUrl: string;
  readonly thumbnail: string;
}

/** Finds the texts of a moment in the record of its video: they change when the owner edits them. */
export function viewMoment({ kind, start, end }: portalRpc.Moment, record: VideoRecord): MomentView {
  const { title: videoTitle, duration, streamUrl, thumbnail } = record;
  const starts = record.chapters.map((chapter) => parseTimeCode(chapter.start) ?? 0);
  const index = starts.findLastIndex((at) => at <= start);
  const chapter = record.chapters[index];
  const lines = linesOf(record.vtt ?? '', { start, end });
  const quote = kind === 'quote' ? (quoteAt(record.chapters, start) ?? quoteFrom(lines)) : undefined;
  return {
    kind,
    start,
    end,
    videoTitle,
    duration,
    streamUrl,
    // The picture at the start.
    thumbnail: thumbnail.replace(/time=[\d.]+/, `time=${String(start)}`),
    chapter: chapter && { number: index + 1, title: chapter.title, summary: chapter.summary },
    quote: quote?.text,
    speaker: quote?.speaker,
    lines,
    chapters: starts.map((at, each) => ({ start: at, end: starts[each + 1] ?? duration })),
  };
}

/** The heading of the moment. */
export function headingOf({ quote, chapter, videoTitle }: MomentView): string {
  return quote ?? chapter?.title ?? videoTitle;
}

type SaidQuote = Pick<MomentView, 'speaker'> & { readonly text: string };

/** The quote that begins nearest to a time, if any is near: its owner may have edited it. */
function quoteAt(chapters: readonly Chapter[], seconds: number): SaidQuote | undefined {
  const distances = chapters
    .flatMap(({ quote }) => quote)
    .filter((quote) => typeof quote === 'object')
    .map(({ quote, timecode, speaker }) => ({
      ...{ text: quote, speaker },
      distance: Math.abs((parseTimeCode(timecode) ?? Infinity) - seconds),
    }));
  const [nearest] = distances.sort((one, other) => one.distance - other.distance);
  return nearest && nearest.distance <= nearSeconds ? nearest : undefined;
}

/** What is said in some lines, and by whom, where it is one person. */
function quoteFrom(lines: readonly SpokenLine[]): SaidQuote | undefined {
  const text = lines.map((line) => line.text).join(' ');
  const isOfOne = lines.slice(1).every(({ speaker }) => speaker === undefined);
  return text === '' ? undefined : { text, speaker: isOfOne ? lines[0]?.speaker : undefined };
}

function linesOf(vtt: string, { start, end }: Part): SpokenLine[] {
  if (vtt === '') return [];
  const cues = parseWebVtt(vtt, vttLimits).filter(
    (cue) => cue.start < end && cue.end > start && !isUnclear(cue),
  );
  return cues.slice(0, maxLines).map(({ start: at, end: to, text, speaker }, index) => ({
    ...{ at, to, text: text.replaceAll('\n', ' ') },
    ...(speaker !== cues[index - 1]?.speaker && { speaker: speaker ?? '' }),
  }));
}

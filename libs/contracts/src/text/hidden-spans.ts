/** A part of a recording in seconds. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

/** What a portal does not show: a chapter with its words, or the words of a quote. */
export interface HiddenPart extends TimeSpan {
  /** `chapter` or `quote`. */
  readonly kind: string;
}

/** A time of a quote may be this much earlier than the first of its words, in seconds. */
const leadSeconds = 3;
const shortestSeconds = 0.001;

function overlapOf(one: TimeSpan, other: TimeSpan): number {
  return Math.min(one.end, other.end) - Math.max(one.start, other.start);
}

/** Whether words that are spoken in a span are hidden: any overlap hides them. */
export function areWordsHidden({ start, end }: TimeSpan, hidden: readonly TimeSpan[]): boolean {
  // A caption may end when it starts.
  const span = { start, end: Math.max(end, start + shortestSeconds) };
  return hidden.some((each) => overlapOf(span, each) > 0);
}

/** Whether a quote is hidden, of which only the time is stored. */
export function isQuoteHidden(at: number, hidden: readonly TimeSpan[]): boolean {
  return hidden.some(({ start, end }) => at >= start - leadSeconds && at < end);
}

/**
 * Whether title and summary of a chapter are hidden: when a hidden chapter covers half of it, or it covers half of the
 * hidden one. So it stays hidden when its edges move, and the chapters beside it stay visible.
 */
export function isChapterHidden(chapter: TimeSpan, hidden: readonly HiddenPart[]): boolean {
  return hidden.some((span) => {
    if (span.kind !== 'chapter') return false;
    const shorter = Math.min(span.end - span.start, chapter.end - chapter.start);
    return overlapOf(chapter, span) * 2 >= shorter && overlapOf(chapter, span) > 0;
  });
}

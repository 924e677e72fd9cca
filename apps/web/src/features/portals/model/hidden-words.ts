import { isChapterHidden, isQuoteHidden } from '@vault/contracts';
import type { PortalSettings } from '@vault/contracts';

export type HiddenSpan = PortalSettings['hidden'][number];

/** The spans that hide title and summary of a chapter, which lasts from one time to another in seconds. */
export function spansHidingChapter(
  spans: readonly HiddenSpan[],
  { from, to }: { readonly from: number; readonly to: number },
): HiddenSpan[] {
  return spans.filter((span) => isChapterHidden({ start: from, end: to }, [span]));
}

/** The spans that hide a quote, also those of chapters. @param at its time in seconds */
export function spansHidingQuote(spans: readonly HiddenSpan[], at: number): HiddenSpan[] {
  return spans.filter((span) => isQuoteHidden(at, [span]));
}

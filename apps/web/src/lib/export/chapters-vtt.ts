import { typedLine } from '@vault/contracts';
import { formatWebVtt } from '@vault/webvtt';
import type { ChapterSpan } from '../chapter-spans.ts';

/** A cue needs some length: a chapter that has none gets a second. */
const shortest = 1;

/** Chapters as a WebVTT chapter track: one cue each, its title as the text. */
export function chaptersVtt(spans: readonly ChapterSpan[]): string {
  return formatWebVtt(
    spans.map(({ from, to, title }) => ({
      start: from,
      end: to > from ? to : from + shortest,
      text: typedLine(title),
    })),
  );
}

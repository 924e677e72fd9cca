import { typedLine } from '@vault/contracts';
import { formatWebVtt } from '@vault/webvtt';
import type { ChapterSpan } from '../../../lib/video/chapter-spans.ts';

/** Length in seconds of the cue of an empty chapter: a cue must not be empty. */
const minSeconds = 1;

/** Formats chapters as a WebVTT chapter track: one cue per chapter, with the title as text. */
export function chaptersVtt(spans: readonly ChapterSpan[]): string {
  return formatWebVtt(
    spans.map(({ from, to, title }) => ({
      start: from,
      end: to > from ? to : from + minSeconds,
      text: typedLine(title),
    })),
  );
}

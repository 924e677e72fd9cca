import type { Cue } from '@vault/webvtt';
import type { MediaTools } from '../tools/media-tools.ts';
import { plainLine } from './plain-line.ts';

interface ChapterSource {
  source: string;
  /** The time of the source, in seconds, at which the recording begins. */
  zero: number;
  /** Of the recording in seconds. */
  duration: number;
  signal: AbortSignal;
}

/** More chapters than any recording has; only these are kept in memory. */
const maxChapters = 1000;
const maxTitleCharacters = 200;
const chaptersTimeoutMs = 60_000;

/**
 * Reads the chapters that a file declares: an MP4 chapter track or list, Matroska chapters, ID3 `CHAP` frames. They are
 * sorted, inside the recording, have a title, and are at least a second apart.
 *
 * @returns the chapters, and how many the file declares
 */
export async function readChapters(
  tools: MediaTools,
  { source, zero, duration, signal }: ChapterSource,
): Promise<{ chapters: Cue[]; count: number }> {
  const starts = new Map<number, { start: number; title: string }>();
  let count = 0;
  const onChapter = (time: number, title: string): void => {
    count += 1;
    const start = Math.max(0, time - zero);
    const second = Math.round(start);
    if (start >= duration || starts.has(second) || starts.size >= maxChapters) return;
    starts.set(second, { start, title: plainLine(title, maxTitleCharacters) });
  };
  await tools.chapters({ input: source, timeoutMs: chaptersTimeoutMs, signal, onChapter });
  const sorted = [...starts.values()].sort((a, b) => a.start - b.start);
  const chapters = sorted.map(({ start, title }, index) => ({
    start,
    end: sorted[index + 1]?.start ?? duration,
    text: title === '' ? `Chapter ${index + 1}` : title,
  }));
  return { chapters, count };
}

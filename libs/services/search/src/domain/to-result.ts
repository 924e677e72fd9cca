import type { searchRpc } from '@vault/contracts/rpc';
import type { Match } from './find-matches.ts';
import { writtenText, type Haystack } from './haystack.ts';
import { firstLine } from './segments.ts';
import { nearLine, snippetAround } from './snippet.ts';

/**
 * A match as it is shown.
 * @param terms what stands in it
 */
export function toResult(video: Haystack, match: Match, terms: readonly string[]): searchRpc.SearchResult {
  const { id, uploadId, title, thumbnail, duration, chapters, times } = video;
  const at = times[match.index] ?? Number.NaN;
  return {
    videoId: id,
    uploadId,
    title,
    thumbnailUrl: thumbnail,
    durationSeconds: duration,
    field: match.field,
    snippet: snippetOf(video, match, terms),
    at: Number.isNaN(at) ? undefined : at,
    chapterTitle: match.chapterTitle,
    chapterStarts: chapters.map(({ start }) => start),
  };
}

function snippetOf(video: Haystack, { field, index, last }: Match, terms: readonly string[]): string {
  const lines: string[] = [];
  for (let each = index; each <= last; each += 1) lines.push(snippetAround(writtenText(video, each), terms));
  return field === 'transcript' ? amongLines(video, index, last, lines) : lines.join('\n');
}

/** Lines of the transcript with one line of context on each side. */
function amongLines(video: Haystack, first: number, last: number, lines: string[]): string {
  if (first > firstLine) lines.unshift(nearLine(writtenText(video, first - 1), 'before'));
  const afterLast = video.ownTexts - 1;
  if (last + 1 < afterLast) lines.push(nearLine(writtenText(video, last + 1), 'after'));
  return lines.join('\n');
}

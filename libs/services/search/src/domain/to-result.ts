import type { searchRpc } from '@vault/contracts/rpc';
import type { Match } from './find-matches.ts';
import { originalText, type SearchDocument } from './search-document.ts';
import { firstLine } from './segments.ts';
import { contextLine, snippetAround } from './snippet.ts';

/**
 * A match in the form of the gRPC message.
 * @param terms the terms that the match contains
 */
export function toResult(
  video: SearchDocument,
  match: Match,
  terms: readonly string[],
): searchRpc.SearchResult {
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

function snippetOf(video: SearchDocument, { field, index, last }: Match, terms: readonly string[]): string {
  const lines: string[] = [];
  for (let each = index; each <= last; each += 1) lines.push(snippetAround(originalText(video, each), terms));
  return field === 'transcript' ? withContextLines(video, index, last, lines) : lines.join('\n');
}

/** Lines of the transcript with one line of context on each side. */
function withContextLines(video: SearchDocument, first: number, last: number, lines: string[]): string {
  if (first > firstLine) lines.unshift(contextLine(originalText(video, first - 1), 'before'));
  const afterLast = video.ownTexts - 1;
  if (last + 1 < afterLast) lines.push(contextLine(originalText(video, last + 1), 'after'));
  return lines.join('\n');
}

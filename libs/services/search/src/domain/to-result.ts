import type { searchRpc } from '@vault/contracts/rpc';
import type { Match, Needle } from './find-matches.ts';
import { writtenText, type Haystack } from './haystack.ts';
import { firstLine } from './segments.ts';
import { nearLine, snippetAround } from './snippet.ts';

/** A match as it is shown. */
export function toResult(video: Haystack, match: Match, { folded }: Needle): searchRpc.SearchResult {
  const { id, uploadId, title, thumbnail, duration, chapters, times } = video;
  const at = times[match.index] ?? Number.NaN;
  const snippet = snippetAround(writtenText(video, match.index), folded);
  return {
    videoId: id,
    uploadId,
    title,
    thumbnailUrl: thumbnail,
    durationSeconds: duration,
    field: match.field,
    snippet: match.field === 'transcript' ? amongLines(video, match.index, snippet) : snippet,
    at: Number.isNaN(at) ? undefined : at,
    chapterTitle: match.chapterTitle,
    chapterStarts: chapters.map(({ start }) => start),
  };
}

/** A line of the transcript with one line of context on each side. */
function amongLines(video: Haystack, index: number, line: string): string {
  const lines = [line];
  if (index > firstLine) lines.unshift(nearLine(writtenText(video, index - 1), 'before'));
  const afterLast = video.ownTexts - 1;
  if (index + 1 < afterLast) lines.push(nearLine(writtenText(video, index + 1), 'after'));
  return lines.join('\n');
}

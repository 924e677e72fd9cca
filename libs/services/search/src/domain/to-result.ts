import type { searchRpc } from '@vault/contracts/rpc';
import type { Match, Needle } from './find-matches.ts';
import { writtenText, type Haystack } from './haystack.ts';
import { nearLine, snippetAround } from './snippet.ts';

/** Number of texts of a video before the lines of its transcript; one text comes after them. */
const firstLine = 5;

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
    chapterTitle: match.chapter === undefined ? undefined : chapters[match.chapter]?.title,
    chapterStarts: chapters.map(({ start }) => start),
  };
}

/** A line of the transcript with one line of context on each side. */
function amongLines(video: Haystack, index: number, line: string): string {
  const lines = [line];
  if (index > firstLine) lines.unshift(nearLine(writtenText(video, index - 1), 'before'));
  if (index + 1 < video.chapterTexts[0]! - 1) lines.push(nearLine(writtenText(video, index + 1), 'after'));
  return lines.join('\n');
}

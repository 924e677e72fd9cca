import { searchMomentLimit } from '@vault/contracts';
import type { searchRpc } from '@vault/contracts/rpc';
import { originalText, type SearchDocument } from './search-document.ts';
import type { Hit, FindNext } from './queries.ts';
import { firstLine } from './segments.ts';
import { snippetAround, contextLine } from './snippet.ts';
import type { Match } from './find-matches.ts';

/** Counts how often a keyword is said in a video, and returns the first times. A line that has it twice counts once. */
export function findMoments(
  video: SearchDocument,
  findNext: FindNext,
  terms: readonly string[],
): searchRpc.SpokenMoments | undefined {
  const first: searchRpc.SpokenMoment[] = [];
  let total = 0;
  const endOfLines = video.ownTexts - 1;
  for (let hit = findNext(firstLine); hit && hit.first < endOfLines; hit = findNext(hit.last + 1)) {
    total += 1;
    if (first.length < searchMomentLimit) first.push(momentOf(video, hit, terms));
  }
  return total > 0 ? { videoId: video.id, total, first } : undefined;
}

function momentOf(
  video: SearchDocument,
  { first, last }: Hit,
  terms: readonly string[],
): searchRpc.SpokenMoment {
  const lines: string[] = [];
  for (let index = first; index <= last; index += 1)
    lines.push(snippetAround(originalText(video, index), terms));
  return { at: video.times[first] ?? 0, line: lines.join(' ') };
}

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

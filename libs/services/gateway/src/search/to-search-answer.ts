import type { SearchAnswer, SearchField, SearchMatching } from '@vault/contracts';
import type { searchRpc } from '@vault/contracts/rpc';
import type { MediaLink } from '../media/media-links.service.ts';

/** Converts an answer of the search service. */
export function toSearchAnswer(
  keyword: string,
  found: searchRpc.SearchAnswer,
  link: MediaLink,
): SearchAnswer {
  const { total, results, matching, terms, spoken } = found;
  return {
    keyword,
    total,
    results: results.map((result) => ({
      id: result.videoId,
      uploadId: result.uploadId,
      title: result.title,
      thumbnail: link(result.thumbnailUrl),
      duration: result.durationSeconds,
      field: result.field as SearchField,
      snippet: result.field === 'thumbnail' ? link(result.snippet) : result.snippet,
      at: result.at ?? null,
      chapterTitle: result.chapterTitle ?? null,
      chapterStarts: result.chapterStarts,
      ...(result.speaker !== undefined && { speaker: result.speaker }),
    })),
    matching: matching as SearchMatching,
    terms,
    spoken: spoken.map(({ videoId: id, total: times, first }) => ({ id, total: times, first })),
  };
}

import type { SearchAnswer, SearchResult } from '@vault/contracts';

/** A search result: a matching line of a transcript, with the changes of the test. */
export function aSearchResult(change: Partial<SearchResult> = {}): SearchResult {
  return {
    id: 'session-1',
    uploadId: 'upload-1',
    title: 'Pricing by cohort',
    thumbnail: '/media/play-1/thumbnail.jpg',
    duration: 1200,
    field: 'transcript',
    snippet: 'Welcome everybody.\nWe start with pricing.\nOne percent is a lot.',
    at: 12.6,
    chapterTitle: null,
    chapterStarts: [0, 300, 930],
    ...change,
  };
}

/** The answer of a search; `total` is by default the number of results. */
export function aSearchAnswer(
  keyword: string,
  results: readonly SearchResult[],
  total = results.length,
): SearchAnswer {
  return { keyword, total, results: [...results], matching: 'exact', terms: [keyword], spoken: [] };
}

import { Injectable } from '@nestjs/common';
import { searchMinimum, searchResultLimit } from '@vault/contracts';
import type { searchRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/platform';
import { findMatches } from '../domain/find-matches.ts';
import { findMoments, toResult, strategiesOf, type MatchStrategy } from '../domain/find-moments.ts';
import type { SearchDocument } from '../domain/search-document.ts';
import { CooperativeTask } from './cooperative-task.ts';
import { LibraryLoader } from './library-loader.ts';
import { LibraryCache } from './library-cache.ts';

/** Searches a keyword in the library of one owner. */
@Injectable()
export class SearchService {
  constructor(
    private readonly cache: LibraryCache,
    private readonly loader: LibraryLoader,
  ) {}

  async search(ownerId: string, keyword: string): Promise<searchRpc.SearchAnswer> {
    if (keyword.length < searchMinimum)
      throw new AppError('invalid-input', `Please search for at least ${String(searchMinimum)} characters.`);
    const { videos, rest } = await this.cache.open(ownerId);
    const searches = strategiesOf(keyword).map((strategy) => new StrategySearch(strategy));
    await scan(videos, searches);
    if (rest) for await (const page of this.loader.pages(ownerId, rest)) await scan(page, searches);
    const found = searches.find(({ answer }) => answer.total > 0) ?? searches[0];
    if (!found) throw new Error('there is no match strategy');
    return found.answer;
  }
}

/** Reads each page once; a looser strategy scans it only while no stricter one has found anything. */
async function scan(videos: readonly SearchDocument[], searches: readonly StrategySearch[]): Promise<void> {
  for (const search of searches) {
    await search.scan(videos);
    if (search.answer.total > 0) return;
  }
}

/** The running search of one strategy. */
class StrategySearch {
  readonly answer: searchRpc.SearchAnswer;
  private readonly task = new CooperativeTask();

  constructor(private readonly strategy: MatchStrategy) {
    const { matching, terms } = strategy;
    this.answer = { total: 0, results: [], matching, terms: [...terms], spoken: [] };
  }

  async scan(videos: readonly SearchDocument[]): Promise<void> {
    for (const video of videos) {
      this.searchVideo(video);
      await this.task.yieldIfDue();
    }
  }

  private searchVideo(video: SearchDocument): void {
    const { query, terms } = this.strategy;
    const findNext = query.open(video);
    const matches = findNext ? findMatches(video, findNext) : [];
    const capacity = searchResultLimit - this.answer.results.length;
    const shown = matches.slice(0, capacity);
    this.answer.total += matches.length;
    this.answer.results.push(...shown.map((match) => toResult(video, match, terms)));
    // Only for videos in the results, because counting is slow in a large library.
    const moments =
      shown.length > 0 ? findMoments(video, query.open(video) ?? (() => undefined), terms) : undefined;
    if (moments) this.answer.spoken.push(moments);
  }
}

import { Injectable } from '@nestjs/common';
import { foldCase, searchMinimum, searchResultLimit } from '@vault/contracts';
import type { searchRpc } from '@vault/contracts/rpc';
import { AppError, inTurn } from '@vault/base';
import { FairQueue } from '@vault/worker-pool';
import { findMatches, type Match } from '../domain/find-matches.ts';
import { findMoments, toResult, strategiesOf, type MatchStrategy } from '../domain/find-moments.ts';
import type { Hit } from '../domain/queries.ts';
import { hasExactly, type SearchDocument } from '../domain/search-document.ts';
import { CooperativeTask } from './cooperative-task.ts';
import { LibraryLoader } from './library-loader.ts';
import { LibraryCache } from './library-cache.ts';
import { PortalLibraryService } from './portal-library.service.ts';

/** Searches at the same time: each works for some milliseconds before the others go on. */
const turns = { slots: 4, slotsPerOwner: 2, waiting: 256, waitingPerOwner: 32 };

/** A result, before it is written. */
interface Found {
  readonly video: SearchDocument;
  readonly match: Match;
}

/** Searches a keyword in the library of one owner. */
@Injectable()
export class SearchService {
  private readonly queue = new FairQueue(turns);

  constructor(
    private readonly cache: LibraryCache,
    private readonly loader: LibraryLoader,
    private readonly portals: PortalLibraryService,
  ) {}

  /**
   * @param signal gives up waiting for a turn
   * @throws {AppError} `invalid-input`; `too-many-requests` or `unavailable` when too many searches wait
   */
  search(request: searchRpc.SearchRequest, signal?: AbortSignal): Promise<searchRpc.SearchAnswer> {
    return inTurn(this.queue, request.ownerId, () => this.searchNow(request), signal);
  }

  private async searchNow({
    ownerId,
    keyword,
    scope,
    speaker,
  }: searchRpc.SearchRequest): Promise<searchRpc.SearchAnswer> {
    if (keyword.length < searchMinimum)
      throw new AppError('invalid-input', `Please search for at least ${String(searchMinimum)} characters.`);
    const { videos, rest } = scope
      ? { videos: await this.portals.open(ownerId, scope), rest: undefined }
      : await this.cache.open(ownerId);
    const searches = strategiesOf(keyword, speaker).map((strategy) => new StrategySearch(strategy));
    await scan(videos, searches);
    if (rest) for await (const page of this.loader.pages(ownerId, rest)) await scan(page, searches);
    const found = searches.find(({ total }) => total > 0) ?? searches[0];
    if (!found) throw new Error('there is no match strategy');
    return found.answer();
  }
}

/** Reads each page once; a looser strategy scans it only while no stricter one has found anything. */
async function scan(videos: readonly SearchDocument[], searches: readonly StrategySearch[]): Promise<void> {
  for (const search of searches) {
    await search.scan(videos);
    if (search.total > 0) return;
  }
}

/** The running search of one strategy. Results with the keyword as it was typed precede the others. */
class StrategySearch {
  total = 0;
  private readonly exact: Found[] = [];
  private readonly others: Found[] = [];
  private readonly task = new CooperativeTask();
  private readonly typed: string;

  constructor(private readonly strategy: MatchStrategy) {
    this.typed = strategy.matching === 'exact' ? foldCase(strategy.terms.join(' ')) : '';
  }

  async scan(videos: readonly SearchDocument[]): Promise<void> {
    for (const video of videos) {
      this.searchVideo(video);
      await this.task.yieldIfDue();
    }
  }

  async answer(): Promise<searchRpc.SearchAnswer> {
    const { matching, query, terms } = this.strategy;
    const shown = [...this.exact, ...this.others].slice(0, searchResultLimit);
    const spoken: searchRpc.SpokenMoments[] = [];
    // Only for videos in the results, because counting is slow in a large library.
    for (const video of new Set(shown.map((found) => found.video))) {
      const moments = findMoments(video, query.open(video) ?? (() => undefined), terms);
      if (moments) spoken.push(moments);
      await this.task.yieldIfDue();
    }
    const results: searchRpc.SearchResult[] = [];
    for (const { video, match } of shown) {
      results.push(toResult(video, match, terms));
      await this.task.yieldIfDue();
    }
    return { total: this.total, results, matching, terms: [...terms], spoken };
  }

  private searchVideo(video: SearchDocument): void {
    const findNext = this.strategy.query.open(video);
    if (!findNext) return;
    // Once the exact ones fill the answer, only the number of matches counts.
    const isFull = this.exact.length >= searchResultLimit;
    const isExact =
      video.isPlain || isFull ? undefined : ({ first }: Hit) => hasExactly(video, first, this.typed);
    const matches = findMatches(video, findNext, isExact);
    this.total += matches.length;
    for (const match of matches) {
      const list = match.isExact ? this.exact : this.others;
      if (list.length < searchResultLimit) list.push({ video, match });
    }
  }
}

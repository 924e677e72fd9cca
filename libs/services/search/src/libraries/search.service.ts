import { Injectable } from '@nestjs/common';
import { searchMinimum, searchResultLimit } from '@vault/contracts';
import type { searchRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/platform';
import { findMatches, makeNeedle, type Needle } from '../domain/find-matches.ts';
import type { Haystack } from '../domain/haystack.ts';
import { toResult } from '../domain/to-result.ts';
import { Breather } from './breather.ts';
import { LibraryLoader } from './library-loader.ts';
import { LibraryMemory } from './library-memory.ts';

/** Finds a keyword in everything that one person's library says. */
@Injectable()
export class SearchService {
  constructor(
    private readonly memory: LibraryMemory,
    private readonly loader: LibraryLoader,
  ) {}

  async search(ownerId: string, keyword: string): Promise<searchRpc.SearchAnswer> {
    if (keyword.length < searchMinimum)
      throw new AppError('invalid-input', `Please search for at least ${String(searchMinimum)} characters.`);
    const { videos, rest } = await this.memory.open(ownerId);
    const found = new Finding(makeNeedle(keyword));
    await found.lookThrough(videos);
    if (rest) for await (const page of this.loader.pages(ownerId, rest)) await found.lookThrough(page);
    return found.answer;
  }
}

/** One search under way. */
class Finding {
  readonly answer: searchRpc.SearchAnswer = { total: 0, results: [] };
  private readonly breather = new Breather();

  constructor(private readonly needle: Needle) {}

  async lookThrough(videos: readonly Haystack[]): Promise<void> {
    for (const video of videos) {
      this.look(video);
      await this.breather.breathe();
    }
  }

  private look(video: Haystack): void {
    for (const match of findMatches(video, this.needle)) {
      this.answer.total += 1;
      if (this.answer.results.length < searchResultLimit)
        this.answer.results.push(toResult(video, match, this.needle));
    }
  }
}

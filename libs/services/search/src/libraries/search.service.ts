import { Injectable } from '@nestjs/common';
import { searchMinimum, searchResultLimit } from '@vault/contracts';
import type { searchRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/platform';
import { findMatches } from '../domain/find-matches.ts';
import { findMoments } from '../domain/find-moments.ts';
import type { Haystack } from '../domain/haystack.ts';
import { mannersOf, type Manner } from '../domain/manners.ts';
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
    const findings = mannersOf(keyword).map((manner) => new Finding(manner));
    await lookThrough(videos, findings);
    if (rest) for await (const page of this.loader.pages(ownerId, rest)) await lookThrough(page, findings);
    const found = findings.find(({ answer }) => answer.total > 0) ?? findings[0];
    if (!found) throw new Error('there is no manner of searching');
    return found.answer;
  }
}

/** A library is read once: a looser manner looks through what came as long as no stricter one has found anything. */
async function lookThrough(videos: readonly Haystack[], findings: readonly Finding[]): Promise<void> {
  for (const finding of findings) {
    await finding.lookThrough(videos);
    if (finding.answer.total > 0) return;
  }
}

/** One manner of one search under way. */
class Finding {
  readonly answer: searchRpc.SearchAnswer;
  private readonly breather = new Breather();

  constructor(private readonly manner: Manner) {
    const { matching, terms } = manner;
    this.answer = { total: 0, results: [], matching, terms: [...terms], spoken: [] };
  }

  async lookThrough(videos: readonly Haystack[]): Promise<void> {
    for (const video of videos) {
      this.look(video);
      await this.breather.breathe();
    }
  }

  private look(video: Haystack): void {
    const { sought, terms } = this.manner;
    const seek = sought.open(video);
    const matches = seek ? findMatches(video, seek) : [];
    const room = searchResultLimit - this.answer.results.length;
    const shown = matches.slice(0, room);
    this.answer.total += matches.length;
    this.answer.results.push(...shown.map((match) => toResult(video, match, terms)));
    // Only of videos that are shown: to count what a large library says takes its time.
    const moments =
      shown.length > 0 ? findMoments(video, sought.open(video) ?? (() => undefined), terms) : undefined;
    if (moments) this.answer.spoken.push(moments);
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { AppError, CONFIG } from '@vault/platform';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { SearchConfig } from '../search.config.ts';
import type { LibraryCopy } from './library-copy.ts';
import { LibraryLoader } from './library-loader.ts';
import { LibraryRepository, type LibraryState } from './library.repository.ts';

const bytesPerMib = 1_048_576;
/** Each holds a page of the store beside what it loads. */
const loadsAtOnce = 2;
const mostWaiting = 200;
/** What an owner without videos takes. */
const smallestSize = 512;
/** What was deleted stays in the memory of no replica for longer, whether it hears of that or not. */
const keptMs = 24 * 60 * 60 * 1_000;

/** The libraries that were searched last, ready for searching; as many as the configured memory holds. */
@Injectable()
export class LibraryMemory {
  private readonly copies: LRUCache<string, LibraryCopy>;
  private readonly renewing = new Map<string, Promise<LibraryCopy>>();
  private readonly turns = new PQueue({ concurrency: loadsAtOnce });
  private readonly room: number;

  constructor(
    private readonly libraries: LibraryRepository,
    private readonly loader: LibraryLoader,
    @Inject(CONFIG) config: SearchConfig,
  ) {
    this.room = config.SEARCH_MEMORY_MIB * bytesPerMib;
    this.copies = new LRUCache({
      maxSize: this.room,
      sizeCalculation: ({ size }) => Math.max(size, smallestSize),
      ttl: keptMs,
    });
  }

  /** A person's library with every change that was made before this call, in whichever replica. */
  async open(ownerId: string): Promise<LibraryCopy> {
    const state = await this.libraries.find(ownerId);
    for (;;) {
      const copy = this.copies.get(ownerId);
      if (copy && copy.revision >= state.revision) return copy;
      const running = this.renewing.get(ownerId);
      // What it reads may be older than this call's revision.
      if (running) await running;
      else return await this.renew(ownerId, state, copy);
    }
  }

  /** The owner is gone. */
  drop(ownerId: string): void {
    this.copies.delete(ownerId);
  }

  /** @throws {AppError} `unavailable` when too many wait already */
  private async renew(
    ownerId: string,
    state: LibraryState,
    copy: LibraryCopy | undefined,
  ): Promise<LibraryCopy> {
    if (this.turns.size >= mostWaiting)
      throw new AppError('unavailable', 'Too many people are searching. Please try again in a moment.');
    const renewed = this.turns
      .add(() => this.read(ownerId, state, copy))
      .finally(() => this.renewing.delete(ownerId));
    this.renewing.set(ownerId, renewed);
    return renewed;
  }

  private async read(
    ownerId: string,
    { revision, recent }: LibraryState,
    copy: LibraryCopy | undefined,
  ): Promise<LibraryCopy> {
    const changes = copy ? revision - copy.revision : Infinity;
    const isNear = copy !== undefined && !copy.rest && changes <= recent.length;
    let renewed = isNear
      ? await this.loader.reload(ownerId, copy, revision, new Set(recent.slice(-changes)))
      : await this.loader.load(ownerId, revision, this.room);
    if (renewed.size > this.room) renewed = await this.loader.load(ownerId, revision, this.room);
    this.copies.purgeStale();
    this.copies.set(ownerId, renewed);
    return renewed;
  }
}

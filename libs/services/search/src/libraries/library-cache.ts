import { Inject, Injectable } from '@nestjs/common';
import { AppError, CONFIG } from '@vault/base';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { SearchConfig } from '../config/search.config.ts';
import type { LibraryCopy } from './library-copy.ts';
import { LibraryLoader } from './library-loader.ts';
import { LibraryRepository, type LibraryState } from './library.repository.ts';

const bytesPerMib = 1_048_576;
/** Each load needs memory for one page of the store in addition to the library. */
const maxConcurrentLoads = 2;
const maxWaiting = 200;
/** Counted for an owner without videos. */
const minSize = 512;
/** Deleted data stays in the memory of any replica at most this long, even without another search. */
const retentionMs = 24 * 60 * 60 * 1_000;

/** The libraries that were searched last, prepared for searching, up to the configured memory. */
@Injectable()
export class LibraryCache {
  private readonly copies: LRUCache<string, LibraryCopy>;
  private readonly loading = new Map<string, Promise<LibraryCopy>>();
  private readonly queue = new PQueue({ concurrency: maxConcurrentLoads });
  private readonly maxBytes: number;

  constructor(
    private readonly libraries: LibraryRepository,
    private readonly loader: LibraryLoader,
    @Inject(CONFIG) config: SearchConfig,
  ) {
    this.maxBytes = config.SEARCH_MEMORY_MIB * bytesPerMib;
    this.copies = new LRUCache({
      maxSize: this.maxBytes,
      sizeCalculation: ({ size }) => Math.max(size, minSize),
      ttl: retentionMs,
    });
  }

  /** The library of an owner with all changes that were made before this call, in any replica. */
  async open(ownerId: string): Promise<LibraryCopy> {
    const state = await this.libraries.find(ownerId);
    for (;;) {
      const copy = this.copies.get(ownerId);
      if (copy && copy.version >= state.version) return copy;
      const running = this.loading.get(ownerId);
      // It may load an older version than this call needs, so the loop checks again.
      if (running) await running;
      else return await this.load(ownerId, state, copy);
    }
  }

  /** Removes the library of a deleted owner. */
  drop(ownerId: string): void {
    this.copies.delete(ownerId);
  }

  /** @throws {AppError} `unavailable` when too many loads are waiting */
  private async load(
    ownerId: string,
    state: LibraryState,
    copy: LibraryCopy | undefined,
  ): Promise<LibraryCopy> {
    if (this.queue.size >= maxWaiting)
      throw new AppError('unavailable', 'Too many people are searching. Please try again in a moment.');
    const loaded = this.queue
      .add(() => this.read(ownerId, state, copy))
      .finally(() => this.loading.delete(ownerId));
    this.loading.set(ownerId, loaded);
    return loaded;
  }

  private async read(
    ownerId: string,
    { version, recent }: LibraryState,
    copy: LibraryCopy | undefined,
  ): Promise<LibraryCopy> {
    const changes = copy ? version - copy.version : Infinity;
    const canReload = copy !== undefined && !copy.rest && changes <= recent.length;
    let loaded = canReload
      ? await this.loader.reload(ownerId, copy, version, new Set(recent.slice(-changes)))
      : await this.loader.load(ownerId, version, this.maxBytes);
    if (loaded.size > this.maxBytes) loaded = await this.loader.load(ownerId, version, this.maxBytes);
    this.copies.purgeStale();
    this.copies.set(ownerId, loaded);
    return loaded;
  }
}

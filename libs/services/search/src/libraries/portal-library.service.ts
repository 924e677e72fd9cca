import { Inject, Injectable } from '@nestjs/common';
import { AppError, CONFIG } from '@vault/base';
import type { searchRpc } from '@vault/contracts/rpc';
import { LRUCache } from 'lru-cache';
import { scopedVideo } from '../domain/scoped-video.ts';
import { makeSearchDocument, type SearchDocument } from '../domain/search-document.ts';
import type { SearchConfig } from '../config/search.config.ts';
import { IndexedVideoRepository } from '../videos/indexed-video.repository.ts';
import { toSearchedVideo } from '../videos/to-indexed-content.ts';
import { CooperativeTask } from './cooperative-task.ts';
import { LibraryRepository } from './library.repository.ts';

const bytesPerMib = 1_048_576;
/** Share of the memory for libraries that portals may use in addition. */
const memoryShare = 0.25;
const maxVideos = 200;
/** Small, because a whole page is in memory. */
const pageSize = 16;
/** Deleted words stay in memory about this long without another search of their portal. */
const retentionMs = 60 * 60 * 1_000;

interface PortalLibrary {
  /** That of the owner's library. */
  readonly version: number;
  readonly videos: Promise<readonly SearchDocument[]>;
}

/** The videos of the portals that were searched last, prepared without the words that visitors may not find. */
@Injectable()
export class PortalLibraryService {
  private readonly libraries: LRUCache<string, PortalLibrary>;
  private readonly maxBytes: number;

  constructor(
    private readonly videos: IndexedVideoRepository,
    private readonly versions: LibraryRepository,
    @Inject(CONFIG) config: SearchConfig,
  ) {
    this.maxBytes = config.SEARCH_MEMORY_MIB * bytesPerMib * memoryShare;
    this.libraries = new LRUCache({ maxSize: this.maxBytes, ttl: retentionMs });
  }

  /** @throws {AppError} invalid-input for more than 200 videos */
  async open(ownerId: string, scope: searchRpc.SearchScope): Promise<readonly SearchDocument[]> {
    if (scope.videos.length > maxVideos)
      throw new AppError('invalid-input', 'A portal has at most 200 videos.');
    const { version } = await this.versions.find(ownerId);
    const key = JSON.stringify([ownerId, scope]);
    const existing = this.libraries.get(key);
    // Another version is a change, also a smaller one: the owner was deleted.
    if (existing?.version === version) return existing.videos;
    this.libraries.purgeStale();
    const videos = this.load(ownerId, scope);
    // Counted with a byte until its size is known.
    this.libraries.set(key, { version, videos }, { size: 1 });
    try {
      const size = (await videos).reduce((sum, video) => sum + video.size, key.length + 1);
      this.libraries.set(key, { version, videos }, { size });
    } catch (error) {
      this.libraries.delete(key);
      throw error;
    }
    return videos;
  }

  private async load(ownerId: string, scope: searchRpc.SearchScope): Promise<readonly SearchDocument[]> {
    const { hasTranscript, hasQuotes } = scope;
    const task = new CooperativeTask();
    const prepared: SearchDocument[] = [];
    for (let index = 0; index < scope.videos.length; index += pageSize) {
      const page = scope.videos.slice(index, index + pageSize);
      const found = await this.videos.findMany(
        ownerId,
        page.map(({ videoId }) => videoId),
      );
      for (const { videoId, hidden } of page) {
        const document = found.find(({ _id }) => _id === videoId);
        if (!document) continue;
        const video = scopedVideo(toSearchedVideo(document), { hidden, hasTranscript, hasQuotes });
        prepared.push(makeSearchDocument(video));
        await task.yieldIfDue();
      }
    }
    return prepared;
  }
}

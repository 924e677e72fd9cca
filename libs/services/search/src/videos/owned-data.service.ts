import { Injectable } from '@nestjs/common';
import type { OwnerData } from '@vault/platform';
import { LibraryCache } from '../libraries/library-cache.ts';
import { LibraryRepository } from '../libraries/library.repository.ts';
import { IndexedVideoRepository } from './indexed-video.repository.ts';

/** Removes all data of an owner, in the store and in the memory of this process. */
@Injectable()
export class OwnedDataService implements OwnerData {
  constructor(
    private readonly videos: IndexedVideoRepository,
    private readonly libraries: LibraryRepository,
    private readonly cache: LibraryCache,
  ) {}

  async removeSome(ownerId: string): Promise<boolean> {
    const hasMore = await this.videos.removeSomeOf(ownerId);
    await this.libraries.remove(ownerId);
    this.cache.drop(ownerId);
    return hasMore;
  }
}

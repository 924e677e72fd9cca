import type { ModuleMetadata } from '@nestjs/common';
import { deletionModels, ownerDeletionProviders } from '@vault/store';
import { LibraryLoader } from './libraries/library-loader.ts';
import { LibraryCache } from './libraries/library-cache.ts';
import { LibraryRepository } from './libraries/library.repository.ts';
import { PortalLibraryService } from './libraries/portal-library.service.ts';
import { SearchService } from './libraries/search.service.ts';
import { SpeakersService } from './libraries/speakers.service.ts';
import { SearchGrpc } from './search.grpc.ts';
import { IndexedVideoRepository } from './videos/indexed-video.repository.ts';
import { IndexingService } from './indexing/indexing.service.ts';

/** What the search service adds to the container. */
export const searchModule = {
  controllers: [SearchGrpc],
  providers: [
    ...ownerDeletionProviders('search', IndexingService, deletionModels),
    IndexedVideoRepository,
    IndexingService,
    LibraryLoader,
    LibraryCache,
    LibraryRepository,
    PortalLibraryService,
    SearchService,
    SpeakersService,
  ],
} satisfies ModuleMetadata;

import { Module, type DynamicModule } from '@nestjs/common';
import { DeletedOwnerRepository, OWNER_DATA, OwnerDeletion } from '@vault/platform';
import { LibraryLoader } from './libraries/library-loader.ts';
import { LibraryCache } from './libraries/library-cache.ts';
import { LibraryRepository } from './libraries/library.repository.ts';
import { SearchService } from './libraries/search.service.ts';
import { SearchCommands } from './search.commands.ts';
import { SearchGrpc } from './search.grpc.ts';
import { SearchListeners } from './search.listeners.ts';
import { IndexedVideoRepository } from './videos/indexed-video.repository.ts';
import { IndexingService } from './videos/indexing.service.ts';
import { OwnedDataService } from './videos/owned-data.service.ts';

@Module({})
export class SearchModule {
  static register(platform: DynamicModule): DynamicModule {
    return {
      module: SearchModule,
      imports: [platform],
      controllers: [SearchGrpc],
      providers: [
        { provide: OWNER_DATA, useExisting: OwnedDataService },
        DeletedOwnerRepository,
        IndexedVideoRepository,
        IndexingService,
        LibraryLoader,
        LibraryCache,
        LibraryRepository,
        OwnedDataService,
        OwnerDeletion,
        SearchCommands,
        SearchListeners,
        SearchService,
      ],
    };
  }
}

import { Module, type DynamicModule } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ownerDeletionProviders } from '@vault/platform';
import { LibraryLoader } from './libraries/library-loader.ts';
import { LibraryCache } from './libraries/library-cache.ts';
import { LibraryRepository } from './libraries/library.repository.ts';
import { SearchService } from './libraries/search.service.ts';
import { SearchCommands } from './search.commands.ts';
import { SearchGrpc } from './search.grpc.ts';
import { SearchListeners } from './search.listeners.ts';
import { searchModels } from './search.models.ts';
import { IndexedVideoRepository } from './videos/indexed-video.repository.ts';
import { IndexingService } from './videos/indexing.service.ts';
import { OwnedDataService } from './videos/owned-data.service.ts';

@Module({})
export class SearchModule {
  static register(platform: DynamicModule): DynamicModule {
    return {
      module: SearchModule,
      imports: [platform, MongooseModule.forFeature(searchModels, 'search')],
      controllers: [SearchGrpc],
      providers: [
        ...ownerDeletionProviders('search', OwnedDataService),
        IndexedVideoRepository,
        IndexingService,
        LibraryLoader,
        LibraryCache,
        LibraryRepository,
        OwnedDataService,
        SearchCommands,
        SearchListeners,
        SearchService,
      ],
    };
  }
}

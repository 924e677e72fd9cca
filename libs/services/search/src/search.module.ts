import { Module, type DynamicModule } from '@nestjs/common';
import { LibraryLoader } from './libraries/library-loader.ts';
import { LibraryMemory } from './libraries/library-memory.ts';
import { LibraryRepository } from './libraries/library.repository.ts';
import { SearchService } from './libraries/search.service.ts';
import { SearchCommands } from './search.commands.ts';
import { SearchGrpc } from './search.grpc.ts';
import { SearchListeners } from './search.listeners.ts';
import { IndexedVideoRepository } from './videos/indexed-video.repository.ts';
import { IndexingService } from './videos/indexing.service.ts';

@Module({})
export class SearchModule {
  static register(platform: DynamicModule): DynamicModule {
    return {
      module: SearchModule,
      imports: [platform],
      controllers: [SearchGrpc],
      providers: [
        IndexedVideoRepository,
        IndexingService,
        LibraryLoader,
        LibraryMemory,
        LibraryRepository,
        SearchCommands,
        SearchListeners,
        SearchService,
      ],
    };
  }
}

import { searchRpc } from '@vault/contracts/rpc';
import { defineService, deletedOwnerSchema } from '@vault/platform';
import { librarySchema } from './libraries/library.schema.ts';
import { SearchCommands } from './search.commands.ts';
import { searchConfig } from './search.config.ts';
import { SearchListeners } from './search.listeners.ts';
import { SearchModule } from './search.module.ts';
import { indexedVideoSchema } from './videos/indexed-video.schema.ts';

/** Indexes the texts of all libraries and searches in them. */
export const searchService = defineService({
  name: 'search',
  config: searchConfig,
  models: { IndexedVideo: indexedVideoSchema, Library: librarySchema, DeletedOwner: deletedOwnerSchema },
  rpc: searchRpc.SearchServiceService,
  module: (platform) => SearchModule.register(platform),
  consumers: [SearchCommands, SearchListeners],
});

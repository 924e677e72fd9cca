import { searchRpc } from '@vault/contracts/rpc';
import { defineService } from '@vault/platform';
import { SearchCommands } from './search.commands.ts';
import { searchConfig } from './config/search.config.ts';
import { SearchListeners } from './search.listeners.ts';
import { searchModels } from './search.models.ts';
import { searchModule } from './search.module.ts';

/** Indexes the texts of all libraries and searches in them. */
export const searchService = defineService({
  name: 'search',
  config: searchConfig,
  models: searchModels,
  // The index has the thumbnails' addresses.
  afterMove: {
    collection: 'indexedvideos',
    type: 'search.index-video.v1',
    toData: ({ _id, ownerId }) => ({ videoId: _id, ownerId }),
  },
  rpc: searchRpc.SearchServiceService,
  module: searchModule,
  consumers: [SearchCommands, SearchListeners],
});

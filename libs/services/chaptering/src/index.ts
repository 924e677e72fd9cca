import { chapteringRpc } from '@vault/contracts/rpc';
import { defineService } from '@vault/platform';
import { ChapteringCommands } from './chaptering.commands.ts';
import { chapteringConfig } from './config/chaptering.config.ts';
import { ChapteringListeners } from './chaptering.listeners.ts';
import { chapteringModels } from './chaptering.models.ts';
import { chapteringModule } from './chaptering.module.ts';

export const chapteringService = defineService({
  name: 'chaptering',
  config: chapteringConfig,
  models: chapteringModels,
  rpc: chapteringRpc.ChapteringServiceService,
  module: chapteringModule,
  consumers: [ChapteringCommands, ChapteringListeners],
});

import { chapteringRpc } from '@vault/contracts/rpc';
import { defineService, deletedOwnerSchema } from '@vault/platform';
import { ChapteringCommands } from './chaptering.commands.ts';
import { chapteringConfig } from './chaptering.config.ts';
import { ChapteringListeners } from './chaptering.listeners.ts';
import { ChapteringModule } from './chaptering.module.ts';
import { chapterSetSchema } from './chapters/chapter-set.schema.ts';
import { modelUseSchema } from './model-use/model-use.schema.ts';
import { operationSchema } from './operations/operation.schema.ts';
import { transcriptSchema } from './transcripts/transcript.schema.ts';

export const chapteringService = defineService({
  name: 'chaptering',
  config: chapteringConfig,
  models: {
    ChapterSet: chapterSetSchema,
    Transcript: transcriptSchema,
    ModelUse: modelUseSchema,
    Operation: operationSchema,
    DeletedOwner: deletedOwnerSchema,
  },
  rpc: chapteringRpc.ChapteringServiceService,
  module: (platform) => ChapteringModule.register(platform),
  consumers: [ChapteringCommands, ChapteringListeners],
});

import { videoHostConfig } from '@vault/integrations';
import { clipRpc } from '@vault/contracts/rpc';
import { defineService } from '@vault/platform';
import { ClipCommands } from './clip.commands.ts';
import { ClipListeners } from './clip.listeners.ts';
import { clipModels } from './clip.models.ts';
import { clipModule } from './clip.module.ts';

/** Cuts clips: time ranges of videos as separate files. */
export const clipService = defineService({
  name: 'clip',
  config: videoHostConfig,
  models: clipModels,
  rpc: clipRpc.ClipServiceService,
  module: clipModule,
  consumers: [ClipCommands, ClipListeners],
});

import { clipRpc } from '@vault/contracts/rpc';
import { defineService } from '@vault/platform';
import { ClipCommands } from './clip.commands.ts';
import { clipConfig } from './clip.config.ts';
import { ClipListeners } from './clip.listeners.ts';
import { clipModels } from './clip.models.ts';
import { ClipModule } from './clip.module.ts';

/** Cuts clips: spans of videos as separate files. */
export const clipService = defineService({
  name: 'clip',
  config: clipConfig,
  models: clipModels,
  rpc: clipRpc.ClipServiceService,
  module: (platform) => ClipModule.register(platform),
  consumers: [ClipCommands, ClipListeners],
});

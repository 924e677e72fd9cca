import { clipRpc } from '@vault/contracts/rpc';
import { defineService } from '@vault/platform';
import { ClipCommands } from './clip.commands.ts';
import { clipConfig } from './clip.config.ts';
import { ClipModule } from './clip.module.ts';

/** Clips: spans of videos as files of their own. */
export const clipService = defineService({
  name: 'clip',
  config: clipConfig,
  models: {},
  rpc: clipRpc.ClipServiceService,
  module: (platform) => ClipModule.register(platform),
  consumers: [ClipCommands],
});

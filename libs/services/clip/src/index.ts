import { clipRpc } from '@vault/contracts/rpc';
import { defineService, deletedOwnerSchema } from '@vault/platform';
import { ClipCommands } from './clip.commands.ts';
import { clipConfig } from './clip.config.ts';
import { ClipListeners } from './clip.listeners.ts';
import { ClipModule } from './clip.module.ts';
import { clipSchema } from './clips/clip.schema.ts';
import { deletedVideoSchema } from './videos/deleted-video.schema.ts';

/** Cuts clips: spans of videos as separate files. */
export const clipService = defineService({
  name: 'clip',
  config: clipConfig,
  models: { Clip: clipSchema, DeletedVideo: deletedVideoSchema, DeletedOwner: deletedOwnerSchema },
  rpc: clipRpc.ClipServiceService,
  module: (platform) => ClipModule.register(platform),
  consumers: [ClipCommands, ClipListeners],
});

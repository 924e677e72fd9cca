import { clipRpc } from '@vault/contracts/rpc';
import { defineService, deletedOwnerSchema } from '@vault/platform';
import { ClipCommands } from './clip.commands.ts';
import { clipConfig } from './clip.config.ts';
import { ClipListeners } from './clip.listeners.ts';
import { ClipModule } from './clip.module.ts';
import { clipSchema } from './clips/clip.schema.ts';
import { forgottenVideoSchema } from './videos/forgotten-video.schema.ts';

/** Clips: spans of videos as files of their own. */
export const clipService = defineService({
  name: 'clip',
  config: clipConfig,
  models: { Clip: clipSchema, ForgottenVideo: forgottenVideoSchema, DeletedOwner: deletedOwnerSchema },
  rpc: clipRpc.ClipServiceService,
  module: (platform) => ClipModule.register(platform),
  consumers: [ClipCommands, ClipListeners],
});

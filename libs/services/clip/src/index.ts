import { videoHostConfig } from '@vault/integrations';
import { clipRpc } from '@vault/contracts/rpc';
import { defineService } from '@vault/platform';
import { ClipCommands } from './clip.commands.ts';
import { ClipListeners } from './clip.listeners.ts';
import { clipModels } from './clip.models.ts';
import { clipModule } from './clip.module.ts';
import { passthroughOf } from './domain/clip-identity.ts';

/** Cuts clips: spans of videos as separate files. */
export const clipService = defineService({
  name: 'clip',
  config: videoHostConfig,
  models: clipModels,
  media: {
    collection: 'clips',
    // An asset without a confirmed answer of the host is found by its name.
    toReferences: ({ _id, deletedAt, state, assetId }) =>
      deletedAt
        ? undefined
        : { assetId: String(assetId), others: state === 'making' ? [passthroughOf(String(_id))] : [] },
  },
  rpc: clipRpc.ClipServiceService,
  module: clipModule,
  consumers: [ClipCommands, ClipListeners],
});

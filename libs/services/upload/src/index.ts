import { uploadRpc } from '@vault/contracts/rpc';
import { defineService, deletedOwnerSchema } from '@vault/platform';
import { videoQuotaSchema } from './quota/video-quota.schema.ts';
import { UploadCommands } from './upload.commands.ts';
import { uploadConfig } from './upload.config.ts';
import { UploadListeners } from './upload.listeners.ts';
import { UploadModule } from './upload.module.ts';
import { videoSchema } from './videos/video.schema.ts';

export const uploadService = defineService({
  name: 'upload',
  config: uploadConfig,
  models: { Video: videoSchema, VideoQuota: videoQuotaSchema, DeletedOwner: deletedOwnerSchema },
  rpc: uploadRpc.UploadServiceService,
  module: (platform) => UploadModule.register(platform),
  consumers: [UploadCommands, UploadListeners],
});

import { videoHostConfig } from '@vault/integrations';
import { uploadRpc } from '@vault/contracts/rpc';
import { defineService } from '@vault/platform';
import { UploadCommands } from './upload.commands.ts';
import { UploadListeners } from './upload.listeners.ts';
import { uploadModels } from './upload.models.ts';
import { uploadModule } from './upload.module.ts';

export { captionsEventOf } from './domain/video-steps.ts';

export const uploadService = defineService({
  name: 'upload',
  config: videoHostConfig,
  models: uploadModels,
  rpc: uploadRpc.UploadServiceService,
  module: uploadModule,
  consumers: [UploadCommands, UploadListeners],
});

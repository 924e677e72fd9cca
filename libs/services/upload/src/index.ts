import { uploadRpc } from '@vault/contracts/rpc';
import { defineService } from '@vault/platform';
import { UploadCommands } from './upload.commands.ts';
import { uploadConfig } from './upload.config.ts';
import { UploadListeners } from './upload.listeners.ts';
import { uploadModels } from './upload.models.ts';
import { UploadModule } from './upload.module.ts';

export const uploadService = defineService({
  name: 'upload',
  config: uploadConfig,
  models: uploadModels,
  rpc: uploadRpc.UploadServiceService,
  module: (platform) => UploadModule.register(platform),
  consumers: [UploadCommands, UploadListeners],
});

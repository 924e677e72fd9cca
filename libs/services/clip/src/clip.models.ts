import type { ModelDefinition } from '@nestjs/mongoose';
import { ownerDeletionModels } from '@vault/platform';
import { clipSchema } from './clips/clip.schema.ts';
import { deletedVideoSchema } from './videos/deleted-video.schema.ts';

/** The models of the store: the module adds them to its connection. */
export const clipModels: ModelDefinition[] = [
  { name: 'Clip', schema: clipSchema },
  { name: 'DeletedVideo', schema: deletedVideoSchema },
  ...ownerDeletionModels,
];

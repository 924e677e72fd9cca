import { ownerDeletionModels } from '@vault/store';
import { clipSchema } from './clips/clip.schema.ts';
import { deletedVideoSchema } from './videos/deleted-video.schema.ts';

/** The models of the store: the host adds them to its connection. */
export const clipModels = [
  { name: 'Clip', schema: clipSchema },
  { name: 'DeletedVideo', schema: deletedVideoSchema },
  ...ownerDeletionModels,
];

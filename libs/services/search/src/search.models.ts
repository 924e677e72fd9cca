import { deletionModels } from '@vault/store';
import { librarySchema } from './libraries/library.schema.ts';
import { indexedVideoSchema } from './videos/indexed-video.schema.ts';

/** The models of the store: the host adds them to its connection. */
export const searchModels = [
  { name: 'IndexedVideo', schema: indexedVideoSchema },
  { name: 'Library', schema: librarySchema },
  ...deletionModels,
];

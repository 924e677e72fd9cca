import { deletionModels } from '@vault/store';
import { clipSchema } from './clips/clip.schema.ts';

/** The models of the store: the host adds them to its connection. */
export const clipModels = [{ name: 'Clip', schema: clipSchema }, ...deletionModels];

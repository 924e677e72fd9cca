import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';

/** Longer than a day, with room for clock differences between machines. */
const keptSeconds = 3 * 24 * 60 * 60;

export const modelUseSchema = documentSchema(
  'modeluse',
  {
    ownerId: z.string(),
    /** The first instant of the day, in UTC. */
    day: z.date(),
    calls: z.number(),
  },
  { indexes: [[{ ownerId: 1 }], [{ day: 1 }, { expireAfterSeconds: keptSeconds }]] },
);

/** How often the language model was called for one owner on one day; no content. `_id` is `owner/yyyy-MM-dd`. */
export type ModelUseDocument = DocumentOf<typeof modelUseSchema>;

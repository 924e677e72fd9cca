import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';

export const tokenDaySchema = documentSchema('token_days', { spent: z.number(), granted: z.number() });

/** The tokens that all accounts spent and were granted on a past day. `_id` is `yyyy-MM-dd` in UTC. */
export type TokenDay = DocumentOf<typeof tokenDaySchema>;

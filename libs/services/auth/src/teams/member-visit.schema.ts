import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';

const keptForSeconds = 365 * 24 * 60 * 60;

export const memberVisitSchema = documentSchema(
  'member_visits',
  { userId: z.string(), at: z.date() },
  { indexes: [[{ userId: 1 }], [{ at: 1 }, { expireAfterSeconds: keptForSeconds }]] },
);

/** When a member last used a team. `_id` is the id of the team and that of the member. */
export type MemberVisit = DocumentOf<typeof memberVisitSchema>;

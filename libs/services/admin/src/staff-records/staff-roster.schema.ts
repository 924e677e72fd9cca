import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';
import type { StaffMember } from '../domain/staff-members.ts';

export const staffRosterSchema = documentSchema('staff', {
  members: z.array(z.custom<StaffMember>()),
  /** Incremented with each change. */
  version: z.number(),
  /** Ids of the applied actions, newest last. */
  handled: z.array(z.string()).default([]),
});

/**
 * All members of staff in one document, so that one atomic update can ensure that an active staff owner remains. Its
 * `_id` is `staff`.
 */
export type StaffRoster = DocumentOf<typeof staffRosterSchema>;

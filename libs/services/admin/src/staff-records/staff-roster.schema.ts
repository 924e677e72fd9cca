import { aggregateSchema, type DocumentOf } from '@vault/store';
import { z } from 'zod';
import type { StaffMember } from '../domain/staff-members.ts';

export const staffRosterSchema = aggregateSchema('staff', { members: z.array(z.custom<StaffMember>()) });

/** All members of staff in one document, so that one atomic update can ensure that an active staff owner remains. */
export type StaffRoster = DocumentOf<typeof staffRosterSchema>;

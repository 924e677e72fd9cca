import { documentSchema } from '@vault/store';
import { staffRoles } from '@vault/contracts';
import { Schema } from 'mongoose';
import type { StaffMember } from '../domain/staff-members.ts';

/**
 * All members of staff in one document, so that one atomic update can ensure that an active staff owner remains.
 */
export interface StaffRoster {
  /** There is one document. */
  _id: 'staff';
  members: StaffMember[];
  /** Incremented with each change. */
  version: number;
  /** Ids of the applied actions, newest last. */
  handled: string[];
}

const memberSchema = new Schema<StaffMember>(
  {
    id: { type: String, required: true },
    email: { type: String, required: true },
    role: { type: String, enum: staffRoles, required: true },
    isActive: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
  },
  { _id: false, id: false },
);

export const staffRosterSchema = documentSchema<StaffRoster>('staff', {
  members: { type: [memberSchema], required: true },
  version: { type: Number, required: true },
  handled: { type: [String], default: [] },
});

import { staffRoles } from '@vault/contracts';
import { Schema } from 'mongoose';
import type { StaffMember } from '../domain/staff-members.ts';

/**
 * All members of staff in one document: that an owner is left who can sign in is true of all of them together, and one
 * document changes at once.
 */
export interface StaffRoster {
  /** There is one. */
  _id: 'staff';
  members: StaffMember[];
  /** Rises with each change. */
  version: number;
  /** Ids of the actions whose effect is here already, newest last. */
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

export const staffRosterSchema = new Schema<StaffRoster>(
  {
    _id: { type: String, required: true },
    members: { type: [memberSchema], required: true },
    version: { type: Number, required: true },
    handled: { type: [String], default: [] },
  },
  { versionKey: false, collection: 'staff' },
);

import type { CommandType, StaffRole } from '@vault/contracts';
import { Schema } from 'mongoose';
import type { AuditEntry } from '../audit/audit-entry.schema.ts';

/** Has an owner change something, by a command that carries the id of the action. */
export interface CommandWork {
  readonly kind: 'command';
  readonly type: CommandType;
  readonly data: Readonly<Record<string, unknown>>;
  /** What the command is about: a user or a video. */
  readonly subject: string;
  /** The user whose fields the audit log shows afterwards; empty when it is about none. */
  readonly userId: string;
  /** The version that a late repeat insists on: it must not undo what others have done since. */
  readonly lateVersion?: number;
}

export interface AddStaffWork {
  readonly kind: 'add-staff';
  readonly role: StaffRole;
  readonly passwordHash: string;
  readonly createdAt: Date;
}

/** What is absent stays as it is. */
export interface EditStaffWork {
  readonly kind: 'edit-staff';
  readonly role?: StaffRole;
  readonly isActive?: boolean;
  readonly passwordHash?: string;
}

export interface RemoveStaffWork {
  readonly kind: 'remove-staff';
}

/** What an action does, so that whoever finds it unfinished can finish it. */
export type ActionWork = CommandWork | AddStaffWork | EditStaffWork | RemoveStaffWork;

/** Something that staff do and that has not ended; it goes when its end is in the audit log. */
export interface StaffAction extends Pick<
  AuditEntry,
  | '_id'
  | 'actorId'
  | 'actorEmail'
  | 'action'
  | 'subjectId'
  | 'subjectName'
  | 'clientAddress'
  | 'before'
  | 'requested'
> {
  correlationId: string;
  startedAt: Date;
  /** When it is taken up again, unless it has ended. */
  nextCheckAt: Date;
  work: ActionWork;
}

const text = { type: String, default: '' };
const required = { type: String, required: true };
const time = { type: Date, required: true };

export const staffActionSchema = new Schema<StaffAction>(
  {
    ...{ _id: required, correlationId: required, action: required as never },
    ...{ actorId: text, actorEmail: text, subjectId: text, subjectName: text },
    ...{ clientAddress: text, before: text, requested: text },
    ...{ startedAt: time, nextCheckAt: { ...time, index: true } },
    work: { type: Object, required: true } as never,
  },
  { versionKey: false, minimize: false, collection: 'staff_actions' },
);

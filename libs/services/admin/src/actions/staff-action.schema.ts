import { documentSchema } from '@vault/store';
import type { CommandType, StaffRole } from '@vault/contracts';
import type { AuditEntry } from '../audit-entries/audit-entry.schema.ts';

/** A change in another service, by a command with the id of the action. */
export interface CommandWork {
  readonly kind: 'command';
  readonly type: CommandType;
  readonly data: Readonly<Record<string, unknown>>;
  /** What the command is about: a user or a video. */
  readonly subject: string;
  /** The version that a late retry requires, so that it overwrites no later change. */
  readonly lateVersion?: number;
}

export interface AddStaffWork {
  readonly kind: 'add-staff';
  readonly role: StaffRole;
  readonly passwordHash: string;
  readonly createdAt: Date;
}

/** Absent fields stay unchanged. */
export interface EditStaffWork {
  readonly kind: 'edit-staff';
  readonly role?: StaffRole;
  readonly isActive?: boolean;
  readonly passwordHash?: string;
}

export interface RemoveStaffWork {
  readonly kind: 'remove-staff';
}

/** All that another process needs to finish the action. */
export type ActionWork = CommandWork | AddStaffWork | EditStaffWork | RemoveStaffWork;

/** A running action; removed when its outcome is in the audit log. */
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
  /** When it is retried, unless it has ended. */
  nextCheckAt: Date;
  work: ActionWork;
}

const text = { type: String, default: '' };
const required = { type: String, required: true };
const time = { type: Date, required: true };

export const staffActionSchema = documentSchema<StaffAction>(
  'staff_actions',
  {
    correlationId: required,
    action: required as never,
    actorId: text,
    actorEmail: text,
    subjectId: text,
    subjectName: text,
    clientAddress: text,
    before: text,
    requested: text,
    startedAt: time,
    nextCheckAt: { ...time, index: true },
    work: { type: Object, required: true } as never,
  },
  { minimize: false },
);

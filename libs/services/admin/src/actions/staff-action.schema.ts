import { auditActions, type CommandType, type StaffRole } from '@vault/contracts';
import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';

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

const text = z.string().default('');

export const staffActionSchema = documentSchema(
  'staff_actions',
  {
    correlationId: z.string(),
    action: z.enum(auditActions),
    actorId: text,
    actorEmail: text,
    subjectId: text,
    subjectName: text,
    clientAddress: text,
    before: text,
    requested: text,
    startedAt: z.date(),
    /** When it is retried, unless it has ended. */
    nextCheckAt: z.date(),
    work: z.custom<ActionWork>(),
  },
  { indexes: [[{ nextCheckAt: 1 }]] },
);

/** A running action; removed when its outcome is in the audit log. */
export type StaffAction = DocumentOf<typeof staffActionSchema>;

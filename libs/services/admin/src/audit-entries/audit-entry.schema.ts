import { addOutboxFields, type OutboxFields, documentSchema } from '@vault/store';
import {
  auditActions,
  auditStates,
  errorCodes,
  type AuditAction,
  type auditRow,
  type ErrorCode,
} from '@vault/contracts';
import type { Query } from 'mongoose';
import type { z } from 'zod';

/**
 * One line of the audit log. Lines are added and read, never removed; only the names of a deleted subject are taken out.
 */
export interface AuditEntry {
  _id: string;
  at: Date;
  /** Empty when the actor was not signed in: a wrong password, a command of an operator. */
  actorId: string;
  /** Also empty when the actor was a user, who is then the subject. */
  actorEmail: string;
  action: AuditAction;
  subjectId: string;
  subjectName: string;
  state: z.infer<typeof auditRow>['state'];
  /** The line of the start; empty in that line itself. */
  startedId: string;
  clientAddress: string;
  /** JSON objects; empty where there are no fields. */
  before: string;
  requested: string;
  after: string;
  msg: string;
  /** Why it failed, for a repeat of its command. */
  code?: ErrorCode;
}

/** A stored line; a start line has the command of its action until it is sent. */
export type AuditDocument = AuditEntry & OutboxFields;

const text = { type: String, default: '' };

export const auditEntrySchema = documentSchema<AuditEntry>('audit', {
  at: { type: Date, required: true },
  actorId: text,
  actorEmail: text,
  action: { type: String, enum: auditActions, required: true },
  subjectId: text,
  subjectName: text,
  state: { type: String, enum: auditStates, required: true },
  startedId: text,
  clientAddress: text,
  before: text,
  requested: text,
  after: text,
  msg: text,
  code: { type: String, enum: errorCodes },
});
addOutboxFields(auditEntrySchema, { isHidden: true });
auditEntrySchema.index({ at: -1, _id: -1 });
auditEntrySchema.index({ action: 1, at: -1, _id: -1 });
auditEntrySchema.index({ subjectId: 1, at: -1, _id: -1 });

const changes = [
  'updateOne',
  'updateMany',
  'replaceOne',
  'findOneAndUpdate',
  'findOneAndReplace',
  'findOneAndDelete',
  'deleteOne',
  'deleteMany',
] as const;
const outboxFields = new Set(['outbox', 'outboxSince']);
// A guard against mistakes in this service.
auditEntrySchema.pre([...changes], function (this: Query<unknown, AuditEntry>) {
  const update = this.getUpdate() ?? {};
  if (!isOfOutbox(update) && !isOfNames(update))
    throw new Error('Lines of the audit log are only ever added.');
});

/** Whether an update changes only the outbox: removals have no update, replacements no operator. */
function isOfOutbox(update: object): boolean {
  const operations = Object.entries(update) as [string, object][];
  return (
    operations.length > 0 &&
    operations.every(
      ([name, fields]) =>
        name.startsWith('$') && Object.keys(fields).every((field) => outboxFields.has(field)),
    )
  );
}

const named = new Set(['subjectName', 'before', 'requested', 'after']);

/** Whether an update only removes the name of the subject, and fields. */
function isOfNames(update: object): boolean {
  const { $set = {}, ...others } = update as { readonly $set?: Partial<AuditEntry> };
  const isEmptied = $set.subjectName === '' && Object.keys(others).length === 0;
  return isEmptied && Object.keys($set).every((name) => named.has(name));
}

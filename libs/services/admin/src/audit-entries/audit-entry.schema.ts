import { type DocumentOf, outboxSchema, type OutboxFields } from '@vault/store';
import { auditActions, auditStates, errorCodes } from '@vault/contracts';
import type { Query } from 'mongoose';
import { z } from 'zod';

const text = z.string().default('');

export const auditEntrySchema = outboxSchema(
  'audit',
  {
    at: z.date(),
    /** Empty when the actor was not signed in: a wrong password, a command of an operator. */
    actorId: text,
    /** Also empty when the actor was a user, who is then the subject. */
    actorEmail: text,
    action: z.enum(auditActions),
    subjectId: text,
    subjectName: text,
    state: z.enum(auditStates),
    /** The line of the start; empty in that line itself. */
    startedId: text,
    clientAddress: text,
    /** JSON objects; empty where there are no fields. */
    before: text,
    requested: text,
    after: text,
    msg: text,
    /** Why it failed, for a repeat of its command. */
    code: z.enum(errorCodes).optional(),
  },
  {
    indexes: [[{ at: -1, _id: -1 }], [{ action: 1, at: -1, _id: -1 }], [{ subjectId: 1, at: -1, _id: -1 }]],
  },
);

/** A stored line; a start line has the command of its action until it is sent. */
export type AuditDocument = DocumentOf<typeof auditEntrySchema>;

/**
 * One line of the audit log. Lines are added and read, never removed; only the names of a deleted subject are taken out.
 */
export type AuditEntry = Omit<AuditDocument, Exclude<keyof OutboxFields, '_id'>>;

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

import { documentSchema } from '@vault/platform';
import { auditActions, auditStates, type AuditAction, type auditRow } from '@vault/contracts';
import type { z } from 'zod';

/** One line of the audit log. Lines are added and read, never changed or removed. */
export interface AuditEntry {
  _id: string;
  at: Date;
  /** Empty when the actor was not signed in: a wrong password, a command of an operator. */
  actorId: string;
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
}

const text = { type: String, default: '' };

export const auditEntrySchema = documentSchema<AuditEntry>('audit', {
  at: { type: Date, required: true },
  actorId: text,
  actorEmail: text,
  action: { type: String, enum: auditActions, required: true },
  subjectId: text,
  subjectName: text,
  state: { type: String, enum: auditStates, required: true },
  ...{ startedId: text, clientAddress: text, before: text, requested: text, after: text, msg: text },
});
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
// A guard against mistakes in this service.
auditEntrySchema.pre([...changes], () => {
  throw new Error('Lines of the audit log are only ever added.');
});

import { z } from 'zod';
import { latestTime } from '../rules/utc-day.ts';
import { requiredPage } from './fields/list-order.ts';
import { lineOfText } from './fields/text.ts';

const moment = z.coerce.number().min(0).max(latestTime).optional();

/** What changed about who can see a portal. */
export const portalAccessChanges = [
  'publish-portal',
  'unpublish-portal',
  'delete-portal',
  'add-portal-link',
  'end-portal-link',
] as const;

/** Actions of the audit log. */
export const auditActions = [
  'login',
  'logout',
  'change-password',
  'add-staff',
  'edit-staff',
  'remove-staff',
  'edit-employee',
  'delete-employee',
  'grant-upgrade',
  'edit-team',
  'retry-video',
  ...portalAccessChanges,
] as const;
export type AuditAction = (typeof auditActions)[number];

/** State of a line of the audit log: a change has one line when it starts and another when it ends. */
export const auditStates = ['started', 'done', 'failed'] as const;

/** `GET /admin/audit`. */
export const auditQuery = z.object({
  ...requiredPage,
  actor: lineOfText(254).optional().describe('Part of the e-mail of the actor.'),
  action: z.enum(auditActions).optional().describe('One action.'),
  subject: lineOfText(254).optional().describe('Part of the e-mail, or the id, of the subject.'),
  from: moment.describe('Epoch seconds; nothing older.'),
  to: moment.describe('Epoch seconds; nothing newer.'),
});

const fields = z.record(z.string(), z.unknown()).nullable();

/** One line of the audit log, which is append-only. */
export const auditRow = z.object({
  id: z.string(),
  at: z.number().describe('Epoch seconds.'),
  actor: z.object({ id: z.string(), email: z.string() }),
  action: z.enum(auditActions),
  subject: z
    .object({ id: z.string(), name: z.string().describe('An e-mail address or a title, as it was then.') })
    .nullable()
    .describe('Null when the action has no subject.'),
  state: z.enum(auditStates),
  started_id: z.string().nullable().describe('The line that started the change that this line ends.'),
  client_address: z.string(),
  before: fields.describe('The fields to change, before the change; null when there are none.'),
  requested: fields.describe('The requested values; never a password.'),
  after: fields.describe('The same fields after the change.'),
  msg: z.string().describe('Why it failed, as a sentence; else empty.'),
});

export type AuditQuery = z.infer<typeof auditQuery>;
export type AuditRow = z.infer<typeof auditRow>;

import { z } from 'zod';
import { requiredPage } from './list-order.ts';
import { lineOfText } from './text.ts';

const moment = z.coerce.number().min(0).optional();

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
  'retry-video',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** How a change stands in the audit log: begun in one line, ended in another. */
export const auditStates = ['started', 'done', 'failed'] as const;

/** `GET /admin/audit`. */
export const auditQuery = z.object({
  ...requiredPage,
  actor: lineOfText(254).optional().describe('Part of the e-mail of who acted.'),
  action: z.enum(auditActions).optional().describe('One action.'),
  subject: lineOfText(254).optional().describe('Part of the e-mail, or the id, of what was acted on.'),
  from: moment.describe('Epoch seconds; nothing older.'),
  to: moment.describe('Epoch seconds; nothing newer.'),
});

const fields = z.record(z.string(), z.unknown()).nullable();

/** One line of the audit log: lines are only ever added. */
export const auditRow = z.object({
  id: z.string(),
  at: z.number().describe('Epoch seconds.'),
  actor: z.object({ id: z.string(), email: z.string() }),
  action: z.enum(auditActions),
  subject: z
    .object({ id: z.string(), name: z.string().describe('An e-mail address or a title, as it was then.') })
    .nullable()
    .describe('Null when nothing was acted on.'),
  state: z.enum(auditStates),
  started_id: z.string().nullable().describe('The line that began what this one ended.'),
  client_address: z.string(),
  before: fields.describe('The fields that were to change, as they were; null where there are none.'),
  requested: fields.describe('What was asked for; never a password.'),
  after: fields.describe('The same fields as they were then.'),
  msg: z.string().describe('Why it failed, as a sentence; else empty.'),
});

export type AuditQuery = z.infer<typeof auditQuery>;
export type AuditRow = z.infer<typeof auditRow>;

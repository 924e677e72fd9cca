import { z } from 'zod';
import { latestTime } from '../../rules/utc-day.ts';
import { memberId } from './workspace.routes.ts';

const time = z.coerce.number().min(0).max(latestTime).optional();

const filter = {
  actor: memberId.optional().describe('The id of the person who did it.'),
  action: z
    .string()
    .regex(/^[a-z-]{1,20}(\.[a-z-]{1,40})?$/, 'This action is unknown.')
    .optional()
    .describe('One action, such as `auth.set-role`, or `refused`.'),
  from: time.describe('Epoch seconds; nothing older.'),
  to: time.describe('Epoch seconds; nothing newer.'),
};

/** `GET /workspace/audit`. */
export const workspaceLogQuery = z.object({
  ...filter,
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('The most entries of the page.'),
  before: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,3})? \d{1,12}$/, 'This is not the `next` of a page.')
    .optional()
    .describe('The `next` of the page before; absent for the newest entries.'),
});

/** `GET /workspace/audit.csv` and `GET /workspace/audit.jsonl`. */
export const workspaceLogFilter = z.object(filter);

const fields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export const loggedSubjects = ['video', 'person', 'portal', 'moment', 'clip', 'invitation'] as const;

/** One entry of the audit log of a workspace. */
export const workspaceLogRow = z.object({
  id: z.string(),
  entry: z.int().describe('Its place in the log; 1 for the first entry of the workspace.'),
  at: z.number().describe('Epoch seconds.'),
  actor: z.object({
    id: z.string().describe('Empty for what the product has done by itself.'),
    name: z.string().describe('Their name now; empty when the account was deleted, and of staff.'),
    is_staff: z.boolean(),
  }),
  action: z
    .string()
    .describe(
      'The command without its version, or a call, such as `auth.invite`; `refused` for a call that the person may not make.',
    ),
  subject: z
    .object({
      kind: z.enum(loggedSubjects),
      id: z.string(),
      name: z.string().describe('Its name or title now; empty when it has none, or was deleted.'),
    })
    .nullable()
    .describe('What it was done to; null for the workspace itself.'),
  fields: fields.describe(
    'Ids, roles, names and numbers of the change; of a list its length. Never what somebody said or wrote.',
  ),
  before: fields.describe('The values that they replaced, where they are known.'),
  address: z
    .string()
    .describe('The network address that the request came from; empty of staff, and when it is unknown.'),
  reference: z.string().describe('The reference number that an error message of the same request has.'),
  follows: z.string().describe('The hash of the entry before; empty for the first one.'),
  hash: z.string(),
});

/** `GET /workspace/audit`: newest first. */
export const workspaceLogPage = z.object({
  entries: z.array(workspaceLogRow),
  next: z.string().nullable().describe('Send it as `before` for the next page; null on the last one.'),
  kept_days: z.int().describe('Days after which an entry is deleted.'),
  checked_at: z.number().nullable().describe('Epoch seconds: when the chain of all entries was checked.'),
  broken_at: z
    .int()
    .nullable()
    .describe('The first entry that does not follow the one before it; null when the chain was whole.'),
});

export type WorkspaceLogQuery = z.infer<typeof workspaceLogQuery>;
export type WorkspaceLogFilter = z.infer<typeof workspaceLogFilter>;
export type WorkspaceLogRow = z.infer<typeof workspaceLogRow>;
export type WorkspaceLogPage = z.infer<typeof workspaceLogPage>;

export const logStreamKinds = ['off', 'syslog', 'https'] as const;

const kind = z.enum(logStreamKinds);
const url = z.string().max(500).describe('Of `https`: the address that entries are posted to.');
const host = z
  .string()
  .regex(/^[\w.:-]{1,253}$/, 'Enter the name of a host.')
  .describe('Of `syslog`: the host that is connected to with TLS.');
const port = z.int().min(1).max(65_535);

/** `GET /workspace/audit/stream`: where new entries are sent. */
export const logStreamRecord = z.object({
  kind,
  url: z.string().nullable(),
  host: z.string().nullable(),
  port: z.int().nullable(),
  has_secret: z.boolean(),
  delivered_at: z.number().nullable().describe('Epoch seconds of the last delivery; null before the first.'),
  waiting: z.int().describe('Entries that were not delivered yet.'),
  problem: z.string().describe('Why the last delivery has failed, as a sentence; empty after a success.'),
});

/** `PUT /workspace/audit/stream`. */
export const logStreamBody = z
  .object({
    kind,
    url: url.optional(),
    host: host.optional(),
    port: port.optional().describe('Of `syslog`; 6514 when absent.'),
    secret: z
      .string()
      .min(1, 'Enter the secret of this collector.')
      .max(500)
      .regex(/^[\x21-\x7e]+$/, 'A secret has letters, digits and signs only.')
      .optional()
      .describe(
        'Of `https`: sent as a bearer token. It is never answered; absent keeps that of the same address.',
      ),
  })
  .refine(({ kind: chosen, url: address }) => chosen !== 'https' || address !== undefined, {
    path: ['url'],
    message: 'Enter the address of the collector.',
  })
  .refine(({ kind: chosen, host: name }) => chosen !== 'syslog' || name !== undefined, {
    path: ['host'],
    message: 'Enter the name of a host.',
  });

export type LogStreamKind = (typeof logStreamKinds)[number];
export type LogStreamRecord = z.infer<typeof logStreamRecord>;
export type LogStreamBody = z.infer<typeof logStreamBody>;

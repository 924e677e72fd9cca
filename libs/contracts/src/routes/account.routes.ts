import { z } from 'zod';
import { planIds } from '../rules/plans.ts';
import { promptLimit } from '../rules/prompts.ts';
import { email, hasName, nameRule, newPassword, password, personName } from './auth.routes.ts';
import { operationKinds, timeCode } from './chapter.routes.ts';
import { requiredPage } from './fields/list-order.ts';
import { paragraphs } from './fields/text.ts';
import { publicVideoId } from './video.routes.ts';

/** `GET /account`. */
export const accountRecord = z.object({
  id: z.string(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  plan: z.enum(planIds),
  membership_end: z.number().describe('Epoch seconds.'),
  created_at: z.number().describe('Epoch seconds.'),
  token_balance: z.number().int().describe('Tokens that can be spent: `granted` and `added`.'),
  granted: z.number().int().describe('Tokens left of the month’s grant.'),
  added: z.number().int().describe('Tokens left of those that were added; they stay when the month ends.'),
  monthly_tokens: z.number().int().describe('Tokens granted each month.'),
  video_limit: z.number().int().describe('Maximum number of videos in the library plus open uploads.'),
  is_confirmed: z
    .boolean()
    .describe(
      'False while an executive registration waits to be confirmed: the limits of the free plan apply.',
    ),
  upgrade_requested_at: z.number().nullable().describe('Epoch seconds; null when no request is open.'),
  ready_mail: z.boolean().describe('Whether a mail is sent when a webinar is ready.'),
});

/** `PATCH /account`. */
export const accountBody = z
  .object({
    firstname: personName.optional(),
    lastname: personName.optional(),
    ready_mail: z.boolean().optional().describe('Whether a mail is sent when a webinar is ready.'),
  })
  .refine((fields) => Object.keys(fields).length > 0, {
    message: 'Send a field to change.',
  })
  .refine(hasName, nameRule);

/** `GET /account/ledger`. */
export const ledgerQuery = z.object(requiredPage);

/** One line of the ledger; the sum of all is the balance. */
export const ledgerRow = z.object({
  id: z.string(),
  at: z.number().describe('Epoch seconds.'),
  amount: z.number().int().describe('Below 0 when tokens were reserved.'),
  purpose: z.string().describe('`grant`, `added`, or the kind of the operation.'),
  operation_id: z.string().nullable().describe('Null when the line belongs to no operation.'),
  video: z
    .object({ id: z.string(), title: z.string().describe('Empty when the video was deleted.') })
    .nullable()
    .describe('Null when the line belongs to no video.'),
  spent_by: z.string().optional().describe('In a team: the id of the member who has spent the tokens.'),
});

export const accountSession = z.object({
  id: z.string(),
  created_at: z.number().describe('Epoch seconds.'),
  last_seen_at: z.number().describe('Epoch seconds, exact to a minute.'),
  client_address: z.string().describe('Address from which it signed in.'),
  user_agent: z.string().describe('The user agent of the client, or empty.'),
  is_current: z.boolean().describe('Whether it is the session of this token.'),
});

export const accountSessionId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'That is not the id of a session.')
  .describe('The `id` of a session.');

/** `GET /account/export`. */
export const exportQuery = z.object({
  content: z
    .enum(['data', 'all'])
    .default('data')
    .describe('`all` includes the files of recordings and clips.'),
  ticket: z
    .string()
    .max(128)
    .optional()
    .describe('A ticket instead of the token, for the download of a browser.'),
});

/** `GET /account/export/estimate`. */
export const exportEstimate = z.object({
  recordings: z.number().int().describe('Recordings with a file.'),
  clips: z.number().int().describe('Clips with a file.'),
  missing: z.number().int().describe('Recordings and clips without a file: still being made, or failed.'),
  bytes: z.number().int().describe('Size of the files, as far as the video host says it.'),
});

export const downloadTicket = z.object({
  ticket: z.string().describe('Valid once, for a minute.'),
});

/** `POST /account/password`. */
export const changePasswordBody = z.object({ password, new_password: newPassword });

/** `POST /account/email`. */
export const changeEmailBody = z.object({ email: email.describe('The new e-mail address.'), password });

/** `DELETE /account`. */
export const deleteAccountBody = z.object({
  email: email.describe('Your own e-mail address, to confirm the deletion.'),
});

/** `GET /muxupload/estimate`. */
export const estimateQuery = z.object({
  passthrough: publicVideoId,
  kind: z.enum(operationKinds).describe('What would be generated.'),
  prompt: paragraphs(promptLimit).default('').describe('The prompt; may be empty.'),
  start: timeCode
    .optional()
    .describe('Start of the chapter; absent: the whole video, or the most expensive chapter.'),
});

export const operationEstimate = z.object({
  tokens: z.number().int().describe('Maximum cost; the actual cost is known when the operation has ended.'),
  balance: z.number().int().describe('Tokens that can be spent.'),
});

export type AccountRecord = z.infer<typeof accountRecord>;
export type AccountBody = z.infer<typeof accountBody>;
export type LedgerQuery = z.infer<typeof ledgerQuery>;
export type LedgerRow = z.infer<typeof ledgerRow>;
export type ExportEstimate = z.infer<typeof exportEstimate>;
export type DownloadTicket = z.infer<typeof downloadTicket>;
export type AccountSession = z.infer<typeof accountSession>;
export type ChangePasswordBody = z.infer<typeof changePasswordBody>;
export type ChangeEmailBody = z.infer<typeof changeEmailBody>;
export type DeleteAccountBody = z.infer<typeof deleteAccountBody>;
export type EstimateQuery = z.infer<typeof estimateQuery>;
export type OperationEstimate = z.infer<typeof operationEstimate>;

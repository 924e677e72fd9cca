import { z } from 'zod';
import { addedTokensLimit, planIds } from '../rules/plans.ts';
import { latestTime } from '../rules/utc-day.ts';
import { hasName, nameRule, personName } from './auth.routes.ts';
import { operationKinds, operationStates } from './chapter.routes.ts';
import { listFilter, optionalPage, sortQuery } from './fields/list-order.ts';
import { stepFailure, videoStates } from './video.routes.ts';

/**
 * Filters of users for staff. `active` and `expired` accounts are enabled, with a running or an ended membership; the
 * membership of `expiring` accounts ends in the next 7 days.
 */
export const employeeStates = [
  'active',
  'inactive',
  'expiring',
  'expired',
  'unconfirmed',
  'upgrade-requested',
] as const;

/** Filters of videos for staff; `stuck` has been in one step longer than any video takes. */
export const employeeVideoStates = [...videoStates, 'stuck'] as const;

/** Sort fields of users with their names in the rpcs of `auth`; `upload` counts `posted_videos`. */
export const employeeSorts = {
  email: 'email',
  name: 'name',
  plan: 'plan',
  posted_videos: 'posted_videos',
  membership_end: 'membership_end',
  token_balance: 'token_balance',
  created_at: 'created_at',
} as const;

/** Sort fields of videos with their names in the rpcs of `upload`. */
export const employeeVideoSorts = {
  title: 'title',
  assetId: 'asset_id',
  created_at: 'created_at',
  state: 'state',
} as const;

/** Sort fields of a token history with their names in the rpcs of `chaptering`. */
export const tokenHistorySorts = {
  createdAt: 'created_at',
  operationType: 'kind',
  tokens: 'tokens',
  state: 'state',
} as const;

/** `GET /admin/employees`. */
export const employeesQuery = z.object({
  ...optionalPage,
  sort: sortQuery(employeeSorts),
  q: listFilter.describe('Part of the e-mail or of a name, in any case.'),
  plan: z.enum(planIds).optional().describe('Users of one plan.'),
  state: z.enum(employeeStates).optional().describe('Users in one state.'),
});

export const employeeRow = z.object({
  _id: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  plan: z.enum(planIds),
  posted_videos: z
    .number()
    .int()
    .nullable()
    .describe('Videos in the library; null while they cannot be counted.'),
  token_balance: z.number().int(),
  created_at: z.number().describe('Epoch seconds.'),
  membership_end: z.number().describe('Epoch seconds.'),
  is_active: z.boolean(),
  version: z.number().int().describe('Rises with each edit; send it back with an edit.'),
  is_confirmed: z.boolean().describe('False while an executive registration waits to be confirmed.'),
  upgrade_requested_at: z.number().nullable().describe('Epoch seconds; null when no request is open.'),
});

export const employeeId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'The user was not found.')
  .describe('The `_id` of a user.');

/** A day means its last second: saving the displayed day does not shorten the membership. */
const dayEnd = z.iso.date().transform((day) => Date.parse(`${day}T23:59:59Z`) / 1_000);
const membershipEnd = z
  .union([z.number(), dayEnd], 'Please choose a date.')
  .pipe(z.number('Please choose a date.').min(0).max(latestTime, 'Please choose a date.'))
  .describe('Epoch seconds, or `yyyy-MM-dd`, which is the last second of that day in UTC.');

/** Forms send numbers as text. */
const addToken = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,9}$/)
        .transform(Number),
    ],
    'Please enter a whole number of tokens.',
  )
  .pipe(
    z
      .int('Please enter a whole number of tokens.')
      .min(-addedTokensLimit, 'That is too many tokens at once.')
      .max(addedTokensLimit, 'That is too many tokens at once.'),
  )
  .describe('Tokens to add; below 0 to remove tokens, at most those that are left.');

/** What staff edit of a user and of a team. */
export const planEdit = {
  plan: z.enum(planIds).optional(),
  add_token: addToken.default(0),
  is_active: z.boolean().optional(),
  membership_end: membershipEnd.optional(),
};

/** `POST /admin/employee/{id}`: absent fields stay unchanged. */
export const editEmployeeBody = z
  .object({
    firstname: personName.optional(),
    lastname: personName.optional(),
    email: z.unknown().optional().describe('Read-only: ignored.'),
    token_balance: z.unknown().optional().describe('Read-only: ignored.'),
    ...planEdit,
    version: z
      .number()
      .int()
      .optional()
      .describe(
        'The `version` that was edited: when the user has changed since, nothing is saved and the answer is 409. Absent: the edit is always saved.',
      ),
  })
  .refine(hasName, nameRule);

/** `GET /admin/videos`. */
export const employeeVideosQuery = z.object({
  ...optionalPage,
  sort: sortQuery(employeeVideoSorts),
  q: listFilter.describe('Part of the title or of the owner’s e-mail, in any case, or an id of a video.'),
  state: z.enum(employeeVideoStates).optional().describe('Videos in one state.'),
});

export const employeeVideoRow = z.object({
  _id: z.string(),
  userId: z.object({ _id: z.string(), email: z.string().describe('Empty while it is not available.') }),
  thumbnail: z.string().describe('Url of a picture, or empty while there is none.'),
  title: z.string(),
  assetId: z.string(),
  created_at: z.number().describe('Epoch seconds.'),
  state: z.enum(videoStates),
  failure: stepFailure.optional().describe('Why the state is `failed`; absent otherwise.'),
  duration: z.number().describe('Seconds.'),
});

/** `GET /admin/employee-token-histories/{employeeId}`. */
export const tokenHistoryQuery = z.object({
  ...optionalPage,
  sort: sortQuery(tokenHistorySorts),
  q: listFilter.describe('Part of a prompt or of a result, in any case.'),
});

export const tokenHistoryRow = z.object({
  _id: z.string(),
  muxVideoId: z.object({ _id: z.string(), title: z.string().describe('Empty when the video was deleted.') }),
  operationType: z.enum(operationKinds),
  systemPrompt: z.string(),
  customPrompt: z.string(),
  resultString: z.string(),
  createdAt: z.number().describe('Epoch seconds.'),
  tokens: z.number().int().nullable().describe('Cost in tokens; null until the operation has ended.'),
  state: z.enum(operationStates),
});

export type EmployeesQuery = z.infer<typeof employeesQuery>;
export type EmployeeRow = z.infer<typeof employeeRow>;
export type EditEmployeeBody = z.infer<typeof editEmployeeBody>;
export type EmployeeVideosQuery = z.infer<typeof employeeVideosQuery>;
export type EmployeeVideoRow = z.infer<typeof employeeVideoRow>;
export type TokenHistoryQuery = z.infer<typeof tokenHistoryQuery>;
export type TokenHistoryRow = z.infer<typeof tokenHistoryRow>;

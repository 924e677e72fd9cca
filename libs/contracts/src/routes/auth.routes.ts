import { z } from 'zod';
import { emailAddressOf } from '../rules/email-address.ts';
import { planIds } from '../rules/plans.ts';
import { ownUserId } from './fields/own-user-id.ts';
import { lineOfText } from './fields/text.ts';

const invalidEmail = 'Please enter a valid email address.';

/** An e-mail address, in the one form in which it is stored and compared. */
export const email = z
  .string()
  .max(1000, invalidEmail)
  .transform((text, context) => {
    const address = emailAddressOf(text);
    if (address === undefined) context.addIssue({ code: 'custom', message: invalidEmail });
    return address ?? z.NEVER;
  })
  .meta({ format: 'email' });
/** Long enough for pass phrases; the maximum limits the cost of hashing. */
export const password = z.string().min(1).max(256).meta({ format: 'password' });
/** A password that a person chooses, not one to sign in with. */
export const newPassword = z
  .string()
  .min(8, 'Please choose a password of at least 8 characters.')
  .max(256)
  .meta({
    format: 'password',
    description: 'Not blank, not common, and not your own e-mail address or the name of the product.',
  });
const noName = 'Please fill in all fields.';

/** A first or a last name. It may be empty, also by a dash: some people have one name. See {@link hasName}. */
export const personName = lineOfText(100)
  .transform((name) => (/^[\p{P}\p{Cf}\p{Default_Ignorable_Code_Point}\s]*$/u.test(name) ? '' : name))
  .refine((name) => name === '' || /[\p{L}\p{N}]/u.test(name), noName);

/** Whether fields that are sent, or stay unchanged without a value, leave a person one of both names. */
export function hasName({ firstname, lastname }: { firstname?: string; lastname?: string }): boolean {
  const isKnown = (name: string | undefined): boolean => name !== undefined && name !== '';
  return (firstname !== '' || isKnown(lastname)) && (lastname !== '' || isKnown(firstname));
}
/** The message of {@link hasName}. */
export const nameRule = { message: noName, path: ['lastname'] };

export const loginBody = z.object({ email, password });

export const registerBody = z
  .object({
    firstname: personName.describe('One of both names may be empty.'),
    lastname: personName,
    email,
    password: newPassword,
    plan: z.enum(planIds).default('free'),
  })
  .refine(hasName, nameRule);

/** Data of sign-in and registration; the browser stores it under the key `user`. */
export const sessionUser = z.object({
  id: z.string(),
  token: z.string().describe('Send it as `Authorization: Bearer …`. It is valid for 30 days.'),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  plan: z.enum(planIds),
  membership_end: z
    .number()
    .describe('Epoch seconds. After it a person can view, export and delete, but not upload.'),
});

/** `POST /auth/check`: the user of the token, without the token. */
export const currentUser = sessionUser.omit({ token: true });

export const uploadAllowance = z.object({
  canUpload: z.boolean(),
  msg: z.string().describe('Why not, as a sentence to show to a person; empty when allowed.'),
  used: z
    .int()
    .nullable()
    .describe('Videos in the library plus open uploads; null while they cannot be counted.'),
  videoLimit: z.int().describe('How many of them the plan allows.'),
});

export const userIdBody = z.object({ userId: ownUserId });

/** `POST /auth/forgot-password`. */
export const forgotPasswordBody = z.object({ email });

export const mailedToken = z
  .string()
  .regex(/^[A-Za-z0-9_-]{20,128}$/, 'This link is incomplete. Please open it from the mail again.')
  .describe('The token of the link that was sent.');

/** `POST /auth/check-reset-link`. */
export const checkResetLinkBody = z.object({ token: mailedToken });

/** `POST /auth/reset-password`. */
export const resetPasswordBody = z.object({ token: mailedToken, password: newPassword });

/** `POST /auth/confirm-email`, `POST /auth/undo-email`. */
export const emailLinkBody = z.object({ token: mailedToken });

export type LoginBody = z.infer<typeof loginBody>;
export type RegisterBody = z.infer<typeof registerBody>;
export type ForgotPasswordBody = z.infer<typeof forgotPasswordBody>;
export type ResetPasswordBody = z.infer<typeof resetPasswordBody>;
export type SessionUser = z.infer<typeof sessionUser>;
export type CurrentUser = z.infer<typeof currentUser>;
export type UploadAllowance = z.infer<typeof uploadAllowance>;

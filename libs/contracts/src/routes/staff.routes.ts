import { z } from 'zod';
import { email, newPassword } from './auth.routes.ts';

/** Roles of staff: owners also manage staff. */
export const staffRoles = ['owner', 'support'] as const;
export type StaffRole = (typeof staffRoles)[number];

const role = z
  .enum(staffRoles)
  .describe('Support reads everything, edits and deletes users; owners also manage staff.');

/** Data of `POST /admin/login`; the browser stores it under the key `admin`. */
export const staffSession = z.object({
  id: z.string(),
  token: z
    .string()
    .describe(
      'Send it as `Authorization: Bearer …`. It is valid for 8 hours, and expires after 30 minutes without a call.',
    ),
  email: z.string(),
});

/** Data of `POST /admin/check`. */
export const staffMember = z.object({ id: z.string(), email: z.string(), role });

/** `GET /admin/staff`. */
export const staffAccount = staffMember.extend({
  is_active: z.boolean(),
  created_at: z.number().describe('Epoch seconds.'),
  last_seen_at: z.number().nullable().describe('Epoch seconds; null when never.'),
});

export const staffId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'The member of staff was not found.')
  .describe('The `id` of a member of staff.');

/** `POST /admin/staff`. */
export const addStaffBody = z.object({ email, password: newPassword, role: role.default('support') });

/** `POST /admin/staff/{id}`: absent fields stay unchanged. */
export const editStaffBody = z
  .object({
    role: role.optional(),
    password: newPassword
      .optional()
      .describe('A new password; it ends the sessions of this member of staff.'),
    is_active: z.boolean().optional().describe('False ends the sessions of this member of staff.'),
  })
  .refine((fields) => Object.keys(fields).length > 0, {
    message: 'Send a field to change.',
  });

/** `GET /admin/sso`. */
export const staffSso = z.object({ is_offered: z.boolean() });

export type StaffSso = z.infer<typeof staffSso>;
export type StaffSession = z.infer<typeof staffSession>;
export type StaffMember = z.infer<typeof staffMember>;
export type StaffAccount = z.infer<typeof staffAccount>;
export type AddStaffBody = z.infer<typeof addStaffBody>;
export type EditStaffBody = z.infer<typeof editStaffBody>;

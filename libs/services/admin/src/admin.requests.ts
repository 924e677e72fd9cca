import { auditActions, email, newPassword, password, staffRoles } from '@vault/contracts';
import { z } from 'zod';

const id = z.string().min(1).max(128);
/** Empty when the caller does not know it. */
const clientAddress = z.string().max(64);
const caller = z.object({ staffId: id, sessionId: id, clientAddress });
/** Protobuf has no absent strings: an empty one means none. */
const q = z.string().max(200);
const page = z
  .number()
  .int()
  .min(0)
  .max(100_000)
  .transform((value) => Math.max(value, 1));
const time = z.number().min(0).max(253_402_300_799);
const role = z.enum(staffRoles);

export const login = z.object({ email, password, clientAddress });
export const checkSession = z.object({ token: z.string().max(4_096) });
export const staff = z.object({ caller });
export const changePassword = z.object({ caller, password, newPassword });
export const addStaff = z.object({
  caller,
  email,
  password: newPassword,
  role,
  requestKey: z.string().max(128).optional(),
});
export const editStaff = z.object({
  caller,
  id,
  role: role.optional(),
  newPassword: newPassword.optional(),
  isActive: z.boolean().optional(),
});
export const listAudit = z.object({
  caller,
  page,
  limit: z.number().int().min(1).max(100),
  actor: q,
  action: z.enum(auditActions).or(z.literal('')),
  subject: q,
  from: time.optional(),
  to: time.optional(),
});

import { email, newPassword } from '@vault/contracts';
import { identityConfig } from '@vault/identity';
import type { z } from 'zod';

/** What the admin service reads from the environment. */
export const adminConfig = identityConfig
  .extend({
    /** The first member of staff, with the role `owner`; read only while there is none. */
    ADMIN_EMAIL: email.optional(),
    ADMIN_PASSWORD: newPassword.optional(),
  })
  .superRefine(({ ADMIN_EMAIL, ADMIN_PASSWORD }, context) => {
    if ((ADMIN_EMAIL === undefined) === (ADMIN_PASSWORD === undefined)) return;
    const [missing, present] =
      ADMIN_EMAIL === undefined ? ['ADMIN_EMAIL', 'ADMIN_PASSWORD'] : ['ADMIN_PASSWORD', 'ADMIN_EMAIL'];
    context.addIssue({ code: 'custom', path: [missing], message: `must be set when ${present} is` });
  });

export type AdminConfig = z.infer<typeof adminConfig>;

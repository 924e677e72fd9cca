import { email, newPassword } from '@vault/contracts';
import { identityConfig } from '@vault/identity';
import { z } from 'zod';

/** What the admin service reads from the environment. */
export const adminConfig = identityConfig
  .extend({
    /** The first member of staff, with the role `owner`; read only while there is none. */
    ADMIN_EMAIL: email.optional(),
    ADMIN_PASSWORD: newPassword.optional(),
    /** Whether teams may send their audit logs to addresses of private networks; for an installation inside one. */
    PRIVATE_COLLECTORS: z
      .enum(['true', 'false'], 'must be "true" or "false"')
      .default('false')
      .transform((text) => text === 'true'),
  })
  .superRefine(({ ADMIN_EMAIL, ADMIN_PASSWORD }, context) => {
    if ((ADMIN_EMAIL === undefined) === (ADMIN_PASSWORD === undefined)) return;
    const [missing, present] =
      ADMIN_EMAIL === undefined ? ['ADMIN_EMAIL', 'ADMIN_PASSWORD'] : ['ADMIN_PASSWORD', 'ADMIN_EMAIL'];
    context.addIssue({ code: 'custom', path: [missing], message: `must be set when ${present} is` });
  });

export type AdminConfig = z.infer<typeof adminConfig>;

import { email, newPassword } from '@vault/contracts';
import { identityConfig } from '@vault/identity';
import { z } from 'zod';

const account = ['ADMIN_EMAIL', 'ADMIN_PASSWORD'] as const;
const provider = ['ADMIN_OIDC_ISSUER', 'ADMIN_OIDC_CLIENT_ID', 'ADMIN_OIDC_CLIENT_SECRET'] as const;

/** What the admin service reads from the environment. */
export const adminConfig = identityConfig
  .extend({
    /** The first member of staff, with the role `owner`; read only while there is none. */
    ADMIN_EMAIL: email.optional(),
    ADMIN_PASSWORD: newPassword.optional(),
    /** The provider at which staff may sign in, besides their passwords; all three or none. */
    ADMIN_OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
    ADMIN_OIDC_CLIENT_ID: z.string().min(1).optional(),
    ADMIN_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
    /** Whether teams may send their audit logs to servers in private networks; for an installation inside one. */
    PRIVATE_SERVERS: z
      .enum(['true', 'false'], 'must be "true" or "false"')
      .default('false')
      .transform((text) => text === 'true'),
  })
  .superRefine((config, context) => {
    for (const names of [account, provider]) {
      const present = names.find((name) => config[name] !== undefined);
      if (present === undefined) continue;
      for (const missing of names.filter((name) => config[name] === undefined))
        context.addIssue({ code: 'custom', path: [missing], message: `must be set when ${present} is` });
    }
  });

export type AdminConfig = z.infer<typeof adminConfig>;

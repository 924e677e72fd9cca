import { checkMailConfig, mailConfig } from '@vault/integrations/mail';
import { identityConfig } from '@vault/identity';
import { z } from 'zod';

/** What the auth service reads from the environment. */
export const authConfig = identityConfig
  .extend(mailConfig.shape)
  .extend({
    /**
     * Whether a registration with the executive plan has the limits of the free plan until staff confirm it.
     */
    CONFIRM_EXECUTIVE: z
      .enum(['true', 'false'], 'must be "true" or "false"')
      .default('false')
      .transform((text) => text === 'true'),
    /** Registrations from one address in an hour. The time of each is stored, so the value is bounded. */
    REGISTRATION_RATE: z.coerce.number().int().min(1).max(1_000).default(20),
    /** The public address of the product, for links in mails; unset on a laptop. */
    PUBLIC_URL: z.url().optional(),
    /** The port of the product on a laptop. */
    PORT: z.coerce.number().int().min(0).max(65_535).default(5000),
  })
  .superRefine(checkMailConfig);

export type AuthConfig = z.infer<typeof authConfig>;

/** The base address of links, without a trailing slash. It is never taken from a request header. */
export function siteOf({ PUBLIC_URL, PORT }: Pick<AuthConfig, 'PUBLIC_URL' | 'PORT'>): string {
  return PUBLIC_URL?.replace(/\/+$/, '') ?? `http://localhost:${String(PORT)}`;
}

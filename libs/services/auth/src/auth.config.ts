import { checkMailConfig, mailConfig } from '@vault/integrations/mail';
import { identityConfig } from '@vault/platform/identity';
import { z } from 'zod';

/** What the auth service reads from the environment. */
export const authConfig = identityConfig
  .extend(mailConfig.shape)
  .extend({
    /**
     * Whether a registration with the executive plan has the limits of the free one until staff confirm it, so that
     * registering alone hands out nothing.
     */
    CONFIRM_EXECUTIVE: z
      .enum(['true', 'false'], 'must be "true" or "false"')
      .default('false')
      .transform((text) => text === 'true'),
    /** Accounts that may be made from one address in an hour. Each is remembered for that long, so it is bounded. */
    REGISTRATION_RATE: z.coerce.number().int().min(1).max(1_000).default(20),
    /** Where the product is reached from outside, for the links in mails; unset on a laptop. */
    PUBLIC_URL: z.url().optional(),
    /** Where that is on a laptop. */
    PORT: z.coerce.number().int().min(0).max(65_535).default(5000),
  })
  .superRefine(checkMailConfig);

export type AuthConfig = z.infer<typeof authConfig>;

/** The address of the product in a browser, without a slash at its end. Never what a request says of itself. */
export function siteOf({ PUBLIC_URL, PORT }: Pick<AuthConfig, 'PUBLIC_URL' | 'PORT'>): string {
  return PUBLIC_URL?.replace(/\/+$/, '') ?? `http://localhost:${String(PORT)}`;
}

import { checkMailConfig, mailConfig } from '@vault/integrations/mail';
import { identityConfig } from '@vault/identity';
import { z } from 'zod';

const yesOrNo = z
  .enum(['true', 'false'], 'must be "true" or "false"')
  .default('false')
  .transform((text) => text === 'true');

/** What the auth service reads from the environment. */
export const authConfig = identityConfig
  .extend(mailConfig.shape)
  .extend({
    /**
     * Whether a registration with the executive plan has the limits of the free plan until staff confirm it.
     */
    CONFIRM_EXECUTIVE: yesOrNo,
    /** Registrations from one address in an hour. The time of each is stored, so the value is bounded. */
    REGISTRATION_RATE: z.coerce.number().int().min(1).max(1_000).default(20),
    /** Whether teams may name providers in private networks; for an installation inside one. */
    PRIVATE_SERVERS: yesOrNo,
    /** The name servers that are asked for the records of domains, such as "10.0.0.53:53"; by default those of the machine. */
    DNS_SERVERS: z
      .string()
      .regex(
        /^[\d.:[\]a-f]+(,[\d.:[\]a-f]+)*$/i,
        'must be addresses of name servers with commas between them',
      )
      .transform((text) => text.split(','))
      .optional(),
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

import { z } from 'zod';
import { parseMailbox } from './mailbox.ts';
import type { Mailbox } from './mailer.ts';

const fallbackFrom: Mailbox = { name: 'Webinar Vault', address: 'no-reply@localhost' };

/** How mail leaves the product; without a server it goes to files. */
export const mailConfig = z.object({
  /**
   * `smtp://user:password@host:587` (STARTTLS where the server has it; with a password never without, but on this
   * machine) or `smtps://user:password@host:465` (TLS from the first byte).
   */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/?#]+/, 'must begin with smtp:// or smtps://, and name a host')
    .refine((url) => URL.canParse(url), 'is not an address; escape special characters of the password as %XX')
    .optional(),
  /** Who the mail is from: `Webinar Vault <no-reply@example.com>`, or the address alone. */
  MAIL_FROM: z
    .string()
    .transform((text, context) => {
      const mailbox = parseMailbox(text);
      if (!mailbox) context.addIssue({ code: 'custom', message: 'must be an address, or NAME <ADDRESS>' });
      return mailbox ?? fallbackFrom;
    })
    .optional(),
  /** Mail without a server is kept in its folder `mail`. */
  DATA_DIR: z.string().default('./data'),
});

export type MailConfig = z.infer<typeof mailConfig>;

/** A check for the configuration that holds {@link mailConfig}: servers refuse mail from nowhere. */
export function checkMailConfig(
  { SMTP_URL, MAIL_FROM }: Pick<MailConfig, 'SMTP_URL' | 'MAIL_FROM'>,
  context: z.core.$RefinementCtx,
): void {
  if (!SMTP_URL || MAIL_FROM) return;
  context.addIssue({ code: 'custom', path: ['MAIL_FROM'], message: 'must be set when SMTP_URL is' });
}

/** Who the mail is from. */
export function senderOf({ MAIL_FROM }: MailConfig): Mailbox {
  return MAIL_FROM ?? fallbackFrom;
}

import { z } from 'zod';
import { parseMailbox } from './mailbox.ts';
import type { Mailbox } from './mailer.ts';

const fallbackFrom: Mailbox = { name: 'Webinar Vault', address: 'no-reply@localhost' };

/** Configuration of outgoing mail; without a server, mail goes to files. */
export const mailConfig = z.object({
  /**
   * `smtp://user:password@host:587` (STARTTLS if the server supports it; required with a password, except to this
   * machine) or `smtps://user:password@host:465` (TLS from the first byte).
   */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/?#]+/, 'must begin with smtp:// or smtps://, and name a host')
    .refine((url) => URL.canParse(url), 'is not an address; escape special characters of the password as %XX')
    .optional(),
  /** The sender: `Webinar Vault <no-reply@example.com>`, or only the address. */
  MAIL_FROM: z
    .string()
    .transform((text, context) => {
      const mailbox = parseMailbox(text);
      if (!mailbox) context.addIssue({ code: 'custom', message: 'must be an address, or NAME <ADDRESS>' });
      return mailbox ?? fallbackFrom;
    })
    .optional(),
  /** Without a server, mail is stored in its folder `mail`. */
  DATA_DIR: z.string().default('./data'),
});

export type MailConfig = z.infer<typeof mailConfig>;

/** A refinement of {@link mailConfig}: a mail server needs a sender. */
export function checkMailConfig(
  { SMTP_URL, MAIL_FROM }: Pick<MailConfig, 'SMTP_URL' | 'MAIL_FROM'>,
  context: z.core.$RefinementCtx,
): void {
  if (!SMTP_URL || MAIL_FROM) return;
  context.addIssue({ code: 'custom', path: ['MAIL_FROM'], message: 'must be set when SMTP_URL is' });
}

/** The sender. */
export function senderOf({ MAIL_FROM }: MailConfig): Mailbox {
  return MAIL_FROM ?? fallbackFrom;
}

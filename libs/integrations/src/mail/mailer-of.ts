import { join } from 'node:path';
import type { Logger } from '@vault/base';
import { FileMailer } from './file-mailer.ts';
import { senderOf, type MailConfig } from './mail.config.ts';
import type { Mailer } from './mailer.ts';
import { SmtpMailer } from './smtp-mailer.ts';

/** The configured mailer: an SMTP server if one is set, else files. */
export function mailerOf(config: MailConfig, logger: Logger): Mailer {
  const from = senderOf(config);
  const { SMTP_URL: first } = config;
  return first
    ? new SmtpMailer({ url: () => config.SMTP_URL ?? first, from, logger })
    : new FileMailer({ folder: join(config.DATA_DIR, 'mail'), from, logger });
}

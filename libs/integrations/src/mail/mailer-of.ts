import { join } from 'node:path';
import type { Logger } from '@vault/platform';
import { FileMailer } from './file-mailer.ts';
import { senderOf, type MailConfig } from './mail.config.ts';
import type { Mailer } from './mailer.ts';
import { SmtpMailer } from './smtp-mailer.ts';

/** The configured mailer: an SMTP server if one is set, else files. */
export function mailerOf(config: MailConfig, logger: Logger): Mailer {
  const { SMTP_URL: url, DATA_DIR } = config;
  const from = senderOf(config);
  return url
    ? new SmtpMailer({ url, from, logger })
    : new FileMailer({ folder: join(DATA_DIR, 'mail'), from, logger });
}

import { join } from 'node:path';
import type { Health, Logger } from '@vault/base';
import { FileMailer } from './file-mailer.ts';
import { senderOf, type MailConfig } from './mail.config.ts';
import type { Mailer } from './mailer.ts';
import { SmtpMailer } from './smtp-mailer.ts';

/** The configured mailer: an SMTP server if one is set, whose account is tried from now on, else files. */
export function mailerOf(config: MailConfig, logger: Logger, health: Pick<Health, 'watchSetting'>): Mailer {
  const from = senderOf(config);
  const { SMTP_URL: first } = config;
  if (!first) return new FileMailer({ folder: join(config.DATA_DIR, 'mail'), from, logger });
  const mailer = new SmtpMailer({ url: () => config.SMTP_URL ?? first, from, logger });
  health.watchSetting(mailer.setting);
  return mailer;
}

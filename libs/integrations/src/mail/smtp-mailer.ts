import { AppError, type Logger } from '@vault/platform';
import { createTransport } from 'nodemailer';
import type { Mail, Mailbox, Mailer } from './mailer.ts';
import { messageOf } from './message-of.ts';
import { smtpFaultOf } from './smtp-fault.ts';

export interface SmtpOptions {
  /** `smtp://` or `smtps://`; read for each mail, because the password may change. */
  readonly url: () => string;
  readonly from: Mailbox;
  readonly logger: Logger;
  /** Deadline of one mail, from the DNS lookup to the acceptance by the server. */
  readonly deadlineMs?: number;
}

/** Sends mail by an SMTP server. Each mail has its own connection, so that mails do not wait for each other. */
export class SmtpMailer implements Mailer {
  constructor(private readonly options: SmtpOptions) {}

  async send(mail: Mail, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { from, deadlineMs = 15_000 } = this.options;
    const url = this.options.url();
    const transport = createTransport({ url, requireTLS: carriesPassword(url), disableFileAccess: true });
    const message = messageOf(mail, from);
    const deadline = AbortSignal.timeout(deadlineMs);
    const ends = signal ? AbortSignal.any([deadline, signal]) : deadline;
    try {
      await transport.sendMail({ ...message, signal: ends });
    } catch (error) {
      signal?.throwIfAborted();
      throw this.explain(error);
    }
  }

  /** Messages of servers may identify the person, so only their codes are passed on. */
  private explain(error: unknown): AppError {
    const fault = smtpFaultOf(error);
    if (fault.toCheck) this.options.logger.error({ ...fault.facts }, fault.toCheck);
    const cause = new Error(`SMTP: ${JSON.stringify(fault.facts)}`);
    return fault.isPermanent
      ? new AppError('conflict', 'The mail server refuses this mail.', { cause })
      : new AppError('unavailable', 'The mail server does not take mail now.', { cause });
  }
}

/** Whether a password would leave this machine, which requires TLS. */
function carriesPassword(url: string): boolean {
  const { username, hostname } = new URL(url);
  const isHere = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  return username !== '' && !isHere;
}

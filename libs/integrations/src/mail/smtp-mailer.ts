import { AppError, SettingCheck, WrongSetting, type Logger } from '@vault/base';
import { createTransport } from 'nodemailer';
import type { Mail, Mailbox, Mailer } from './mailer.ts';
import { messageOf } from './message-of.ts';

/** The used fields of the library's errors. */
interface SmtpError {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly command?: unknown;
}

interface SmtpFault {
  /** Contains nothing that identifies a person. */
  readonly facts: { readonly code: string; readonly status?: number; readonly command?: string };
  /** The mail itself is refused: retries would fail too. */
  readonly isPermanent: boolean;
  /** What the operator should check, when the failure is not transient. */
  readonly toCheck?: string;
  /** The account is refused, so each mail would be. */
  readonly isAccountRefused: boolean;
}

/** For a connection and its greeting; a mail has a deadline of its own as well. */
const signInMs = 15_000;

/** Commands whose refusal concerns this mail, not the sender or the account. */
const mailCommands = ['RCPT TO', 'DATA'];

/** Classifies an error of a mail server. */
function smtpFaultOf(error: unknown): SmtpFault {
  const { code, responseCode, command } = (typeof error === 'object' ? error : undefined) as SmtpError;
  const facts = {
    code: typeof code === 'string' ? code : 'EUNKNOWN',
    ...(typeof responseCode === 'number' ? { status: responseCode } : {}),
    ...(typeof command === 'string' ? { command } : {}),
  };
  const isRefusal = facts.status !== undefined && facts.status >= 500;
  const isPermanent = isRefusal && mailCommands.includes(facts.command ?? '');
  const isAccountRefused = facts.code === 'EAUTH' && isRefusal;
  return {
    facts,
    isPermanent,
    isAccountRefused,
    toCheck: isPermanent ? undefined : toCheck(facts.code, isRefusal),
  };
}

function toCheck(code: string, isRefusal: boolean): string | undefined {
  switch (code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return 'the mail server offers no sign-in: check SMTP_URL';
    case 'ETLS':
      return 'no TLS with the mail server: check SMTP_URL, and the certificate of the server';
    case 'EDNS':
      return 'the mail server was not found: check the host in SMTP_URL';
    default:
      return isRefusal ? 'the mail server refuses the sender: check MAIL_FROM' : undefined;
  }
}

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
  /** Whether the server takes the account. */
  readonly setting: SettingCheck;

  constructor(private readonly options: SmtpOptions) {
    const { url, logger } = options;
    this.setting = new SettingCheck({
      ...{ name: 'mail server', logger },
      read: () => [url()],
      attempt: () => this.signIn(),
    });
  }

  async send(mail: Mail, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { from, deadlineMs = 15_000 } = this.options;
    const transport = this.transport();
    const message = messageOf(mail, from);
    const deadline = AbortSignal.timeout(deadlineMs);
    const ends = signal ? AbortSignal.any([deadline, signal]) : deadline;
    try {
      await transport.sendMail({ ...message, signal: ends });
      this.setting.setRight();
    } catch (error) {
      signal?.throwIfAborted();
      throw this.explain(error);
    }
  }

  /** It stores nothing. */
  forget(): Promise<void> {
    return Promise.resolve();
  }

  private transport() {
    const url = this.options.url();
    const timeouts = { connectionTimeout: signInMs, greetingTimeout: signInMs };
    return createTransport({ url, requireTLS: carriesPassword(url), disableFileAccess: true, ...timeouts });
  }

  /** Signs in, and sends nothing. */
  private async signIn(): Promise<void> {
    const transport = this.transport();
    try {
      await transport.verify();
    } catch (error) {
      throw smtpFaultOf(error).isAccountRefused ? accountRefused() : error;
    } finally {
      transport.close();
    }
  }

  /** Messages of servers may identify the person, so only their codes are passed on. */
  private explain(error: unknown): AppError {
    const fault = smtpFaultOf(error);
    if (fault.isAccountRefused) this.setting.setWrong(accountRefused());
    else if (fault.toCheck) this.options.logger.error({ ...fault.facts }, fault.toCheck);
    const cause = new Error(`SMTP: ${JSON.stringify(fault.facts)}`);
    return fault.isPermanent
      ? new AppError('conflict', 'The mail server refuses this mail.', { cause })
      : new AppError('unavailable', 'The mail server does not accept mail now.', { cause });
  }
}

function accountRefused(): WrongSetting {
  return new WrongSetting('Mail is not sent: the mail server refuses the account (SMTP_URL).');
}

/** Whether a password would leave this machine, which requires TLS. */
function carriesPassword(url: string): boolean {
  const { username, hostname } = new URL(url);
  const isHere = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  return username !== '' && !isHere;
}

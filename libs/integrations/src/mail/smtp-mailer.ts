import { AppError, SettingCheck, WrongSetting, type Logger } from '@vault/base';
import { createTransport } from 'nodemailer';
import type { Mail, Mailbox, Mailer } from './mailer.ts';
import { messageOf } from './message-of.ts';

/** The used fields of the library's errors. */
interface SmtpError {
  readonly code?: unknown;
  /** Of Node or OpenSSL, where the library has a code of its own. */
  readonly originalCode?: unknown;
  readonly responseCode?: unknown;
  readonly command?: unknown;
}

/** What a connection has learnt before it failed. */
interface Talk {
  /** Whether the server has said anything. */
  isGreeted: boolean;
}

interface SmtpFault {
  /** Contains nothing that identifies a person. */
  readonly facts: { readonly code: string; readonly status?: number; readonly command?: string };
  /** The mail itself is refused: retries would fail too. */
  readonly isPermanent: boolean;
  /** Why no mail would be sent, as the end of a sentence with the names of settings. */
  readonly wrong: string | undefined;
}

/** For a connection and its greeting; a mail has a deadline of its own as well. */
const signInMs = 15_000;

/** Commands whose refusal concerns this mail, not the sender or the account. */
const mailCommands = ['RCPT TO', 'DATA'];

const senderRefused = 'the mail server refuses the sender, or its limit is reached (MAIL_FROM)';

/** What is wrong, by the codes of Node, OpenSSL and the library. */
const wrongByCode: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/,
    'the certificate of the mail server is not trusted (SMTP_URL; NODE_EXTRA_CA_CERTS names further authorities)',
  ],
  [
    /^(?:EPROTO$|ERR_SSL_|ERR_TLS_|ERR_OSSL_)/,
    'no TLS with the mail server: a port that begins without TLS needs smtp:// instead of smtps:// (SMTP_URL)',
  ],
  [/^ETLS$/, 'no TLS with the mail server, which the account needs (SMTP_URL)'],
  [/^(?:ENOTFOUND|EDNS)$/, 'the mail server was not found: its host is wrong (SMTP_URL)'],
  [
    /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/,
    'no mail server listens there: its host or port is wrong, or it is down (SMTP_URL)',
  ],
  [/^EPROTOCOL$/, 'what answers is no mail server (SMTP_URL)'],
  [/^(?:EAUTH|ENOAUTH)$/, 'the mail server offers no sign-in (SMTP_URL)'],
];
const notGreeted =
  'the mail server does not greet: its host or port is wrong, or the port needs smtps:// (SMTP_URL)';

/** Classifies an error of a mail server. */
function smtpFaultOf(error: unknown, { isGreeted }: Talk): SmtpFault {
  const { code, originalCode, responseCode, command } = (
    typeof error === 'object' ? error : undefined
  ) as SmtpError;
  const codes = [originalCode, code].filter((value) => typeof value === 'string');
  const facts = {
    code: codes[0] ?? 'EUNKNOWN',
    ...(typeof responseCode === 'number' ? { status: responseCode } : {}),
    ...(typeof command === 'string' ? { command } : {}),
  };
  const { status } = facts;
  const isRefusal = status !== undefined && status >= 500;
  const isPermanent = isRefusal && mailCommands.includes(facts.command ?? '');
  const byCode = wrongByCode.find(([form]) => codes.some((value) => form.test(value)))?.[1];
  const isTls = code === 'ETLS';
  const wrong = (): string | undefined => {
    if (isPermanent) return undefined;
    if (isRefusal && code === 'EAUTH') return 'the mail server refuses the account (SMTP_URL)';
    if (isRefusal && command === 'MAIL FROM') return senderRefused;
    if (isRefusal && !isTls) return 'the mail server refuses this machine (SMTP_URL)';
    // What the server asks to try again later is no setting.
    if (status !== undefined && !isRefusal) return undefined;
    return byCode ?? (isGreeted ? undefined : notGreeted);
  };
  return { facts, isPermanent, wrong: wrong() };
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
  /** Whether the server can be reached, and takes the account and the sender. */
  readonly setting: SettingCheck;
  takesUnicode: boolean | undefined;
  /** Only a mail shows it. */
  private isSenderRefused = false;

  constructor(private readonly options: SmtpOptions) {
    const { url, logger } = options;
    this.setting = new SettingCheck({
      name: 'mail server',
      logger,
      read: () => [url()],
      attempt: () => this.signIn(),
    });
  }

  async send(mail: Mail, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { from, deadlineMs = 15_000 } = this.options;
    const { transport, talk } = this.connect();
    const message = messageOf(mail, from);
    const deadline = AbortSignal.timeout(deadlineMs);
    const ends = signal ? AbortSignal.any([deadline, signal]) : deadline;
    try {
      await transport.sendMail({ ...message, signal: ends });
      this.isSenderRefused = false;
      this.setting.setRight();
    } catch (error) {
      signal?.throwIfAborted();
      throw this.explain(error, talk);
    }
  }

  /** It stores nothing. */
  forget(): Promise<void> {
    return Promise.resolve();
  }

  /** A connection, and what is learnt from the lines of its server. */
  private connect() {
    const url = this.options.url();
    const talk: Talk = { isGreeted: false };
    let isHello = false;
    const read = ({ tnx }: { tnx?: string }, line: unknown): void => {
      if (tnx === 'client') isHello = /^EHLO /i.test(String(line));
      if (tnx !== 'server') return;
      talk.isGreeted = true;
      if (isHello) this.takesUnicode = /^250[ -]SMTPUTF8\b/im.test(String(line));
    };
    const ignore = (): void => undefined;
    const logger = { trace: ignore, debug: read, info: ignore, warn: ignore, error: ignore, fatal: ignore };
    const timeouts = { connectionTimeout: signInMs, greetingTimeout: signInMs };
    const options = { requireTLS: carriesPassword(url), disableFileAccess: true, logger, debug: true };
    return { transport: createTransport({ url, ...options, ...timeouts }), talk };
  }

  /** Signs in, and sends nothing. */
  private async signIn(): Promise<void> {
    const { transport, talk } = this.connect();
    try {
      await transport.verify();
    } catch (error) {
      const { wrong } = smtpFaultOf(error, talk);
      throw wrong === undefined ? error : wrongSetting(wrong);
    } finally {
      transport.close();
    }
    if (this.isSenderRefused) throw wrongSetting(senderRefused);
  }

  /** Messages of servers may identify the person, so only their codes are passed on. */
  private explain(error: unknown, talk: Talk): AppError {
    const { facts, isPermanent, wrong } = smtpFaultOf(error, talk);
    if (wrong !== undefined) {
      this.isSenderRefused = wrong === senderRefused;
      this.setting.setWrong(wrongSetting(wrong));
    }
    const cause = new Error(`SMTP: ${JSON.stringify(facts)}`);
    return isPermanent
      ? new AppError('conflict', 'The mail server refuses this mail.', { cause })
      : new AppError('unavailable', 'The mail server does not accept mail now.', { cause });
  }
}

function wrongSetting(wrong: string): WrongSetting {
  return new WrongSetting(`Mail is not sent: ${wrong}.`);
}

/** Whether a password would leave this machine, which requires TLS. */
function carriesPassword(url: string): boolean {
  const { username, hostname } = new URL(url);
  const isHere = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
  return username !== '' && !isHere;
}

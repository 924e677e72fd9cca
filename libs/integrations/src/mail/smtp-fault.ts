/** The used fields of the library's errors. */
interface SmtpError {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly command?: unknown;
}

export interface SmtpFault {
  /** Contains nothing that identifies a person. */
  readonly facts: { readonly code: string; readonly status?: number; readonly command?: string };
  /** The mail itself is refused: retries would fail too. */
  readonly isPermanent: boolean;
  /** What the operator should check, when the failure is not transient. */
  readonly toCheck?: string;
}

/** Commands whose refusal concerns this mail, not the sender or the account. */
const mailCommands = ['RCPT TO', 'DATA'];

/** Classifies an error of a mail server. */
export function smtpFaultOf(error: unknown): SmtpFault {
  const { code, responseCode, command } = (typeof error === 'object' ? error : undefined) as SmtpError;
  const facts = {
    code: typeof code === 'string' ? code : 'EUNKNOWN',
    ...(typeof responseCode === 'number' ? { status: responseCode } : {}),
    ...(typeof command === 'string' ? { command } : {}),
  };
  const isRefusal = facts.status !== undefined && facts.status >= 500;
  const isPermanent = isRefusal && mailCommands.includes(facts.command ?? '');
  return { facts, isPermanent, toCheck: isPermanent ? undefined : toCheck(facts.code, isRefusal) };
}

function toCheck(code: string, isRefusal: boolean): string | undefined {
  switch (code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return 'the mail server refuses the account: check the user and the password in SMTP_URL';
    case 'ETLS':
      return 'no TLS with the mail server: check SMTP_URL, and the certificate of the server';
    case 'EDNS':
      return 'the mail server was not found: check the host in SMTP_URL';
    default:
      return isRefusal ? 'the mail server refuses the sender: check MAIL_FROM' : undefined;
  }
}

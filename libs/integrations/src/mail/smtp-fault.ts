/** As much of the library's errors as can be trusted to be there. */
interface SmtpError {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly command?: unknown;
}

export interface SmtpFault {
  /** Nothing that names a person. */
  readonly facts: { readonly code: string; readonly status?: number; readonly command?: string };
  /** The mail itself is refused: another try would end the same way. */
  readonly isForGood: boolean;
  /** What whoever runs the product should look at, when the trouble will not pass by itself. */
  readonly toCheck?: string;
}

/** Commands whose refusal is about this mail, not about the product or its account at the server. */
const aboutTheMail = ['RCPT TO', 'DATA'];

/** What went wrong between the product and a mail server. */
export function smtpFaultOf(error: unknown): SmtpFault {
  const { code, responseCode, command } = (typeof error === 'object' ? error : undefined) as SmtpError;
  const facts = {
    code: typeof code === 'string' ? code : 'EUNKNOWN',
    ...(typeof responseCode === 'number' ? { status: responseCode } : {}),
    ...(typeof command === 'string' ? { command } : {}),
  };
  const isRefusal = facts.status !== undefined && facts.status >= 500;
  const isForGood = isRefusal && aboutTheMail.includes(facts.command ?? '');
  return { facts, isForGood, toCheck: isForGood ? undefined : toCheck(facts.code, isRefusal) };
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

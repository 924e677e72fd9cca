import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** One mail that the server accepted. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The source, with headers. */
  readonly raw: string;
  readonly isEncrypted: boolean;
}

export interface MailServerOptions extends SMTPServerOptions {
  /** The only account that may send mail; any client when unset. */
  readonly account?: { readonly user: string; readonly password: string };
}

/** The failure of one try: a status, or a network failure. */
export type MailFailure =
  { readonly status: number; readonly at?: 'MAIL' | 'RCPT' | 'DATA' } | 'stall' | 'reset';

/** A real SMTP server on a local port that stores received mail, with scripted failures. */
export class ScriptedMailServer {
  /** Every accepted mail, in order. */
  readonly mails: ReceivedMail[] = [];
  /** Number of tries, including failed ones. */
  tries = 0;
  /** Number of connections, also of those that send no mail. */
  connections = 0;
  private readonly failures: MailFailure[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: SMTPServer) {}

  static async start({ account, ...options }: MailServerOptions = {}): Promise<ScriptedMailServer> {
    // TLS only with a certificate of the test: the default key of the library is public.
    const tls = options.key ? [] : ['STARTTLS'];
    const started: { mail?: ScriptedMailServer } = {};
    const server = new SMTPServer({
      logger: false,
      disabledCommands: [...tls, ...(account ? [] : ['AUTH'])],
      allowInsecureAuth: true,
      authOptional: !account,
      onAuth: (login, _session, done) => {
        const isRight = login.username === account?.user && login.password === account?.password;
        if (isRight) done(null, { user: login.username });
        else done(statusError(535));
      },
      onMailFrom: (_address, session, done) => started.mail?.begin(session, done),
      onRcptTo: (_address, _session, done) => started.mail?.failAt('RCPT', done),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          started.mail?.failAt('DATA', (error) => {
            const to = rcptTo.map(({ address }) => address);
            const raw = Buffer.concat(chunks).toString('utf8');
            const from = mailFrom ? mailFrom.address : '';
            if (!error) started.mail?.mails.push({ from, to, raw, isEncrypted: session.secure });
            done(error);
          });
        });
      },
      ...options,
    });
    // Clients that give up may close the connection in any way.
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    started.mail = new ScriptedMailServer(server);
    const { mail } = started;
    server.server.on('connection', (socket: Socket) => {
      mail.connections += 1;
      // Node crashes when the socket below one of TLS is destroyed; its clients close it.
      if (!options.secure) mail.sockets.add(socket);
    });
    return started.mail;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  /** Environment of a service that sends its mail here. */
  get env(): { SMTP_URL: string; MAIL_FROM: string } {
    return {
      SMTP_URL: `smtp://127.0.0.1:${String(this.port)}`,
      MAIL_FROM: 'Webinar Vault <no-reply@vault.example>',
    };
  }

  /** Scripts the failures of the next tries, one each. */
  script(...failures: MailFailure[]): void {
    this.failures.push(...failures);
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => this.server.close(resolve));
  }

  private begin(session: { readonly remotePort: number }, done: (error?: Error | null) => void): void {
    this.tries += 1;
    const [failure] = this.failures;
    if (failure === 'stall') this.failures.shift();
    else if (failure === 'reset') {
      this.failures.shift();
      for (const socket of this.sockets)
        if (socket.remotePort === session.remotePort) socket.resetAndDestroy();
    } else this.failAt('MAIL', done);
  }

  private failAt(at: 'MAIL' | 'RCPT' | 'DATA', done: (error?: Error | null) => void): void {
    const [failure] = this.failures;
    const isHere = typeof failure === 'object' && (failure.at ?? 'RCPT') === at;
    if (!isHere) {
      done(null);
      return;
    }
    this.failures.shift();
    done(statusError(failure.status));
  }
}

function statusError(responseCode: number): Error {
  // Like real servers, the message contains the address.
  return Object.assign(new Error('<ada@example.com> is not welcome here'), { responseCode });
}

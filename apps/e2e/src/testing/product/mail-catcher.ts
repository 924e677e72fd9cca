import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Environment } from './product-process.ts';
import { until } from '../shared/until.ts';

/** A mail server on a local port that keeps all received mails. */
export class MailCatcher {
  private readonly server: SMTPServer;
  private readonly mails: { readonly to: readonly string[]; readonly raw: Buffer }[] = [];

  private constructor() {
    this.server = new SMTPServer({
      logger: false,
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          this.mails.push({ to: envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks) });
          done(null);
        });
      },
    });
  }

  static async open(): Promise<MailCatcher> {
    const catcher = new MailCatcher();
    await new Promise<void>((resolve) => catcher.server.listen(0, '127.0.0.1', resolve));
    return catcher;
  }

  /** The environment variables with which a product sends its mail here. */
  get env(): Environment {
    const { port } = this.server.server.address() as AddressInfo;
    return {
      SMTP_URL: `smtp://127.0.0.1:${String(port)}`,
      MAIL_FROM: 'Webinar Vault <no-reply@vault.example>',
    };
  }

  /** All mails to an address, in order. */
  to(address: string): Promise<Email[]> {
    const theirs = this.mails.filter(({ to }) => to.includes(address));
    return Promise.all(theirs.map(({ raw }) => PostalMime.parse(raw)));
  }

  /** Waits for mails with this subject. @param count the number of mails. @returns the last of them */
  async untilSent(address: string, subject: string, count = 1): Promise<Email> {
    const found = await until(`mail “${subject}”`, async () => {
      const mails = (await this.to(address)).filter((mail) => mail.subject === subject);
      return mails.length >= count && mails;
    });
    return found[count - 1]!;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve));
  }
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@vault/base';
import { until } from '@vault/base/testing';
import { ScriptedMailServer, type MailServerOptions } from '../testing/scripted-mail-server.ts';
import { describeMailer, someMail } from './mailer.contract.ts';
import { SmtpMailer } from './smtp-mailer.ts';

const from = { name: 'Webinar Vault', address: 'no-reply@vault.example' };
/** A long deadline, so that a busy machine does not fail tests. */
const longDeadlineMs = 20_000;
/** A short deadline for tests with a scripted stall. */
const shortDeadlineMs = 300;

let server: ScriptedMailServer;
let log: string;
const open = (deadlineMs = longDeadlineMs, url = server.env.SMTP_URL) => {
  const logger = createLogger({ level: 'info', destination: { write: (line) => void (log += line) } });
  return new SmtpMailer({ url: () => url, from, deadlineMs, logger });
};
const startServer = async (options: MailServerOptions = {}) => {
  server = await ScriptedMailServer.start(options);
  log = '';
};
afterEach(() => server.stop());

describe('with a server that accepts everything', () => {
  beforeEach(() => startServer());

  describeMailer('an SMTP server', () =>
    Promise.resolve({
      mailer: open(),
      arrived: () => Promise.resolve(server.mails.map(({ raw }) => raw)),
    }),
  );

  it('sends only sender and recipient in the envelope', async () => {
    await open().send(someMail);
    expect(server.mails[0]).toMatchObject({ from: 'no-reply@vault.example', to: ['ada@example.com'] });
  });
});

describe('failures', () => {
  beforeEach(() => startServer());

  it.each([
    ['an unknown mailbox', { status: 550 }, 'conflict'],
    ['a refused mail', { status: 554, at: 'DATA' }, 'conflict'],
    ['a refused sender', { status: 553, at: 'MAIL' }, 'unavailable'],
    ['a mailbox that is full for now', { status: 452 }, 'unavailable'],
    ['a server that is busy', { status: 421, at: 'MAIL' }, 'unavailable'],
    ['a lost connection', 'reset', 'unavailable'],
  ] as const)('%s: %j is %s', async (_, failure, code) => {
    server.script(failure);
    const mailer = open();
    await expect(mailer.send(someMail)).rejects.toMatchObject({ name: 'AppError', code });
    // The next mail is sent.
    await mailer.send(someMail);
    expect(server.mails).toHaveLength(1);
  });

  it('gives up on a server that stalls', async () => {
    server.script('stall');
    await expect(open(shortDeadlineMs).send(someMail)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('rejects with the reason of the signal', async () => {
    server.script('stall');
    const stopping = new AbortController();
    const sent = open().send(someMail, stopping.signal);
    const reason = new Error('The worker is stopping.');
    setTimeout(() => stopping.abort(reason), 20);
    await expect(sent).rejects.toBe(reason);
  });

  it('is unavailable without a server', async () => {
    await expect(open(longDeadlineMs, 'smtp://127.0.0.1:1').send(someMail)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('keeps the recipient out of the log and the error', async () => {
    server.script({ status: 550 }, { status: 553, at: 'MAIL' });
    const errors = [];
    for (let tries = 0; tries < 2; tries += 1)
      errors.push(
        await open()
          .send(someMail)
          .catch((error: unknown) => error),
      );
    const messages = JSON.stringify(errors.map((error) => [String(error), String((error as Error).cause)]));
    expect(messages).toContain('550');
    expect(messages + log).not.toMatch(/ada@|welcome here/);
    expect(log).toContain('(MAIL_FROM)');
  });
});

describe('an account at the server', () => {
  const account = { user: 'vault@example.com', password: 'p:ss/w@rd?' };
  const urlWith = (password: string) =>
    `smtp://${encodeURIComponent(account.user)}:${encodeURIComponent(password)}@127.0.0.1:${String(server.port)}`;
  beforeEach(() => startServer({ account }));

  it('signs in', async () => {
    await open(longDeadlineMs, urlWith(account.password)).send(someMail);
    expect(server.mails).toHaveLength(1);
  });

  it('signs in with a password that has changed, without losing a mail', async () => {
    const changing = { ...account };
    await server.stop();
    await startServer({ account: changing });
    let url = urlWith(account.password);
    const mailer = new SmtpMailer({ url: () => url, from, logger: createLogger({ level: 'silent' }) });
    await mailer.send(someMail);
    changing.password = 'another-password';
    url = urlWith(changing.password);
    await Promise.all([mailer.send(someMail), mailer.send(someMail)]);
    expect(server.mails).toHaveLength(3);
  });

  it('may be refused: a retry is possible, and the log names what to check, without the password', async () => {
    const sent = open(longDeadlineMs, urlWith('another-password')).send(someMail);
    await expect(sent).rejects.toMatchObject({ code: 'unavailable' });
    expect(log).toContain('the mail server refuses the account (SMTP_URL)');
    expect(log).not.toContain('another-password');
  });

  it('is tried at the start and after a change, without a mail', async () => {
    let url = urlWith('another-password');
    const logger = createLogger({ level: 'info', destination: { write: (line) => void (log += line) } });
    const { setting } = new SmtpMailer({ url: () => url, from, logger });
    setting.start();
    try {
      const refusal = 'Mail is not sent: the mail server refuses the account (SMTP_URL).';
      await until(() => setting.problem === refusal);
      url = urlWith(account.password);
      await until(() => setting.problem === undefined);
      expect([log.split(refusal).length - 1, server.tries]).toEqual([1, 0]);
      expect(log).not.toContain('another-password');
    } finally {
      await setting.stop();
    }
  });

  it('sends no password to another machine without TLS', async () => {
    // The mailer treats this address as another machine.
    const elsewhere = urlWith(account.password).replace('127.0.0.1', '0.0.0.0');
    await expect(open(longDeadlineMs, elsewhere).send(someMail)).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(log).toContain('no TLS with the mail server');
    expect(server.tries).toBe(0);
  });
});

/** Sends a mail that is not sent, and tries the settings: both say why. */
async function failsFor(why: string, url: string, deadlineMs = longDeadlineMs): Promise<void> {
  const mailer = open(deadlineMs, url);
  await expect(mailer.send(someMail)).rejects.toMatchObject({ code: 'unavailable' });
  expect(mailer.setting.problem).toContain(`Mail is not sent: `);
  expect(mailer.setting.problem).toContain(why);
  expect(log.split(mailer.setting.problem ?? '').length - 1).toBe(1);
}

describe('an address without a mail server', () => {
  beforeEach(() => startServer());
  const otherServer = async (answer: string, use: (url: string) => Promise<void>) => {
    const other = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write(answer);
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    await use(`smtp://127.0.0.1:${String((other.address() as AddressInfo).port)}`);
    other.close();
  };

  it('has no listener', () => failsFor('no mail server listens there', 'smtp://127.0.0.1:9'));
  it('has no host', () => failsFor('its host is wrong', 'smtp://no-such-host.invalid'));
  it('has a server of another kind', () =>
    otherServer('HTTP/1.1 400 Bad Request\r\n\r\n', (url) => failsFor('no mail server', url)));
  it('refuses this machine', () =>
    otherServer('554 5.7.1 go away\r\n', (url) => failsFor('refuses this machine', url)));
  it('is busy, which is no setting', () =>
    otherServer('421 4.3.2 later\r\n', async (url) => {
      const mailer = open(longDeadlineMs, url);
      await expect(mailer.send(someMail)).rejects.toMatchObject({ code: 'unavailable' });
      expect(mailer.setting.problem).toBeUndefined();
    }));
});

test('a refused sender stays a wrong setting until a mail is sent', async () => {
  await startServer();
  server.script({ status: 553, at: 'MAIL' });
  const mailer = open();
  await expect(mailer.send(someMail)).rejects.toMatchObject({ code: 'unavailable' });
  mailer.setting.start();
  await until(() => server.connections > 1);
  await mailer.setting.stop();
  expect(mailer.setting.problem).toContain('refuses the sender');
  await mailer.send(someMail);
  expect(mailer.setting.problem).toBeUndefined();
});

test.each([true, false])('letters beyond ASCII before the @ are known to be taken: %s', async (takes) => {
  await startServer({ hideSMTPUTF8: !takes });
  const mailer = open();
  expect(mailer.takesUnicode).toBeUndefined();
  await mailer.send(someMail);
  expect(mailer.takesUnicode).toBe(takes);
});

describe('TLS', () => {
  let folder: string;
  let certificate: { key: Buffer; cert: Buffer };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'mail-tls-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const made = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost`;
    execFileSync('openssl', [...made.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' });
    certificate = { key: readFileSync(key), cert: readFileSync(cert) };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const trusting = (scheme: string) =>
    `${scheme}://127.0.0.1:${String(server.port)}?tls.rejectUnauthorized=false`;

  it('is used if the server supports it', async () => {
    await startServer(certificate);
    await open(longDeadlineMs, trusting('smtp')).send(someMail);
    expect(server.mails[0]?.isEncrypted).toBe(true);
  });

  it('is used from the first byte with smtps', async () => {
    await startServer({ ...certificate, secure: true });
    await open(longDeadlineMs, trusting('smtps')).send(someMail);
    expect(server.mails[0]?.isEncrypted).toBe(true);
  });

  it.each(['smtp', 'smtps'])('rejects untrusted certificates, and says so: %s', async (scheme) => {
    await startServer({ ...certificate, secure: scheme === 'smtps' });
    await failsFor(
      'the certificate of the mail server is not trusted',
      `${scheme}://127.0.0.1:${String(server.port)}`,
    );
    expect(server.mails).toEqual([]);
  });

  it('is missing at a port that begins without it', async () => {
    await startServer();
    await failsFor('needs smtp:// instead of smtps://', server.env.SMTP_URL.replace('smtp:', 'smtps:'));
  });

  it('is required by a port that does not greet without it', async () => {
    await startServer({ ...certificate, secure: true });
    await failsFor('the port needs smtps://', server.env.SMTP_URL, shortDeadlineMs);
  });
});

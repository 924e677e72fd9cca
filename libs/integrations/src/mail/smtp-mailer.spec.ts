import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@vault/platform';
import { ScriptedMailServer, type MailServerOptions } from '../testing/scripted-mail-server.ts';
import { describeMailer, someMail } from './mailer.contract.ts';
import { SmtpMailer } from './smtp-mailer.ts';

const from = { name: 'Webinar Vault', address: 'no-reply@vault.example' };
/** A busy machine is no stall... */
const patient = 20_000;
/** ...but where one is scripted, nobody waits long. */
const impatient = 300;

let server: ScriptedMailServer;
let log: string;
const open = (deadlineMs = patient, url = server.env.SMTP_URL) => {
  const logger = createLogger({ level: 'info', destination: { write: (line) => void (log += line) } });
  return new SmtpMailer({ url, from, deadlineMs, logger });
};
const startServer = async (options: MailServerOptions = {}) => {
  server = await ScriptedMailServer.start(options);
  log = '';
};
afterEach(() => server.stop());

describe('with a server that takes everything', () => {
  beforeEach(() => startServer());

  describeMailer('an SMTP server', () =>
    Promise.resolve({
      mailer: open(),
      arrived: () => Promise.resolve(server.mails.map(({ raw }) => raw)),
    }),
  );

  it('names sender and recipient to the server, and nobody else', async () => {
    await open().send(someMail);
    expect(server.mails[0]).toMatchObject({ from: 'no-reply@vault.example', to: ['ada@example.com'] });
  });
});

describe('trouble', () => {
  beforeEach(() => startServer());

  it.each([
    ['a mailbox that is not there', { status: 550 }, 'conflict'],
    ['a mail that is not wanted', { status: 554, at: 'DATA' }, 'conflict'],
    ['a sender that is not allowed', { status: 553, at: 'MAIL' }, 'unavailable'],
    ['a mailbox that is full for now', { status: 452 }, 'unavailable'],
    ['a server that is busy', { status: 421, at: 'MAIL' }, 'unavailable'],
    ['a line that breaks', 'reset', 'unavailable'],
  ] as const)('%s: %j is %s', async (_, failure, code) => {
    server.script(failure);
    const mailer = open();
    await expect(mailer.send(someMail)).rejects.toMatchObject({ name: 'AppError', code });
    // The next one goes its way.
    await mailer.send(someMail);
    expect(server.mails).toHaveLength(1);
  });

  it('gives up on a server that says nothing any more', async () => {
    server.script('stall');
    await expect(open(impatient).send(someMail)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('stops in the middle with the reason of the signal', async () => {
    server.script('stall');
    const stopping = new AbortController();
    const sent = open().send(someMail, stopping.signal);
    const reason = new Error('The worker is stopping.');
    setTimeout(() => stopping.abort(reason), 20);
    await expect(sent).rejects.toBe(reason);
  });

  it('finds no server where none is', async () => {
    await expect(open(patient, 'smtp://127.0.0.1:1').send(someMail)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('keeps who it was about out of the log and of the error', async () => {
    server.script({ status: 550 }, { status: 553, at: 'MAIL' });
    const errors = [];
    for (let tries = 0; tries < 2; tries += 1)
      errors.push(
        await open()
          .send(someMail)
          .catch((error: unknown) => error),
      );
    const told = JSON.stringify(errors.map((error) => [String(error), String((error as Error).cause)]));
    expect(told).toContain('550');
    expect(told + log).not.toMatch(/ada@|welcome here/);
    expect(log).toContain('check MAIL_FROM');
  });
});

describe('an account at the server', () => {
  const account = { user: 'vault@example.com', password: 'p:ss/w@rd?' };
  const urlWith = (password: string) =>
    `smtp://${encodeURIComponent(account.user)}:${encodeURIComponent(password)}@127.0.0.1:${String(server.port)}`;
  beforeEach(() => startServer({ account }));

  it('signs in', async () => {
    await open(patient, urlWith(account.password)).send(someMail);
    expect(server.mails).toHaveLength(1);
  });

  it('may be refused: another try can come, and the log says what to check, without the password', async () => {
    const sent = open(patient, urlWith('another-password')).send(someMail);
    await expect(sent).rejects.toMatchObject({ code: 'unavailable' });
    expect(log).toContain('check the user and the password in SMTP_URL');
    expect(log).not.toContain('another-password');
  });

  it('sends no password to another machine without TLS', async () => {
    // As seen from here it is another machine, although it is this one.
    const elsewhere = urlWith(account.password).replace('127.0.0.1', '0.0.0.0');
    await expect(open(patient, elsewhere).send(someMail)).rejects.toMatchObject({ code: 'unavailable' });
    expect(log).toContain('no TLS with the mail server');
    expect(server.tries).toBe(0);
  });
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

  it('is used where the server has it', async () => {
    await startServer(certificate);
    await open(patient, trusting('smtp')).send(someMail);
    expect(server.mails[0]?.isEncrypted).toBe(true);
  });

  it('holds from the first byte with smtps', async () => {
    await startServer({ ...certificate, secure: true });
    await open(patient, trusting('smtps')).send(someMail);
    expect(server.mails[0]?.isEncrypted).toBe(true);
  });

  it('trusts no server that cannot say who it is', async () => {
    await startServer(certificate);
    await expect(open().send(someMail)).rejects.toMatchObject({ code: 'unavailable' });
    expect(server.mails).toEqual([]);
  });
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@vault/base';
import { FileMailer } from './file-mailer.ts';
import { describeMailer, someMail } from './mailer.contract.ts';

const from = { name: 'Webinar Vault', address: 'no-reply@vault.example' };

let data: string;
let log: string;
const folder = () => join(data, 'mail');
const open = (maxFiles?: number) => {
  const logger = createLogger({ level: 'info', destination: { write: (line) => void (log += line) } });
  return new FileMailer({ folder: folder(), from, logger, maxFiles });
};
const files = () => readdirSync(folder(), { recursive: true }) as string[];
const arrived = () => {
  try {
    return Promise.resolve(files().map((name) => readFileSync(join(folder(), name), 'utf8')));
  } catch {
    return Promise.resolve([]);
  }
};
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'mail-'));
  log = '';
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

describeMailer('a folder', () => Promise.resolve({ mailer: open(), arrived }));

it('is readable only by its owner', async () => {
  await open().send(someMail);
  expect(statSync(folder()).mode & 0o777).toBe(0o700);
  expect(files()).toEqual(['2026-11-20T09-30-00.000Z-to-7d1f0c1e.welcome-7d1f0c1e.eml']);
  expect(statSync(join(folder(), files()[0]!)).mode & 0o777).toBe(0o600);
});

it('logs its path once, without recipient and content', async () => {
  await open().send(someMail);
  expect(log.trim().split('\n')).toHaveLength(1);
  expect(log).toContain(join(folder(), files()[0]!));
  expect(log).not.toMatch(/ada|example\.com|engine/i);
});

it('keeps one file of a mail that is sent twice', async () => {
  await open().send(someMail);
  await open().send(someMail);
  expect(files()).toHaveLength(1);
});

it('keeps the newest files', async () => {
  const mailer = open(3);
  for (let minute = 0; minute < 5; minute += 1)
    await mailer.send({ ...someMail, writtenAt: new Date(Date.UTC(2026, 10, 20, 9, minute)) });
  expect(files().map((name) => name.slice(11, 16))).toEqual(['09-02', '09-03', '09-04']);
});

it('forgets the mails to one recipient, complete or not', async () => {
  const mailer = open();
  await mailer.forget('7d1f0c1e');
  await mailer.send(someMail);
  await mailer.send({ ...someMail, id: 'reset-1', recipientId: '7d1f0c1e' });
  writeFileSync(join(folder(), `${files()[0]!}.new`), 'To: Ada');
  await mailer.send({ ...someMail, id: 'welcome-2', recipientId: '7d1f0c1e-2' });
  await mailer.forget('2');
  expect(files()).toHaveLength(4);
  await mailer.forget('7d1f0c1e');
  expect(files()).toEqual(['2026-11-20T09-30-00.000Z-to-7d1f0c1e-2.welcome-2.eml']);
});

it('is unavailable where nothing can be written', async () => {
  writeFileSync(folder(), 'not a folder');
  await expect(open().send(someMail)).rejects.toMatchObject({ code: 'unavailable' });
});

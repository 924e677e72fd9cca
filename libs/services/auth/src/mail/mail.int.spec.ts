import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { ScriptedMailServer } from '@vault/integrations/testing';
import { createLogger, createMessage } from '@vault/platform';
import { until } from '@vault/platform/testing';
import PostalMime, { type Email } from 'postal-mime';
import { newPerson, startAuth, type AuthUnderTest } from '../testing/auth-under-test.ts';
import { uploadServiceWith } from '../testing/upload-service-with.ts';
import { ExpirySweeper } from '../expiry-sweeper.ts';
import type { MailRecord } from './mail-record.schema.ts';
import { MailOutbox } from './mail-outbox.ts';
import { TrialReminder } from './trial-reminder.ts';

// Only a hang ends a test: the machine may be busy.
jest.setTimeout(120_000);

const site = 'https://vault.example';

let server: ScriptedMailServer;
let auth: AuthUnderTest;
let log = '';
const titles = new Map<string, string>();

beforeAll(async () => {
  server = await ScriptedMailServer.start();
  auth = await startAuth({
    env: { ...server.env, PUBLIC_URL: `${site}/`, METRICS_PORT: '0' },
    logger: createLogger({ level: 'info', destination: { write: (line) => void (log += line) } }),
    beside: [uploadServiceWith(titles)],
  });
});
afterAll(async () => {
  await auth.stop();
  await server.stop();
});

const records = () => auth.store.model<MailRecord>('Mail');
const recordsOf = (ownerId: string) => records().find({ ownerId }).lean<MailRecord[]>().exec();

async function mailsTo(address: string): Promise<Email[]> {
  const theirs = server.mails.filter(({ to }) => to.includes(address));
  return Promise.all(theirs.map(({ raw }) => PostalMime.parse(raw)));
}
const arrived = (address: string, count: number) =>
  until(
    () => mailsTo(address),
    (mails) => mails.length >= count,
  );
const ended = (key: string) =>
  until(
    () => records().findOne({ _id: key }).lean<MailRecord>().exec(),
    (record) => record?.end !== undefined,
  );

/** Waits until a mail was tried so often, and waits for its next try: longer than somebody may hold it. */
const postponed = (key: string, attempts: number) =>
  until(
    () => records().findOne({ _id: key }).lean<MailRecord>().exec(),
    (record) => {
      const waits = (record?.nextCheckAt?.getTime() ?? 0) - auth.clock.now().getTime();
      return record?.attempts === attempts && (record.end !== undefined || waits > 20_500);
    },
  );

/** Somebody whose welcome has arrived. */
async function welcomed(changes: Partial<ReturnType<typeof newPerson>> = {}) {
  const person = { ...newPerson(), ...changes };
  const { user } = await auth.client.register(person);
  await ended(`welcome:${user!.id}`);
  return { id: user!.id, email: user!.email, password: person.password };
}

async function generated(ownerId: string, videoId: string, data: object = {}): Promise<void> {
  const type = 'chaptering.chapters-generated.v1';
  const full = { ownerId, videoId, version: 1, chapterCount: 3, ...data };
  const message = createMessage({ type, source: 'chaptering', subject: videoId, data: full });
  await auth.running.infrastructure.bus.publish('chaptering.events', [message]);
}

describe('a welcome', () => {
  it('goes to who registered, with what their plan holds, in text and HTML', async () => {
    const { email } = await welcomed({ firstname: '<b>Zoë</b>', plan: 'executive' });
    const [mail] = await mailsTo(email);
    expect(mail).toMatchObject({
      subject: 'Welcome to Webinar Vault',
      from: { name: 'Webinar Vault', address: 'no-reply@vault.example' },
      to: [{ name: '<b>Zoë</b> Lovelace', address: email }],
    });
    expect(mail!.text).toContain('Hello <b>Zoë</b>,');
    expect(mail!.text!.replaceAll(/\s+/g, ' ')).toContain('20 videos and 1,000,000 tokens a month');
    expect(mail!.text).toContain(`${site}/asset/view`);
    expect(mail!.html).toContain('Hello &lt;b&gt;Zoë&lt;/b&gt;,');
  });

  it('keeps nobody from registering while there is no mail server', async () => {
    server.script({ status: 421, at: 'MAIL' });
    const person = newPerson();
    const { user } = await auth.client.register(person);
    const key = `welcome:${user!.id}`;
    expect(await postponed(key, 1)).not.toHaveProperty('end');
    auth.clock.passMinutes(1);
    expect(await ended(key)).toMatchObject({ end: 'sent', attempts: 2 });
    expect(await mailsTo(person.email)).toHaveLength(1);
  });
});

describe('a forgotten password', () => {
  const ask = (email: string) => auth.client.requestPasswordReset({ email, clientAddress: '203.0.113.9' });
  const tokenOf = (mail: Email) => /\/reset-password#([\w-]{20,128})\s/.exec(mail.text ?? '')?.[1] ?? '';

  it('is set anew with the link of a mail, which stands nowhere else', async () => {
    const { id, email } = await welcomed();
    await ask(email);
    const mail = (await arrived(email, 2))[1]!;
    expect(mail.subject).toBe('Set a new password');
    const token = tokenOf(mail);
    expect(mail.html).toContain(`${site}/reset-password#${token}`);
    const kept = JSON.stringify([
      await recordsOf(id),
      await auth.store.model('PasswordReset').find({ userId: id }).lean(),
      log,
    ]);
    expect(kept).not.toContain(token);
    const newPassword = 'another long pass phrase';
    await auth.client.resetPassword({ token, newPassword });
    await expect(auth.client.resetPassword({ token, newPassword })).rejects.toMatchObject({ code: 'gone' });
    await auth.client.login({ email, password: newPassword, clientAddress: '203.0.113.9' });
  });

  it('sends nobody anything when the address has no account', async () => {
    const before = await records().countDocuments();
    await ask('nobody@example.com');
    expect(await records().countDocuments()).toBe(before);
  });

  it('sends no link that would come too late to be of use', async () => {
    const { id, email } = await welcomed();
    server.script({ status: 421, at: 'MAIL' });
    await ask(email);
    const reset = (await recordsOf(id)).find(({ kind }) => kind === 'password-reset')!;
    await postponed(reset._id, 1);
    auth.clock.passMinutes(31);
    expect(await ended(reset._id)).toMatchObject({ end: 'dropped' });
    expect(await mailsTo(email)).toHaveLength(1);
  });
});

describe('a trial that ends', () => {
  const look = () => auth.running.get(TrialReminder).remind();

  it('is announced a day before, once', async () => {
    const { id, email } = await welcomed();
    const executive = await welcomed({ plan: 'executive' });
    await look();
    expect(await recordsOf(id)).toHaveLength(1);
    auth.clock.passDays(2);
    await Promise.all([look(), look()]);
    await look();
    await ended(`trial-ends:${id}`);
    auth.clock.passMinutes(60);
    await look();
    const [, mail, ...more] = await mailsTo(email);
    expect(mail!.subject).toBe('Your trial ends tomorrow');
    expect(mail!.text!.replaceAll(/\s+/g, ' ')).toMatch(/ends on \d+ November 2026 at \d\d:\d\d UTC/);
    expect(mail!.text).toContain(`${site}/account`);
    expect(more).toEqual([]);
    expect(await recordsOf(executive.id)).toHaveLength(1);
  });

  it('is not announced to whom it does not end any more', async () => {
    const { id, email } = await welcomed();
    server.script({ status: 421, at: 'MAIL' });
    await auth.running.get(MailOutbox).trialEnds([id]);
    await postponed(`trial-ends:${id}`, 1);
    await auth.store.model('User').updateOne({ _id: id }, { $set: { plan: 'executive' } });
    auth.clock.passMinutes(2);
    expect(await ended(`trial-ends:${id}`)).toMatchObject({ end: 'dropped' });
    expect(await mailsTo(email)).toHaveLength(1);
  });
});

describe('a webinar that is ready', () => {
  it('is told of by its title, once, however often its chapters are written', async () => {
    const { id, email } = await welcomed();
    const videoId = randomUUID();
    titles.set(`${id}/${videoId}`, 'Growing & selling “tea”');
    await generated(id, videoId);
    await generated(id, videoId);
    const key = `webinar-ready:${videoId}`;
    expect(await ended(key)).toMatchObject({ end: 'sent' });
    await generated(id, videoId, { isAsked: true });
    const other = randomUUID();
    await generated(id, other, { isAsked: true });
    const last = randomUUID();
    await generated(id, last);
    // Its video is gone by now; the one before had its chapters asked for.
    expect(await ended(`webinar-ready:${last}`)).toMatchObject({ end: 'dropped' });
    expect(await records().countDocuments({ _id: `webinar-ready:${other}` })).toBe(0);
    const mails = await mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Welcome to Webinar Vault',
      'Your webinar is ready',
    ]);
    expect(mails[1]!.text).toContain('“Growing & selling “tea”” is ready');
    expect(mails[1]!.text).toContain(`${site}/asset/${videoId}`);
    expect(mails[1]!.html).toContain('Growing &amp; selling');
  });

  it('is not told of to whom switched it off, also not later', async () => {
    const { id, email } = await welcomed();
    const videoId = randomUUID();
    titles.set(`${id}/${videoId}`, 'Talk');
    const setReadyMail = (readyMail: boolean) =>
      auth.store.model('User').updateOne({ _id: id }, { $set: { readyMail } });
    await setReadyMail(false);
    await generated(id, videoId);
    expect(await ended(`webinar-ready:${videoId}`)).toMatchObject({ end: 'dropped' });
    await setReadyMail(true);
    await generated(id, videoId);
    const another = randomUUID();
    titles.set(`${id}/${another}`, 'Talk');
    await generated(id, another);
    expect(await ended(`webinar-ready:${another}`)).toMatchObject({ end: 'sent' });
    expect(await mailsTo(email)).toHaveLength(2);
  });
});

describe('trouble', () => {
  const metrics = async () => {
    const answer = await fetch(`http://127.0.0.1:${String(auth.running.metricsPort)}/metrics`);
    return (await answer.text()).split('\n').filter((line) => line.startsWith('mails_'));
  };

  it('ends after eight tries: the mail is kept as failed, and counted', async () => {
    server.script(...Array.from({ length: 8 }, () => ({ status: 451, at: 'RCPT' }) as const));
    const { user } = await auth.client.register(newPerson());
    const key = `welcome:${user!.id}`;
    for (let tries = 1; tries <= 8; tries += 1) {
      await postponed(key, tries);
      auth.clock.passMinutes(6 * 60);
    }
    expect(await ended(key)).toMatchObject({ end: 'failed', attempts: 8 });
    expect(log).toContain('a mail was given up');
    const told = await metrics();
    expect(told).toContain('mails_ended_total{kind="welcome",end="failed"} 1');
    expect(told).toContain('mails_failed 1');
    expect(told).toContain('mails_waiting 0');
  });

  it('ends at once when the mailbox is not there', async () => {
    server.script({ status: 550 });
    const { user } = await auth.client.register(newPerson());
    expect(await ended(`welcome:${user!.id}`)).toMatchObject({ end: 'failed', attempts: 1 });
  });

  it('names nobody in the log', () => {
    expect(log).not.toMatch(/@example\.com|Lovelace|reset-password#/);
  });
});

it('leaves no mail of a deleted account', async () => {
  const { id } = await welcomed();
  expect(await recordsOf(id)).toHaveLength(1);
  const data = { userId: id, by: 'user' };
  const message = createMessage({ type: 'auth.delete-account.v1', source: 'gateway', subject: id, data });
  await auth.running.infrastructure.bus.publish('auth.commands', [message]);
  await until(
    () => recordsOf(id),
    (left) => left.length === 0,
  );
});

it('forgets what has ended long ago', async () => {
  const { id } = await welcomed();
  auth.clock.passDays(9);
  await auth.running.get(ExpirySweeper).sweep();
  expect(await recordsOf(id)).toEqual([]);
});

it('goes on where another process left off', async () => {
  const away = await ScriptedMailServer.start();
  const [dataDir, nowhere] = [auth.running.dataDir, away.env];
  await away.stop();
  const person = newPerson();
  await auth.stop();
  const [clock, beside] = [auth.clock, [uploadServiceWith(titles)]];
  const dead = await startAuth({ env: { ...nowhere, PUBLIC_URL: site }, clock, beside, dataDir });
  const { user } = await dead.client.register(person);
  await dead.stop();
  auth = await startAuth({
    env: { ...server.env, PUBLIC_URL: site, METRICS_PORT: '0' },
    clock,
    beside,
    dataDir,
  });
  clock.passMinutes(10);
  expect(await ended(`welcome:${user!.id}`)).toMatchObject({ end: 'sent' });
  expect(await mailsTo(person.email)).toHaveLength(1);
});

import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { ScriptedMailServer } from '@vault/integrations/testing';
import { createLogger } from '@vault/base';
import { createMessage } from '@vault/messaging';
import { until } from '@vault/base/testing';
import PostalMime, { type Email } from 'postal-mime';
import { newPerson, startAuth, type AuthUnderTest } from '../testing/auth-under-test.ts';
import { fakeUploadWith } from '../testing/fake-upload.ts';
import type { MailRecord } from '../mail/mail-record.schema.ts';
import { MailOutbox } from '../mail/mail-outbox.ts';
import { TrialReminder } from './trial-reminder.ts';

// Long, so that only a hang fails a test on a busy machine.
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
    fakes: [fakeUploadWith(titles)],
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
const waitForMails = (address: string, count: number) =>
  until(
    () => mailsTo(address),
    (mails) => mails.length >= count,
  );
const waitForEnd = (key: string) =>
  until(
    () => records().findOne({ _id: key }).lean<MailRecord>().exec(),
    (record) => record?.end !== undefined,
  );

/** Waits until a mail has had so many tries and waits for the next one, which is later than any lease of 20 s ends. */
const waitForRetry = (key: string, attempts: number) =>
  until(
    () => records().findOne({ _id: key }).lean<MailRecord>().exec(),
    (record) => {
      const waits = (record?.nextCheckAt?.getTime() ?? 0) - auth.clock.now().getTime();
      return record?.attempts === attempts && (record.end !== undefined || waits > 20_500);
    },
  );

/** Registers a person and waits until the welcome is sent. */
async function registerAndWelcome(changes: Partial<ReturnType<typeof newPerson>> = {}) {
  const person = { ...newPerson(), ...changes };
  const { user } = await auth.client.register(person);
  await waitForEnd(`welcome:${user!.id}`);
  return { id: user!.id, email: user!.email, password: person.password };
}

async function publishGenerated(ownerId: string, videoId: string, data: object = {}): Promise<void> {
  const type = 'chaptering.chapters-generated.v1';
  const full = { ownerId, videoId, version: 1, chapterCount: 3, ...data };
  const message = createMessage({ type, source: 'chaptering', subject: videoId, data: full });
  await auth.running.infrastructure.bus.publish('chaptering.events', [message]);
}

describe('a welcome', () => {
  it('goes to the registered person, with the limits of the plan, in text and HTML', async () => {
    const { email } = await registerAndWelcome({ firstname: 'Zoë', plan: 'executive' });
    const [mail] = await mailsTo(email);
    expect(mail).toMatchObject({
      subject: 'Welcome to Webinar Vault',
      from: { name: 'Webinar Vault', address: 'no-reply@vault.example' },
      to: [{ name: 'Zoë Lovelace', address: email }],
    });
    expect(mail!.text).toContain('Hello Zoë,');
    expect(mail!.text!.replaceAll(/\s+/g, ' ')).toContain('20 videos and 1,000,000 tokens a month');
    expect(mail!.text).toContain(`${site}/asset/view`);
    expect(mail!.html).toContain('Hello Zoë,');
  });

  it('says nothing to an address that anybody may have typed but what the product says', async () => {
    const firstname = 'You won 1000 EUR: https://evil.example/claim';
    const { email } = await registerAndWelcome({ firstname });
    const [mail] = await mailsTo(email);
    expect(mail!.text).toMatch(/^Hello,\n/);
    expect(mail!.to).toEqual([{ name: 'Lovelace', address: email }]);
    expect(JSON.stringify(mail)).not.toContain('evil');
  });

  it('does not block a registration while the mail server is unavailable', async () => {
    server.script({ status: 421, at: 'MAIL' });
    const person = newPerson();
    const { user } = await auth.client.register(person);
    const key = `welcome:${user!.id}`;
    expect(await waitForRetry(key, 1)).not.toHaveProperty('end');
    auth.clock.passMinutes(1);
    expect(await waitForEnd(key)).toMatchObject({ end: 'sent', attempts: 2 });
    expect(await mailsTo(person.email)).toHaveLength(1);
  });
});

describe('a password reset', () => {
  const requestReset = (email: string) =>
    auth.client.requestPasswordReset({ email, clientAddress: '203.0.113.9' });
  const tokenOf = (mail: Email) => /\/reset-password#([\w-]{20,128})\s/.exec(mail.text ?? '')?.[1] ?? '';

  it('sends a link whose token is stored nowhere', async () => {
    const { id, email } = await registerAndWelcome();
    await requestReset(email);
    const mail = (await waitForMails(email, 2))[1]!;
    expect(mail.subject).toBe('Set a new password');
    const token = tokenOf(mail);
    expect(mail.html).toContain(`${site}/reset-password#${token}`);
    const stored = JSON.stringify([
      await recordsOf(id),
      await auth.store.model('OneTimeToken').find({ userId: id }).lean(),
      log,
    ]);
    expect(stored).not.toContain(token);
    const newPassword = 'another long pass phrase';
    await auth.client.resetPassword({ token, newPassword });
    await expect(auth.client.resetPassword({ token, newPassword })).rejects.toMatchObject({ code: 'gone' });
    await auth.client.login({ email, password: newPassword, clientAddress: '203.0.113.9' });
  });

  it('sends nothing when the address has no account', async () => {
    const before = await records().countDocuments();
    await requestReset('nobody@example.com');
    expect(await records().countDocuments()).toBe(before);
  });

  it('sends no link that has expired', async () => {
    const { id, email } = await registerAndWelcome();
    server.script({ status: 421, at: 'MAIL' });
    await requestReset(email);
    const reset = (await recordsOf(id)).find(({ kind }) => kind === 'password-reset')!;
    await waitForRetry(reset._id, 1);
    auth.clock.passMinutes(31);
    expect(await waitForEnd(reset._id)).toMatchObject({ end: 'dropped' });
    expect(await mailsTo(email)).toHaveLength(1);
  });
});

describe('the end of a trial', () => {
  const remind = () => auth.running.get(TrialReminder).remind();

  it('leads to one reminder, a day before', async () => {
    const { id, email } = await registerAndWelcome();
    const executive = await registerAndWelcome({ plan: 'executive' });
    await remind();
    expect(await recordsOf(id)).toHaveLength(1);
    auth.clock.passDays(2);
    await Promise.all([remind(), remind()]);
    await remind();
    await waitForEnd(`trial-ends:${id}`);
    auth.clock.passMinutes(60);
    await remind();
    const [, mail, ...more] = await mailsTo(email);
    expect(mail!.subject).toBe('Your trial ends tomorrow');
    expect(mail!.text!.replaceAll(/\s+/g, ' ')).toMatch(/ends on \d+ November 2036 at \d\d:\d\d UTC/);
    expect(mail!.text).toContain(`${site}/account`);
    expect(more).toEqual([]);
    expect(await recordsOf(executive.id)).toHaveLength(1);
  });

  it('leads to no reminder after an upgrade', async () => {
    const { id, email } = await registerAndWelcome();
    server.script({ status: 421, at: 'MAIL' });
    await auth.running.get(MailOutbox).trialEnds([id]);
    await waitForRetry(`trial-ends:${id}`, 1);
    await auth.store.model('User').updateOne({ _id: id }, { $set: { plan: 'executive' } });
    auth.clock.passMinutes(2);
    expect(await waitForEnd(`trial-ends:${id}`)).toMatchObject({ end: 'dropped' });
    expect(await mailsTo(email)).toHaveLength(1);
  });
});

describe('the first chapters of a video', () => {
  it('lead to one mail with the title, even when the event repeats', async () => {
    const { id, email } = await registerAndWelcome();
    const videoId = randomUUID();
    titles.set(`${id}/${videoId}`, 'Growing & selling “tea”');
    await publishGenerated(id, videoId);
    await publishGenerated(id, videoId);
    const key = `webinar-ready:${videoId}`;
    expect(await waitForEnd(key)).toMatchObject({ end: 'sent' });
    await publishGenerated(id, videoId, { isAsked: true });
    const other = randomUUID();
    await publishGenerated(id, other, { isAsked: true });
    const last = randomUUID();
    await publishGenerated(id, last);
    // This video does not exist; the chapters of the video before were requested by a person.
    expect(await waitForEnd(`webinar-ready:${last}`)).toMatchObject({ end: 'dropped' });
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

  it('lead to no mail for a person who switched it off, now or later', async () => {
    const { id, email } = await registerAndWelcome();
    const videoId = randomUUID();
    titles.set(`${id}/${videoId}`, 'Talk');
    const setReadyMail = (readyMail: boolean) =>
      auth.store.model('User').updateOne({ _id: id }, { $set: { readyMail } });
    await setReadyMail(false);
    await publishGenerated(id, videoId);
    expect(await waitForEnd(`webinar-ready:${videoId}`)).toMatchObject({ end: 'dropped' });
    await setReadyMail(true);
    await publishGenerated(id, videoId);
    const another = randomUUID();
    titles.set(`${id}/${another}`, 'Talk');
    await publishGenerated(id, another);
    expect(await waitForEnd(`webinar-ready:${another}`)).toMatchObject({ end: 'sent' });
    expect(await mailsTo(email)).toHaveLength(2);
  });
});

describe('a failing mail server', () => {
  const metrics = async () => {
    const answer = await fetch(`http://127.0.0.1:${String(auth.running.metricsPort)}/metrics`);
    return (await answer.text()).split('\n').filter((line) => line.startsWith('mails_'));
  };

  it('records a mail as failed after eight tries, and counts it', async () => {
    server.script(...Array.from({ length: 8 }, () => ({ status: 451, at: 'RCPT' }) as const));
    const { user } = await auth.client.register(newPerson());
    const key = `welcome:${user!.id}`;
    for (let tries = 1; tries <= 8; tries += 1) {
      await waitForRetry(key, tries);
      auth.clock.passMinutes(6 * 60);
    }
    expect(await waitForEnd(key)).toMatchObject({ end: 'failed', attempts: 8 });
    // Logged and counted after the record has changed.
    await until(() => log.includes('a mail failed for good'));
    const reported = await metrics();
    expect(reported).toContain('mails_ended_total{kind="welcome",end="failed"} 1');
    expect(reported).toContain('mails_failed 1');
    expect(reported).toContain('mails_waiting 0');
  });

  it('makes a mail fail at once when the mailbox does not exist', async () => {
    server.script({ status: 550 });
    const { user } = await auth.client.register(newPerson());
    expect(await waitForEnd(`welcome:${user!.id}`)).toMatchObject({ end: 'failed', attempts: 1 });
  });

  it('leaves no names or addresses in the log', () => {
    expect(log).not.toMatch(/@example\.com|Lovelace|reset-password#/);
  });
});

it('the mails of a deleted account are removed, also those of late events', async () => {
  const { id } = await registerAndWelcome();
  expect(await recordsOf(id)).toHaveLength(1);
  const data = { userId: id, by: 'user' };
  const message = createMessage({ type: 'auth.delete-account.v1', source: 'gateway', subject: id, data });
  await auth.running.infrastructure.bus.publish('auth.commands', [message]);
  await until(
    () => recordsOf(id),
    (left) => left.length === 0,
  );
  await auth.running.get(MailOutbox).webinarReady({ ownerId: id, videoId: randomUUID() });
  expect(await recordsOf(id)).toEqual([]);
});

it('another process sends the mails of a process that stopped', async () => {
  const stopped = await ScriptedMailServer.start();
  const [dataDir, nowhere] = [auth.running.dataDir, stopped.env];
  await stopped.stop();
  const person = newPerson();
  await auth.stop();
  const [clock, fakes] = [auth.clock, [fakeUploadWith(titles)]];
  const env = { ...nowhere, PUBLIC_URL: site };
  const first = await startAuth({ env, clock, fakes, dataDir, isDegraded: true });
  const { user } = await first.client.register(person);
  await first.stop();
  auth = await startAuth({
    env: { ...server.env, PUBLIC_URL: site, METRICS_PORT: '0' },
    clock,
    fakes,
    dataDir,
  });
  clock.passMinutes(10);
  expect(await waitForEnd(`welcome:${user!.id}`)).toMatchObject({ end: 'sent' });
  expect(await mailsTo(person.email)).toHaveLength(1);
});

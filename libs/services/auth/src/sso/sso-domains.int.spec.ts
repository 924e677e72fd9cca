import { jest } from '@jest/globals';
import { cnameRecord, dnsFailures, txtRecord, until } from '@vault/base/testing';
import { newPerson } from '../testing/auth-under-test.ts';
import { SsoUnderTest } from '../testing/sso-under-test.ts';
import type { Person } from '../testing/teams-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

let sso: SsoUnderTest;
beforeAll(async () => {
  sso = await SsoUnderTest.start();
});
afterAll(() => sso.stop());

let domains = 0;
let domain: string;
let recordName: string;
let ann: Person;
beforeEach(async () => {
  domains += 1;
  domain = `acme-${String(domains)}.test`;
  recordName = `_webinar-vault.${domain}`;
  ann = await sso.teams.register({ email: `ann@${domain}`, firstname: 'Ann', lastname: 'Lee' });
  sso.dns.failure = undefined;
  sso.dns.questions.length = 0;
});

const add = async (by: Person, ownerId: string, name = domain) => {
  const record = await sso.as(by, () => sso.client.addDomain({ ownerId, domain: name }));
  return record.domains.find((each) => each.name === name)!.recordValue;
};
const check = async (by: Person, ownerId: string, name = domain) => {
  const record = await sso.as(by, () => sso.client.checkDomain({ ownerId, domain: name }));
  return record.domains.find((each) => each.name === name)!;
};
const domainOf = async (ownerId: string) =>
  (await sso.client.getSso({ ownerId })).domains.find(({ name }) => name === domain);
const publish = (...values: string[]) =>
  sso.dns.records.set(
    recordName,
    values.map((value) => txtRecord(value)),
  );
/** Lets a day pass, and waits for its check of the domain. */
async function passDay(ownerId: string) {
  const before = (await domainOf(ownerId))?.checkedAt;
  sso.teams.auth.clock.passDays(1.1);
  return until(
    () => domainOf(ownerId),
    (found) => found?.checkedAt !== before,
  );
}
async function lose(ownerId: string) {
  sso.dns.records.delete(recordName);
  for (let days = 0; days < 3; days += 1) await passDay(ownerId);
  expect((await domainOf(ownerId))?.state).toBe('lost');
}
const taken = expect.objectContaining({
  code: 'conflict',
  message: expect.stringMatching(/^Another team has proved that .+ is theirs\.$/) as string,
}) as Error;

it('is looked at daily also beside one whose record cannot exist', async () => {
  const ownerId = await sso.teams.makeTeam(ann);
  // Only a request that passes the gateway by has such a name.
  await add(ann, ownerId, `${'a'.repeat(64)}.test`);
  publish(await add(ann, ownerId));
  await check(ann, ownerId);
  sso.dns.records.delete(recordName);
  const { checkedAt } = (await domainOf(ownerId))!;
  expect((await passDay(ownerId))?.checkedAt).toBeGreaterThan(checkedAt!);
});

describe('a domain is not proved', () => {
  let ownerId: string;
  beforeEach(async () => {
    ownerId = await sso.teams.makeTeam(ann);
  });

  it.each<[what: string, publishIt: (value: string) => void]>([
    ['by no record', () => undefined],
    ['by a part of its value', (value) => publish(value.slice(0, -1))],
    ['by more than its value', (value) => publish(`${value} `, `x${value}`)],
    ['by its value in capitals', (value) => publish(value.toUpperCase())],
    ['by a record of the domain itself', (value) => sso.dns.records.set(domain, [txtRecord(value)])],
    ['by a record of all names', (value) => sso.dns.records.set(`*.${domain}`, [txtRecord(value)])],
    [
      'by a record of a name below',
      (value) => sso.dns.records.set(`_webinar-vault.mail.${domain}`, [txtRecord(value)]),
    ],
    [
      'by a name that stands for another one with the record',
      (value) => {
        sso.dns.records.set('elsewhere.test', [txtRecord(value)]);
        sso.dns.records.set(recordName, [cnameRecord('elsewhere.test')]);
      },
    ],
  ])('%s', async (_what, publishIt) => {
    publishIt(await add(ann, ownerId));
    const { state, found } = await check(ann, ownerId);
    expect(state).toBe('waiting');
    expect(found === undefined || found.startsWith('wv-verify=')).toBe(true);
    expect(new Set(sso.dns.questions)).toEqual(new Set([recordName]));
    await expect(sso.signIn(ownerId, { subject: 'bo', email: `bo@${domain}` })).rejects.toBeDefined();
  });

  it('by the record of another team, which is shown', async () => {
    const eve = await sso.teams.register();
    const other = await sso.teams.makeTeam(eve);
    const values = [await add(ann, ownerId), await add(eve, other)] as const;
    publish(values[0]);
    expect(await check(eve, other)).toMatchObject({ state: 'waiting', found: values[0] });
    expect(await check(ann, ownerId)).toMatchObject({ state: 'verified' });
    // Both records: it stays with whom it belongs to.
    publish(...values);
    await expect(check(eve, other)).rejects.toEqual(taken);
    expect(await domainOf(other)).toMatchObject({ state: 'waiting' });
    expect(await domainOf(ownerId)).toMatchObject({ state: 'verified' });
  });

  it('while the name servers do not answer', async () => {
    publish(await add(ann, ownerId));
    sso.dns.failure = dnsFailures.serverFailure;
    await expect(check(ann, ownerId)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await domainOf(ownerId)).toMatchObject({ state: 'waiting' });
  });

  it('for longer than ten minutes after its record is there', async () => {
    const value = await add(ann, ownerId);
    await until(
      () => domainOf(ownerId),
      (found) => found?.checkedAt !== undefined,
    );
    publish(value);
    sso.teams.auth.clock.passMinutes(10.1);
    await until(
      () => domainOf(ownerId),
      (found) => found?.state === 'verified',
    );
    const [entry] = (await sso.entriesOf(ownerId, 3)).filter(({ action }) => action === 'auth.verify-domain');
    expect(entry).toEqual({ action: 'auth.verify-domain', fields: { domain }, by: undefined });
  });
});

describe('a verified domain', () => {
  it('stays for two days without its record, and however often it is looked for', async () => {
    const ownerId = await sso.makeTeam(ann, domain);
    const value = (await domainOf(ownerId))!.recordValue;
    sso.dns.records.delete(recordName);
    await passDay(ownerId);
    for (let times = 0; times < 5; times += 1) await check(ann, ownerId);
    expect((await passDay(ownerId))?.state).toBe('verified');
    publish(value);
    await passDay(ownerId);
    sso.dns.records.delete(recordName);
    for (let days = 0; days < 2; days += 1) expect((await passDay(ownerId))?.state).toBe('verified');
    expect((await passDay(ownerId))?.state).toBe('lost');
  });

  it('is not lost while the name servers do not answer', async () => {
    const ownerId = await sso.makeTeam(ann, domain);
    sso.dns.failure = dnsFailures.serverFailure;
    for (let days = 0; days < 4; days += 1) {
      const before = sso.dns.questions.length;
      sso.teams.auth.clock.passDays(1.1);
      await until(() => sso.dns.questions.length > before);
    }
    sso.dns.failure = undefined;
    expect((await passDay(ownerId))?.state).toBe('verified');
  });

  it('is lost after three days without its record: owners are told, and nobody new comes in', async () => {
    const bo = await sso.teams.register({ email: `bo@${domain}` });
    const { ownerId } = await sso.makeRequiringTeam(ann, domain);
    await sso.link(ownerId, bo);
    await expect(sso.login(bo.email)).rejects.toMatchObject({ code: 'forbidden' });
    await lose(ownerId);
    const subject = `We no longer find the record of ${domain}`;
    expect((await sso.teams.subjectsTo(ann, 2)).filter((each) => each === subject)).toEqual([subject]);
    const notIn = {
      code: 'forbidden',
      message: `The address cy@${domain} is not in a domain of Acme. Ask an admin of Acme.`,
    };
    await expect(sso.signIn(ownerId, { subject: 'cy', email: `cy@${domain}` })).rejects.toMatchObject(notIn);
    // Who has come in before still does, and passwords open the product again.
    const again = await sso.signIn(ownerId, { subject: bo.email, email: bo.email });
    expect(again.session!.user!.id).toBe(bo.id);
    expect((await sso.login(bo.email)).user!.id).toBe(bo.id);
    await expect(sso.login(`nobody@${domain}`)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(sso.teams.register({ email: `cy@${domain}` })).resolves.toHaveProperty('id');
    // Back again, it holds as before, and the owners got one mail.
    publish((await domainOf(ownerId))!.recordValue);
    expect((await check(ann, ownerId)).state).toBe('verified');
    await expect(sso.login(bo.email)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await sso.teams.subjectsTo(ann, 2)).filter((each) => each === subject)).toEqual([subject]);
    const changes = await until(
      async () => (await sso.entriesOf(ownerId, 0)).filter(({ action }) => action.endsWith('-domain')),
      ({ length }) => length >= 4,
    );
    expect(changes.map(({ action, by }) => [action, by])).toEqual([
      ['auth.add-domain', ann.id],
      ['auth.verify-domain', ann.id],
      ['auth.lose-domain', undefined],
      ['auth.verify-domain', ann.id],
    ]);
  });

  it('that is lost is taken over by another team with a record of its own', async () => {
    const bo = await sso.teams.register({ email: `bo@${domain}` });
    const { ownerId } = await sso.makeRequiringTeam(ann, domain);
    await sso.link(ownerId, bo);
    const eve = await sso.teams.register();
    const other = await sso.makeTeam(eve, `other-${domain}`);
    const value = await add(eve, other);
    const mine = (await domainOf(ownerId))!.recordValue;
    publish(mine, value);
    await expect(check(eve, other)).rejects.toEqual(taken);
    sso.dns.records.set(recordName, [txtRecord(value)]);
    await expect(check(eve, other)).rejects.toEqual(taken);
    await lose(ownerId);
    publish(value);
    expect((await check(eve, other)).state).toBe('verified');
    expect(await domainOf(ownerId)).toBeUndefined();
    // The log of a team names nobody of another one.
    const entries = await until(
      () => sso.entriesOf(ownerId, 0),
      (found) => found.some(({ action }) => action === 'auth.remove-domain'),
    );
    expect(entries.map(({ by }) => by)).not.toContain(eve.id);
    expect(entries).toContainEqual({ action: 'auth.remove-domain', fields: { domain }, by: undefined });
    // Its people are of the other team: those of before come in as long as their first team lets them.
    const { session } = await sso.signIn(other, { subject: 'cy', email: `cy@${domain}` });
    expect(session!.user!.email).toBe(`cy@${domain}`);
    await expect(sso.signIn(ownerId, { subject: 'di', email: `di@${domain}` })).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect((await sso.signIn(ownerId, { subject: bo.email, email: bo.email })).session!.user!.id).toBe(bo.id);
    // The record of before does not take it back.
    await add(ann, ownerId);
    publish(mine, value);
    expect((await check(ann, ownerId)).state).toBe('waiting');
    expect((await sso.login(bo.email, newPerson().password)).user!.id).toBe(bo.id);
  });
});

import { jest } from '@jest/globals';
import { auditTopic, type MessageData } from '@vault/contracts';
import { withActor } from '@vault/base';
import { until } from '@vault/base/testing';
import { CommandBus, type Message, type Subscription } from '@vault/messaging';
import { newPerson, startAuth, type AuthUnderTest } from '../testing/auth-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

let auth: AuthUnderTest;
let subscription: Subscription;
const buses = { gateway: undefined as CommandBus | undefined, admin: undefined as CommandBus | undefined };
const entries: Message<MessageData<'audit.entry.v1'>>[] = [];
beforeAll(async () => {
  auth = await startAuth();
  const { bus } = auth.running.infrastructure;
  for (const source of ['gateway', 'admin'] as const) {
    buses[source] = new CommandBus(bus, source, `outcomes-of-${source}`);
    await buses[source].start();
  }
  subscription = await bus.subscribe({
    group: 'entries-of-the-test',
    topics: [auditTopic],
    from: 'earliest',
    handler: ({ message }) => {
      entries.push(message as (typeof entries)[number]);
      return Promise.resolve();
    },
  });
});
afterAll(async () => {
  await subscription.close();
  for (const bus of Object.values(buses)) await bus?.close();
  await auth.stop();
});

const entriesOf = (ownerId: string, count: number) =>
  until(
    () => entries.filter(({ subject }) => subject === ownerId),
    ({ length }) => length >= count,
  );

const as = <Result>(id: string, work: () => Result) =>
  withActor(() => ({ id, address: '203.0.113.7' }), work);

async function register(): Promise<string> {
  return (await auth.client.register(newPerson())).user?.id ?? '';
}

test('what a member changes in a team leaves an entry, once for each command', async () => {
  const ann = await register();
  const ownerId = `team-of-${ann}`;
  const gateway = buses.gateway!;
  const about = { subject: ownerId };
  await as(ann, () => gateway.send('auth.create-team.v1', { ownerId, name: 'Acme' }, about));
  const edit = { ownerId, name: 'Globex', publishers: 'admins' as const };
  for (let tries = 0; tries < 3; tries += 1)
    await as(ann, () => gateway.send('auth.edit-team.v1', edit, { ...about, id: `edit-of-${ann}` }));
  await expect(
    as(ann, () => gateway.send('auth.edit-team.v1', { ...edit, version: 99 }, about)),
  ).rejects.toMatchObject({ code: 'conflict' });
  await as(ann, () => gateway.send('auth.request-upgrade.v1', { userId: ownerId }, about));
  const found = await entriesOf(ownerId, 3);
  expect(found.map(({ data }) => data)).toEqual([
    { ownerId, action: 'auth.create-team', isStaff: false, fields: { name: 'Acme' }, before: {} },
    {
      ...{ ownerId, action: 'auth.edit-team', isStaff: false },
      fields: { name: 'Globex', publishers: 'admins' },
      before: { name: 'Acme', publishers: 'editors' },
    },
    { ownerId, action: 'auth.request-upgrade', isStaff: false, fields: {}, before: {} },
  ]);
  expect(found[1]).toMatchObject({
    ...{ id: `edit-of-${ann}-entry`, actorid: ann, actoraddress: '203.0.113.7', source: 'auth' },
  });
});

test('what a person changes in their own workspace leaves none; what staff change leaves one', async () => {
  const ann = await register();
  const about = { subject: ann };
  await as(ann, () =>
    buses.gateway!.send('auth.edit-account.v1', { userId: ann, firstname: 'Ann', by: 'user' }, about),
  );
  const edit = { userId: ann, plan: 'executive' as const, addTokens: 5, by: 'eve' };
  await as('eve', () => buses.admin!.send('auth.edit-account.v1', edit, about));
  expect((await entriesOf(ann, 1)).map(({ actorid, data }) => [actorid, data])).toEqual([
    [
      'eve',
      {
        ...{ ownerId: ann, action: 'auth.edit-account', isStaff: true },
        ...{ fields: { plan: 'executive', addTokens: 5 }, before: { plan: 'free' } },
      },
    ],
  ]);
});

test('each invitation leaves an entry, also one with the key of an earlier request', async () => {
  const ann = await register();
  const ownerId = `inviting-team-of-${ann}`;
  await as(ann, () =>
    buses.gateway!.send('auth.create-team.v1', { ownerId, name: 'Acme' }, { subject: ownerId }),
  );
  const invite = (...emails: string[]) =>
    as(ann, () =>
      auth.client.invite({ ownerId, userId: ann, emails, role: 'owner', note: '', requestKey: 'a-key' }),
    );
  await invite('bo@example.com');
  await invite('bo@example.com');
  await invite('eve@example.com', 'mallory@example.com');
  const found = (await entriesOf(ownerId, 3)).filter(({ data }) => data.action === 'auth.invite');
  expect(found.map(({ data }) => data.fields)).toEqual([
    { role: 'owner', invitations: 1 },
    { role: 'owner', invitations: 2 },
  ]);
  // The log keeps one entry for each id.
  expect(new Set(found.map(({ id }) => id)).size).toBe(2);
});

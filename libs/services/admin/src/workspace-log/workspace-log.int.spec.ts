import { jest } from '@jest/globals';
import { auditTopic, eventsTopic, logDays, type LoggedFields } from '@vault/contracts';
import { withActor } from '@vault/base';
import { until } from '@vault/base/testing';
import { createEvent, createMessage, type Message } from '@vault/messaging';
import { startAdmin, type AdminUnderTest } from '../testing/admin-under-test.ts';
import type { WorkspaceEntry, WorkspaceLog } from './workspace-log.schemas.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

const dayMs = 24 * 60 * 60 * 1_000;

let admin: AdminUnderTest;
beforeAll(async () => {
  admin = await startAdmin();
});
afterAll(() => admin.stop());

let teams = 0;
let ownerId = '';
beforeEach(() => {
  teams += 1;
  ownerId = `team-${String(teams)}`;
});

interface Given {
  readonly actor?: string;
  readonly action?: string;
  readonly fields?: LoggedFields;
  readonly time?: Date;
}

function entry(
  id: string,
  { actor = 'ann', action = 'auth.edit-team', fields = {}, time }: Given = {},
): Message {
  const message = withActor(
    () => ({ id: actor, address: '203.0.113.7' }),
    () =>
      createMessage({
        type: 'audit.entry.v1',
        id: `${ownerId}-${id}`,
        source: 'auth',
        subject: ownerId,
        data: { ownerId, action, isStaff: false, fields, before: {} },
      }),
  );
  return time ? { ...message, time: time.toISOString() } : message;
}

const publish = (...messages: Message[]) => admin.running.infrastructure.bus.publish(auditTopic, messages);
const entries = () => admin.store.model<WorkspaceEntry>('WorkspaceEntry');
const logs = () => admin.store.model<WorkspaceLog>('WorkspaceLog');
const stored = () => entries().find({ ownerId }).sort({ seq: 1 }).lean<WorkspaceEntry[]>();
const storedAre = (count: number) => until(stored, ({ length }) => length === count);

const page = (request: object = {}) =>
  admin.client.listWorkspaceLog({
    ...{ ownerId, actorId: '', actions: [], from: undefined, to: undefined, before: undefined, limit: 50 },
    ...request,
  });

/** Lets a day pass, after which the log is checked. @returns what the check has found */
async function check(days = 1): Promise<number | undefined> {
  const before = (await page()).checkedAt ?? 0;
  admin.clock.passSeconds((days * dayMs) / 1_000 + 1);
  const { brokenSeq } = await until(page, ({ checkedAt = 0 }) => checkedAt > before);
  return brokenSeq;
}

describe('the audit log of a workspace', () => {
  it('has one entry for each id, however often its message comes', async () => {
    const all = ['1', '2', '3'].map((id) => entry(id, { fields: { name: id } }));
    await publish(...all, ...all);
    await publish(entry('4'), ...all);
    const found = await storedAre(4);
    expect(found.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(found.map(({ prevHash }) => prevHash)).toEqual(['', ...found.slice(0, 3).map(({ hash }) => hash)]);
    expect((await page()).entries[0]).toMatchObject({
      ...{ id: `${ownerId}-4`, seq: 4, actorId: 'ann', action: 'auth.edit-team', address: '203.0.113.7' },
    });
    expect(await check()).toBeUndefined();
  });

  it('keeps what the product has done by itself, which names nobody', async () => {
    const { actorid: _id, actoraddress: _address, ...message } = entry('1', { action: 'auth.lose-domain' });
    await publish(message, entry('2'));
    await storedAre(2);
    expect((await page()).entries.map(({ actorId, address }) => [actorId, address])).toEqual([
      ['ann', '203.0.113.7'],
      ['', ''],
    ]);
    expect(await check()).toBeUndefined();
  });

  it('gives each place once when entries come at once', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => String(index));
    const service = await import('./workspace-log.service.ts');
    const log = admin.running.get(service.WorkspaceLogService);
    await Promise.all(
      ids.map((id) => {
        const message = entry(id);
        return log.record(message.data as never, message);
      }),
    );
    const found = await storedAre(40);
    expect(found.map(({ seq }) => seq)).toEqual(ids.map((_, index) => index + 1));
    expect(await check()).toBeUndefined();
  });

  it('is read newest first, in pages and by person, action and time', async () => {
    const time = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute));
    await publish(
      entry('1', { time: time(1) }),
      // It was stored later than the next one, and happened before it.
      entry('2', { time: time(3), actor: 'bo' }),
      entry('3', { time: time(2), action: 'auth.set-role' }),
      entry('4', { time: time(3) }),
    );
    await storedAre(4);
    const idsOf = async (request: object) =>
      (await page(request)).entries.map(({ id }) => id.slice(ownerId.length + 1));
    expect(await idsOf({})).toEqual(['4', '2', '3', '1']);
    const first = await page({ limit: 2 });
    expect(first.hasMore).toBe(true);
    const before = first.entries.at(-1);
    expect(await idsOf({ limit: 2, before: { at: before?.at, seq: before?.seq } })).toEqual(['3', '1']);
    expect((await page({ limit: 4 })).hasMore).toBe(false);
    expect(await idsOf({ actorId: 'bo' })).toEqual(['2']);
    expect(await idsOf({ actions: ['auth.set-role'] })).toEqual(['3']);
    expect(await idsOf({ from: time(2).getTime() / 1_000, to: time(2).getTime() / 1_000 })).toEqual(['3']);
    ownerId = 'another';
    expect(await idsOf({})).toEqual([]);
  });

  const damages: [string, number, () => Promise<unknown>][] = [
    ['changed', 2, () => entries().updateOne({ ownerId, seq: 2 }, { $set: { actorId: 'eve' } })],
    ['removed', 2, () => entries().deleteOne({ ownerId, seq: 2 })],
    ['removed at its end', 3, () => entries().deleteOne({ ownerId, seq: 3 })],
    ['removed at its beginning', 1, () => entries().deleteOne({ ownerId, seq: 1 })],
    [
      'exchanged',
      1,
      async () => {
        const [first, second] = await stored();
        await entries().deleteMany({ ownerId, seq: { $lte: 2 } });
        await entries().create([
          { ...first, seq: 2 },
          { ...second, seq: 1 },
        ]);
      },
    ],
  ];
  it.each(damages)('that was %s is found', async (_how, at, damage) => {
    await publish(entry('1'), entry('2'), entry('3'));
    await storedAre(3);
    await damage();
    expect(await check()).toBe(at);
    // It stays in sight, also when more entries come.
    await publish(entry('4'));
    await until(stored, (found) => found.at(-1)?._id === `${ownerId}-4`);
    expect(await check()).toBe(at);
  });

  it(`is kept for ${String(logDays)} days`, async () => {
    const now = admin.clock.now().getTime();
    const old = new Date(now - (logDays - 0.5) * dayMs);
    await publish(entry('1', { time: old }), entry('2', { time: old }), entry('3'));
    await storedAre(3);
    expect(await check()).toBeUndefined();
    await storedAre(1);
    expect(await check()).toBeUndefined();
    await check(logDays);
    await storedAre(0);
    await publish(entry('4', { time: admin.clock.now() }));
    expect(await storedAre(1)).toMatchObject([{ seq: 4 }]);
    expect(await check()).toBeUndefined();
  });

  it('is removed with its workspace, and late entries with it', async () => {
    await publish(entry('1'), entry('2'));
    await storedAre(2);
    const deleted = createEvent('auth.account-deleted.v1', ownerId, { userId: ownerId });
    await admin.running.infrastructure.bus.publish(eventsTopic('auth'), [deleted]);
    await storedAre(0);
    await publish(entry('3'));
    const isKnown = async () => [await entries().exists({ ownerId }), await logs().exists({ _id: ownerId })];
    await until(isKnown, ([hasEntries, hasLog]) => !hasEntries && !hasLog);
    await publish(entry('4'));
    await until(isKnown, ([hasEntries, hasLog]) => !hasEntries && !hasLog);
  });
});

import { jest } from '@jest/globals';
import type { adminRpc } from '@vault/contracts/rpc';
import { createMessage } from '@vault/messaging';
import { until } from '@vault/base/testing';
import { startAdmin, type AdminUnderTest } from '../testing/admin-under-test.ts';
import type { AuditEntry } from '../audit-entries/audit-entry.schema.ts';
import { AuditRepository } from '../audit-entries/audit.repository.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

const line = (fields: Partial<AuditEntry> & { _id: string }): AuditEntry => ({
  at: new Date('2026-11-20T09:00:00Z'),
  actorId: 'a',
  actorEmail: 'ada@example.com',
  action: 'login',
  subjectId: '',
  subjectName: '',
  state: 'done',
  startedId: '',
  clientAddress: '',
  before: '',
  requested: '',
  after: '',
  msg: '',
  ...fields,
});

let admin: AdminUnderTest;
let caller: adminRpc.StaffCaller;
let log: AuditRepository;
beforeAll(async () => {
  admin = await startAdmin();
  caller = await admin.signIn();
  log = admin.running.get(AuditRepository);
  const edit = { action: 'edit-employee', subjectId: 'u-1', subjectName: 'bob.b+x@example.com' } as const;
  await log.append(line({ _id: '1', actorEmail: 'eve@example.com' }));
  await log.append(line({ _id: '2', ...edit, at: new Date('2026-11-20T10:00:00Z') }));
  await log.append(line({ _id: '2.end', ...edit, at: new Date('2026-11-20T10:00:00Z'), startedId: '2' }));
  await log.append(line({ _id: '3', action: 'logout', at: new Date('2026-11-20T11:00:00Z') }));
});
afterAll(() => admin.stop());

const before = Date.parse('2026-11-20T12:00:00Z') / 1_000;
const idsOf = async (filter: Partial<adminRpc.ListAuditRequest>) =>
  (await admin.audit(caller, { to: before, ...filter })).map(({ id }) => id);

describe('the audit log', () => {
  it('is read newest first, and an outcome before its start', async () => {
    expect(await idsOf({})).toEqual(['3', '2.end', '2', '1']);
    expect((await admin.audit(caller)).length).toBeGreaterThan(4);
  });

  it('is read in pages', async () => {
    const page = (number: number) =>
      admin.client.listAudit({
        caller,
        page: number,
        limit: 3,
        actor: '',
        action: '',
        subject: '',
        from: undefined,
        to: before,
      });
    expect(await page(1)).toMatchObject({ total: 4, entries: [{ id: '3' }, { id: '2.end' }, { id: '2' }] });
    expect(await page(2)).toMatchObject({ total: 4, entries: [{ id: '1' }] });
  });

  it.each<[string, Partial<adminRpc.ListAuditRequest>, string[]]>([
    ['a part of the actor’s e-mail', { actor: 'EVE@' }, ['1']],
    ['an action', { action: 'edit-employee' }, ['2.end', '2']],
    ['a part of the subject’s e-mail', { subject: 'BOB.B+' }, ['2.end', '2']],
    ['the subject’s id', { subject: 'u-1' }, ['2.end', '2']],
    ['the whole subject id only', { subject: 'u-' }, []],
    ['literal text, not a regular expression', { subject: 'bob.+x' }, []],
    ['a start time', { from: Date.parse('2026-11-20T10:00:00Z') / 1_000 }, ['3', '2.end', '2']],
    ['an end time', { to: Date.parse('2026-11-20T10:00:00Z') / 1_000 }, ['2.end', '2', '1']],
    ['several fields at once', { actor: 'ada', action: 'login' }, []],
  ])('is filtered by %s', async (_what, filter, ids) => {
    expect(await idsOf(filter)).toEqual(ids);
  });

  it('stores a line with the same id only once', async () => {
    await log.append(line({ _id: '1', msg: 'another' }));
    expect((await admin.audit(caller, { to: before })).at(-1)).toMatchObject({ id: '1', msg: '' });
  });

  it('refuses to change or remove a line', async () => {
    const model = admin.store.model<AuditEntry>('AuditEntry');
    const refused = 'Lines of the audit log are only ever added.';
    for (const change of [
      () => model.updateOne({ _id: '1' }, { $set: { msg: 'other' } }),
      () => model.updateOne({ _id: '1' }, { $set: { outbox: [], msg: 'other' } }),
      () => model.updateOne({ _id: '1' }, { $set: { subjectName: '', actorEmail: '' } }),
      () => model.updateMany({}, { $set: { msg: 'other' } }),
      () => model.replaceOne({ _id: '1' }, line({ _id: '1', msg: 'other' })),
      () => model.findOneAndUpdate({ _id: '1' }, { $set: { msg: 'other' } }),
      () => model.findOneAndDelete({ _id: '1' }),
      () => model.deleteOne({ _id: '1' }),
      () => model.deleteMany({}),
    ])
      await expect(change().exec()).rejects.toThrow(refused);
    expect(await idsOf({})).toEqual(['3', '2.end', '2', '1']);
    const methods = Object.getOwnPropertyNames(AuditRepository.prototype);
    expect(methods).toEqual(['constructor', 'append', 'find', 'removeNames', 'list']);
  });
});

describe('the names of deleted subjects', () => {
  const named = { subjectId: 'u-9', subjectName: 'grace@example.com' };
  const lines = async (subject: string) =>
    (await admin.audit(caller, { subject })).map(({ subjectName, before, requested }) => [
      subjectName,
      before,
      requested,
    ]);

  it('are removed from all lines about a deleted user, including late ones, and from no others', async () => {
    const before = '{"firstname":"Grace","plan":"free"}';
    const requested = '{"firstname":"Augusta"}';
    for (const _id of ['g-1', 'g-2'])
      await log.append(line({ _id, action: 'edit-employee', ...named, before, requested }));
    await admin.store.model('StaffAction').create({
      _id: 'g-3',
      action: 'edit-employee',
      ...named,
      before,
      requested,
      correlationId: 'c',
      startedAt: new Date(),
      nextCheckAt: new Date('2100-01-01'),
      work: { kind: 'remove-staff' },
    });
    const message = createMessage({
      type: 'auth.account-deleted.v1',
      source: 'auth',
      subject: 'u-9',
      data: { userId: 'u-9' },
    });
    await admin.running.infrastructure.bus.publish('auth.events', [message]);
    const expected = ['', '{"plan":"free"}', ''];
    await until(
      () => lines('u-9'),
      (found) => found.every(([name]) => name === ''),
    );
    expect(await lines('u-9')).toEqual([expected, expected]);
    const action = await admin.store.model('StaffAction').findById('g-3').lean();
    expect(action).toMatchObject({ subjectName: '', before: '{"plan":"free"}', requested: '' });
    expect((await lines('u-1')).map(([name]) => name)).toEqual(Array(2).fill('bob.b+x@example.com'));
    await log.append(line({ _id: 'g-2.end', action: 'edit-employee', ...named, before }));
    admin.clock.passSeconds(61);
    await until(
      () => lines('u-9'),
      (found) => found.length === 3 && found.every(([name]) => name === ''),
    );
  });

  it('are removed from the lines about a deleted video', async () => {
    await log.append(line({ _id: 'v-1', action: 'retry-video', subjectId: 'v-9', subjectName: 'A secret' }));
    const data = { videoId: 'v-9', ownerId: 'u-1' };
    const message = createMessage({
      type: 'upload.video-deleted.v1',
      source: 'upload',
      subject: 'v-9',
      data,
    });
    await admin.running.infrastructure.bus.publish('upload.events', [message]);
    await until(
      () => lines('v-9'),
      (found) => found.every(([name]) => name === ''),
    );
  });
});

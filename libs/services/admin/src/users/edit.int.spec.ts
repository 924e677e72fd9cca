import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { MessageData } from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';
import type { SendOptions } from '@vault/messaging';
import type { AppError } from '@vault/base';
import { MovingClock, until } from '@vault/base/testing';
import type { AuditDocument } from '../audit-entries/audit-entry.schema.ts';
import { startAdmin, type AdminUnderTest } from '../testing/admin-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

const noUser = { code: 'not-found', message: 'The user was not found.' };
const conflict = { code: 'conflict' };
/** From the service, or from the caller's own deadline while the service tries again. */
const unsure = { code: 'unavailable' };

let admin: AdminUnderTest;
let caller: adminRpc.StaffCaller;
beforeAll(async () => {
  admin = await startAdmin();
});
beforeEach(async () => {
  // Tests move the clock, and an idle session ends.
  caller = await admin.signIn();
  admin.auth.accounts.clear();
  admin.auth.received.length = 0;
  admin.auth.isUnavailable = admin.auth.isLosingOutcomes = false;
  admin.auth.add('ada');
});
afterAll(() => admin.stop());

type Edit = Partial<Omit<MessageData<'admin.edit-user.v1'>, 'caller'>>;
const edit = (fields: Edit, options: Partial<SendOptions> = {}) =>
  admin.send('admin.edit-user.v1', { caller, userId: 'ada', ...fields }, options);
const remove = (userId: string, options: Partial<SendOptions> = {}) =>
  admin.send('admin.delete-user.v1', { caller, userId }, options);
const grant = (userId: string) => admin.send('admin.grant-upgrade.v1', { caller, userId });
const find = (id = 'ada') => admin.auth.accounts.get(id);
const linesOf = (action: string) => admin.audit(caller, { action, subject: 'ada' });
const balance = () => admin.auth.accounts.get('ada')?.tokenBalance;

describe('editing a user', () => {
  it('sends a command with the changed fields', async () => {
    await edit({ firstname: 'Ada', plan: 'executive', addTokens: 500, version: 1 });
    expect(find()).toMatchObject({ plan: 'executive', tokenBalance: 50_500, version: 2 });
    const [started] = (await linesOf('edit-employee')).slice(1);
    expect(admin.auth.received).toMatchObject([
      {
        id: started?.id,
        data: { userId: 'ada', plan: 'executive', addTokens: 500, version: 1, by: caller.staffId },
      },
    ]);
    expect(admin.auth.received[0]?.data).not.toHaveProperty('firstname');
  });

  it('is recorded in the audit log before and after', async () => {
    const before = (await admin.client.listAudit({ caller, ...newest })).total;
    await edit({ isActive: false });
    const { entries, total } = await admin.client.listAudit({ caller, ...newest });
    expect(total - before).toBe(2);
    expect(entries).toMatchObject([
      { state: 'done', startedId: entries[1]?.id, after: '{"is_active":false}', msg: '' },
      {
        state: 'started',
        actorId: caller.staffId,
        actorEmail: 'owner@example.com',
        clientAddress: '203.0.113.9',
        subjectId: 'ada',
        subjectName: 'ada@example.com',
        startedId: '',
        before: '{"is_active":true}',
        requested: '{"is_active":false}',
      },
    ]);
  });

  it('reads the account once', async () => {
    admin.auth.reads = 0;
    await edit({ firstname: 'Augusta', plan: 'executive', addTokens: 500, version: 1 });
    expect(admin.auth.reads).toBe(1);
    const [{ after } = { after: '' }] = await linesOf('edit-employee');
    expect(JSON.parse(after)).toEqual({ firstname: 'Augusta', plan: 'executive', token_balance: 50_500 });
  });

  it('with a stale version is refused and changes nothing', async () => {
    await edit({ plan: 'executive', version: 1 });
    await expect(edit({ firstname: 'Augusta', addTokens: 5, version: 1 })).rejects.toMatchObject(conflict);
    expect(find()).toMatchObject({ firstname: 'Ada', plan: 'executive', version: 2 });
    expect(balance()).toBe(50_000);
    const races = await Promise.allSettled(
      ['A', 'B', 'C'].map((lastname) => edit({ lastname, version: 2 }, { subject: lastname })),
    );
    expect(races.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const ends = (await linesOf('edit-employee')).filter(({ state }) => state !== 'started');
    expect(ends.slice(0, 3).filter(({ state }) => state === 'failed')).toHaveLength(2);
  });

  it('without a version is made for any version of the user', async () => {
    await edit({ plan: 'executive', version: 1 });
    await edit({ firstname: 'Augusta' });
    expect(find()).toMatchObject({ firstname: 'Augusta', version: 3 });
  });

  it('that changes nothing succeeds and sends no command', async () => {
    await edit({ firstname: 'Ada', plan: 'free', version: 7 });
    expect(admin.auth.received).toEqual([]);
  });

  it('is refused with the message of auth, and for unknown users', async () => {
    await expect(edit({ addTokens: -60_000 })).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'There are too few tokens.',
    });
    expect((await linesOf('edit-employee'))[0]).toMatchObject({
      state: 'failed',
      msg: 'There are too few tokens.',
    });
    await expect(edit({ userId: 'nobody', plan: 'free' })).rejects.toMatchObject(noUser);
  });
});

/**
 * Lets time run ten times as fast for each call: what waits is soon due, is not given up after ten minutes,
 * and no session ends.
 */
function hasten(clock: MovingClock): () => void {
  const begin = performance.now();
  let passed = 0;
  return () => {
    const seconds = Math.min(500, (performance.now() - begin) / 100);
    clock.passSeconds(seconds - passed);
    passed = seconds;
  };
}

describe('an edit whose outcome was lost', () => {
  it('is sent again with the same id and made once', async () => {
    admin.auth.isLosingOutcomes = true;
    const editing = edit({ addTokens: 500, version: 1 });
    await until(
      () => admin.auth.received.length,
      (count) => count > 0,
    );
    admin.auth.isLosingOutcomes = false;
    await editing;
    expect(balance()).toBe(50_500);
    expect(new Set(admin.auth.received.map(({ id }) => id)).size).toBe(1);
    expect((await linesOf('edit-employee'))[0]).toMatchObject({ state: 'done' });
  });

  it('reports an unknown outcome, is finished later, and made once', async () => {
    admin.auth.isLosingOutcomes = true;
    await expect(edit({ addTokens: 500, version: 1 }, { id: 'lost' })).rejects.toMatchObject(unsure);
    const endOfLost = async () =>
      (await linesOf('edit-employee')).find(({ startedId }) => startedId === 'lost');
    expect(await endOfLost()).toBeUndefined();
    admin.auth.isLosingOutcomes = false;
    // A caller who sends it again meanwhile sees that it was made, as soon as auth answers in time.
    await until(
      () => edit({ addTokens: 500, version: 1 }).catch((error: unknown) => (error as AppError).code),
      (code) => code === 'conflict',
    );
    const pass = hasten(admin.clock);
    await until(
      () => {
        pass();
        return endOfLost();
      },
      (end) => end?.state === 'done',
    );
    expect(balance()).toBe(50_500);
    await until(
      () => admin.store.model('StaffAction').countDocuments(),
      (count) => count === 0,
    );
  });

  it('overwrites no later change when the command never reached auth', async () => {
    const { accounts, handled, received } = admin.auth;
    const before = accounts.get('ada')!;
    admin.auth.isLosingOutcomes = true;
    await expect(edit({ firstname: 'Augusta' })).rejects.toMatchObject(unsure);
    // As if it had never reached auth, and another member of staff had edited the user.
    handled.splice(handled.indexOf(received[0]!.id), 1);
    accounts.set('ada', { ...before, firstname: 'Countess', version: 5 });
    admin.auth.isLosingOutcomes = false;
    const pass = hasten(admin.clock);
    await until(
      () => {
        pass();
        return linesOf('edit-employee');
      },
      ([line]) => line?.state === 'failed',
    );
    expect(accounts.get('ada')).toMatchObject({ firstname: 'Countess', version: 5 });
  });
});

describe('an unfinished action', () => {
  it('is finished by the next process', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vault-admin-'));
    const clock = new MovingClock();
    const first = await startAdmin({ dataDir, clock });
    first.auth.add('ada');
    first.auth.isLosingOutcomes = true;
    const by = await first.signIn();
    const data = { caller: by, userId: 'ada' };
    const deleting = first.send('admin.delete-user.v1', data).catch(() => undefined);
    await until(
      () => first.auth.received.length,
      (count) => count > 0,
    );
    await first.stop();
    await deleting;
    const second = await startAdmin({ dataDir, clock });
    const back = await second.signIn();
    const pass = hasten(clock);
    const [last] = await until(
      () => {
        pass();
        return second.audit(back, { action: 'delete-employee' });
      },
      ([line]) => line?.state === 'done',
    );
    expect(last).toMatchObject({ subjectName: 'ada@example.com', actorId: by.staffId });
    await second.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('whose command was not sent loses neither its audit line nor its command', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vault-admin-'));
    const clock = new MovingClock();
    const first = await startAdmin({ dataDir, clock });
    first.auth.add('ada');
    const { bus } = first.running.infrastructure;
    const publish = bus.publish.bind(bus);
    jest
      .spyOn(bus, 'publish')
      .mockImplementation((topic, messages) =>
        topic === 'auth.commands' ? Promise.reject(new Error('away')) : publish(topic, messages),
      );
    const by = await first.signIn();
    const data = { caller: by, userId: 'ada', addTokens: 500 };
    const editing = first.send('admin.edit-user.v1', data, { id: 'edit-1' }).catch(() => undefined);
    const line = await until(
      () => first.store.model<AuditDocument>('AuditEntry').findById('edit-1').select('+outbox').lean(),
      (found) => found !== null,
    );
    expect(line).toMatchObject({
      action: 'edit-employee',
      state: 'started',
      requested: '{"add_token":500}',
      outbox: [{ id: 'edit-1', type: 'auth.edit-account.v1', data: { userId: 'ada', addTokens: 500 } }],
    });
    await first.stop();
    await editing;
    const second = await startAdmin({ dataDir, clock, users: ['ada'] });
    // Read from the store: a session would end while the clock moves.
    const pass = hasten(clock);
    await until(
      () => {
        pass();
        return second.store.model('AuditEntry').exists({ action: 'edit-employee', state: 'done' });
      },
      (found) => found !== null,
    );
    const lines = await second.audit(await second.signIn(), { action: 'edit-employee' });
    expect(lines).toHaveLength(2);
    expect(second.auth.accounts.get('ada')?.tokenBalance).toBe(50_500);
    expect(await second.store.model('AuditEntry').countDocuments({ outboxSince: { $ne: null } })).toBe(0);
    await second.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('fails after ten minutes, with a message in the audit log', async () => {
    admin.auth.isLosingOutcomes = true;
    await expect(edit({ firstname: 'Augusta' })).rejects.toMatchObject(unsure);
    admin.clock.passSeconds(10 * 60);
    const [last] = await until(
      () => linesOf('edit-employee'),
      ([line]) => line?.state === 'failed',
    );
    expect(last?.msg).toBe('The outcome of this action is unknown.');
  });
});

describe('a repeated command', () => {
  it('has no second effect, even when both arrive at once', async () => {
    await edit({ addTokens: 500 }, { id: 'twice' });
    await edit({ addTokens: 500 }, { id: 'twice' });
    await Promise.all(['a', 'b'].map((subject) => edit({ addTokens: 30 }, { id: 'at-once', subject })));
    expect(balance()).toBe(50_530);
    expect((await linesOf('edit-employee')).filter(({ startedId }) => startedId === 'twice')).toHaveLength(1);
    expect((await linesOf('edit-employee')).filter(({ startedId }) => startedId === 'at-once')).toHaveLength(
      1,
    );
  });

  it('has the outcome of the first, even after the end of the session or the deletion of the user', async () => {
    await expect(edit({ addTokens: -60_000 }, { id: 'refused' })).rejects.toMatchObject({
      code: 'invalid-input',
    });
    await remove('ada', { id: 'removed' });
    await admin.client.logout({ caller });
    await remove('ada', { id: 'removed' });
    await expect(edit({ addTokens: -60_000 }, { id: 'refused' })).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'There are too few tokens.',
    });
    await expect(remove('ada')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(admin.auth.received.filter(({ id }) => id === 'removed')).toHaveLength(1);
  });
});

describe('deleting a user and granting an upgrade', () => {
  it('send commands, and are recorded in the audit log', async () => {
    admin.auth.add('eve', { isConfirmed: false, upgradeRequestedAt: 5, version: 3 });
    await grant('eve');
    expect(find('eve')).toMatchObject({
      plan: 'executive',
      isConfirmed: true,
      upgradeRequestedAt: undefined,
    });
    await remove('eve');
    expect(admin.auth.accounts.has('eve')).toBe(false);
    const lines = await admin.audit(caller, { subject: 'eve' });
    expect(lines.map(({ action, state }) => `${action} ${state}`)).toEqual([
      'delete-employee done',
      'delete-employee started',
      'grant-upgrade done',
      'grant-upgrade started',
    ]);
    expect(JSON.parse(lines[1]!.before)).toMatchObject({ email: 'eve@example.com', plan: 'executive' });
    expect(JSON.parse(lines[2]!.after)).toMatchObject({ is_confirmed: true, upgrade_requested_at: null });
  });

  it('are refused for unknown users', async () => {
    await expect(remove('nobody')).rejects.toMatchObject(noUser);
    await expect(grant('nobody')).rejects.toMatchObject(noUser);
  });
});

const newest = { page: 1, limit: 2, actor: '', action: '', subject: '', from: undefined, to: undefined };

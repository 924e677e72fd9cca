import { jest } from '@jest/globals';
import { eventsTopic } from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';
import { createEvent, type Message } from '@vault/messaging';
import { until } from '@vault/base/testing';
import { startAdmin, type AdminUnderTest } from '../testing/admin-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

let admin: AdminUnderTest;
let caller: adminRpc.StaffCaller;
beforeEach(async () => {
  admin = await startAdmin();
  caller = await admin.signIn();
  admin.auth.add('u-1');
});
afterEach(() => admin.stop());

const changed = (change: 'publish-portal' | 'end-portal-link') =>
  createEvent('portal.access-changed.v1', 'p', { portalId: 'p', ownerId: 'u-1', change, slug: 'acme' });
const publish = (...messages: Message[]) =>
  admin.running.infrastructure.bus.publish(eventsTopic('portal'), messages);
const lines = () => admin.audit(caller, { subject: 'u-1' });
const linesOf = (count: number) => until(lines, ({ length }) => length === count);

describe('a change of who can see a portal', () => {
  it('is one line of the audit log, also when its message is repeated', async () => {
    const message = changed('publish-portal');
    await publish(message, message, changed('end-portal-link'));
    await linesOf(2);
    await publish(message);
    await publish(changed('end-portal-link'));
    const [line] = (await linesOf(3)).filter(({ action }) => action === 'publish-portal');
    expect(line).toEqual({
      id: message.id,
      at: Date.parse(message.time) / 1_000,
      actorId: 'u-1',
      actorEmail: '',
      action: 'publish-portal',
      subjectId: 'u-1',
      subjectName: 'u-1@example.com',
      state: 'done',
      startedId: '',
      clientAddress: '',
      before: '',
      requested: '',
      after: '{"portal":"acme"}',
      msg: '',
    });
  });

  it('waits for auth', async () => {
    admin.auth.isUnavailable = true;
    await publish(changed('publish-portal'));
    await until(() => admin.auth.refusals > 0);
    expect(await lines()).toEqual([]);
    admin.auth.isUnavailable = false;
    expect(await linesOf(1)).toMatchObject([{ subjectName: 'u-1@example.com' }]);
  });

  it('has neither e-mail nor address of the portal after the account is deleted', async () => {
    await publish(changed('publish-portal'));
    await linesOf(1);
    admin.auth.accounts.delete('u-1');
    const deleted = createEvent('auth.account-deleted.v1', 'u-1', { userId: 'u-1' });
    await admin.running.infrastructure.bus.publish(eventsTopic('auth'), [deleted]);
    await until(lines, ([line]) => line?.subjectName === '');
    await publish(changed('end-portal-link'));
    const nameless = { actorId: 'u-1', subjectId: 'u-1', subjectName: '', after: '' };
    expect((await linesOf(2)).sort((a, b) => (a.action < b.action ? 1 : -1))).toMatchObject([
      { action: 'publish-portal', ...nameless },
      { action: 'end-portal-link', ...nameless },
    ]);
  });
});

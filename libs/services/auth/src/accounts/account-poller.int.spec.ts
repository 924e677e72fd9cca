import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { AuthPeer, newPerson, startAuth, TestClock } from '../testing/auth-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

const expired = (userId: string) => ['auth.access-ended.v1', { userId, reason: 'expired' }];

describe('the end of a membership', () => {
  it('is published once, and again when a later membership ends', async () => {
    const auth = await startAuth();
    const peer = new AuthPeer(auth);
    await peer.start();
    const userId = (await auth.client.register(newPerson())).user?.id ?? '';
    const other = (await auth.client.register({ ...newPerson(), plan: 'executive' })).user?.id ?? '';
    auth.clock.passDays(3);
    expect(await peer.eventsOf(userId, 1)).toEqual([expired(userId)]);
    const membershipEnd = auth.clock.now().getTime() / 1_000 + 3_600;
    await peer.send('auth.edit-account.v1', { userId, membershipEnd, by: 'staff-1' });
    auth.clock.passMinutes(60);
    const again = await peer.eventsOf(userId, 3);
    expect(again.slice(1)).toEqual([['auth.account-changed.v1', { userId, version: 1 }], expired(userId)]);
    expect(peer.events.filter(({ subject }) => subject === other)).toEqual([]);
    await peer.stop();
    await auth.stop();
  });

  it('is published after the next start when the service was stopped at that time', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vault-auth-'));
    const clock = new TestClock();
    const before = await startAuth({ dataDir, clock });
    const userId = (await before.client.register(newPerson())).user?.id ?? '';
    await before.stop();
    clock.passDays(4);
    const after = await startAuth({ dataDir, clock });
    const peer = new AuthPeer(after);
    await peer.start();
    expect(await peer.eventsOf(userId, 1)).toEqual([expired(userId)]);
    await peer.stop();
    await after.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is not published for a deactivated account, whose end of access was published before', async () => {
    const auth = await startAuth();
    const peer = new AuthPeer(auth);
    await peer.start();
    const userId = (await auth.client.register(newPerson())).user?.id ?? '';
    const other = (await auth.client.register(newPerson())).user?.id ?? '';
    await peer.send('auth.edit-account.v1', { userId, isActive: false, by: 'staff-1' });
    auth.clock.passDays(3);
    await peer.eventsOf(other, 1);
    expect(peer.events.filter(({ subject }) => subject === userId).map(({ type }) => type)).toEqual([
      'auth.account-changed.v1',
      'auth.access-ended.v1',
    ]);
    await peer.stop();
    await auth.stop();
  });
});

import { jest } from '@jest/globals';
import type { adminRpc } from '@vault/contracts/rpc';
import { createMessage } from '@vault/messaging';
import { until } from '@vault/base/testing';
import { startAdmin, type AdminUnderTest } from '../testing/admin-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

let admin: AdminUnderTest;
let caller: adminRpc.StaffCaller;
beforeAll(async () => {
  admin = await startAdmin();
  caller = await admin.signIn();
  admin.auth.add('ada');
  admin.auth.add('eve', { isConfirmed: false, createdAt: 1 });
  admin.auth.add('bob', { upgradeRequestedAt: 9 });
  admin.upload.add('v', 'ada');
  admin.upload.add('w', 'ada', {
    state: 'failed',
    failure: { step: 'captioning', reason: 'No sound.', retryable: true },
  });
  admin.upload.add('x', 'eve', { state: 'stuck' });
});
beforeEach(() => {
  admin.auth.isUnavailable = admin.upload.isUnavailable = admin.chaptering.isUnavailable = false;
});
afterAll(() => admin.stop());

const dashboard = () => admin.client.getDashboard({ caller });

describe('the dashboard', () => {
  it('has every part', async () => {
    const { missing, ...parts } = await dashboard();
    expect(missing).toEqual([]);
    expect(parts).toMatchObject({
      users: { total: 3, created7Days: 1 },
      videos: { total: 3 },
      queues: { queued: 2, running: 1, deadLetters: 0 },
      failedVideos: [{ id: 'w', userEmail: 'ada@example.com', failure: { reason: 'No sound.' } }],
      stuckVideos: [{ id: 'x', userEmail: 'eve@example.com' }],
      upgradeRequests: [
        { id: 'bob', upgradeRequestedAt: 9 },
        { id: 'eve', isConfirmed: false },
      ],
    });
    expect(parts.tokenDays).toHaveLength(30);
    expect(parts.newUsers.map(({ id }) => id).at(-1)).toBe('eve');
    expect(parts.newUsers.find(({ id }) => id === 'ada')).toMatchObject({ postedVideos: 2 });
  });

  it('says once what does not work because of a wrong setting', async () => {
    const [mail, text] = ['Mail is not sent.', 'Text is not generated.'];
    admin.auth.wrongSettings.push(mail);
    admin.upload.wrongSettings.push(mail, text);
    admin.chaptering.wrongSettings.push(text);
    expect((await dashboard()).wrongSettings.sort()).toEqual([mail, text]);
    for (const { wrongSettings } of [admin.auth, admin.upload, admin.chaptering]) wrongSettings.length = 0;
    expect((await dashboard()).wrongSettings).toEqual([]);
  });

  it('names the parts whose service is unavailable, and shows the others', async () => {
    admin.upload.isUnavailable = true;
    const withoutUpload = await dashboard();
    expect(withoutUpload.missing).toEqual(['videos', 'failed_videos', 'stuck_videos']);
    expect(withoutUpload).toMatchObject({ users: { total: 3 }, videos: undefined, failedVideos: [] });
    expect(withoutUpload.newUsers).toHaveLength(3);
    admin.upload.isUnavailable = false;
    admin.auth.isUnavailable = admin.chaptering.isUnavailable = true;
    const { missing, videos, failedVideos } = await dashboard();
    expect(missing).toEqual([
      'users',
      'queues',
      'token_days',
      'new_users',
      'expiring_users',
      'upgrade_requests',
    ]);
    expect(videos).toMatchObject({ total: 3 });
    expect(failedVideos).toMatchObject([{ id: 'w', userEmail: '' }]);
  });

  it('counts the dead letters at most twice a minute', async () => {
    const { bus } = admin.running.infrastructure;
    // A command whose data is invalid becomes a dead letter at once.
    const data = { userId: 'ada', by: 'user' };
    const command = createMessage({ type: 'auth.delete-account.v1', source: 'admin', subject: 'ada', data });
    await bus.publish('auth.commands', [{ ...command, data: { userId: 5 } }]);
    await until(
      () => bus.countDeadLetters(),
      (letters) => letters === 1,
    );
    admin.clock.passSeconds(31);
    expect((await dashboard()).queues).toMatchObject({ deadLetters: 1 });
    await bus.replayDeadLetters();
    expect((await dashboard()).queues).toMatchObject({ deadLetters: 1 });
  });
});

import { jest } from '@jest/globals';
import type { Dashboard } from '@vault/contracts';
import { aTeam } from '../testing/fake-auth.ts';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
beforeEach(() => {
  const { auth, allVideos, chaptering } = gateway.fakes;
  for (const fake of [auth, allVideos, chaptering]) fake.reset();
  auth.directory.add('ada');
  auth.directory.add('eve', { isConfirmed: false, createdAt: 1 });
  auth.directory.add('bob', { upgradeRequestedAt: 9 });
  const owners = [{ userId: 'ada', role: 'owner' }] as const;
  auth.teams.set('globex', aTeam('globex', 'Globex', owners));
  auth.teams.set('acme', { ...aTeam('acme', 'Acme', owners), upgradeRequestedAt: 7 });
  allVideos.add('x', 'ada');
  allVideos.add('y', 'ada', {
    state: 'failed',
    failure: { step: 'captioning', reason: 'No sound.', retryable: true },
  });
  allVideos.add('z', 'eve', { state: 'captioning' });
  allVideos.stuck.add('z');
});
afterAll(() => gateway.running.stop());

const dashboard = async () =>
  (await gateway.callAsStaff('GET', '/api/admin/dashboard')).json['data'] as Dashboard;

describe('the dashboard', () => {
  it('has every part', async () => {
    const { missing, ...parts } = await dashboard();
    expect(missing).toEqual([]);
    expect(parts).toMatchObject({
      users: { total: 3, created_7_days: 1 },
      videos: { total: 3, failed: 1, processing: 3 },
      failed_videos: [{ _id: 'y', userId: { email: 'ada@example.com' }, failure: { reason: 'No sound.' } }],
      stuck_videos: [{ _id: 'z', userId: { email: 'eve@example.com' } }],
      upgrade_requests: [
        { _id: 'bob', upgrade_requested_at: 9 },
        { _id: 'eve', is_confirmed: false },
      ],
      team_requests: [{ _id: 'acme', name: 'Acme', owners: ['ada@example.com'], upgrade_requested_at: 7 }],
    });
  });

  it('says once what does not work because of a wrong setting', async () => {
    const { auth, allVideos, chaptering } = gateway.fakes;
    const [mail, text] = ['Mail is not sent.', 'Text is not generated.'];
    auth.directory.wrongSettings.push(mail);
    allVideos.wrongSettings.push(mail, text);
    chaptering.wrongSettings.push(text);
    expect((await dashboard()).wrong_settings.sort()).toEqual([mail, text]);
    for (const { wrongSettings } of [auth.directory, allVideos, chaptering]) wrongSettings.length = 0;
    expect((await dashboard()).wrong_settings).toEqual([]);
  });

  it('names the parts whose service is unavailable, and shows the others', async () => {
    const { auth, allVideos, chaptering } = gateway.fakes;
    allVideos.isUnavailable = true;
    const withoutUpload = await dashboard();
    expect(withoutUpload.missing).toEqual(['videos', 'failed_videos', 'stuck_videos']);
    expect(withoutUpload).toMatchObject({ users: { total: 3 }, videos: null, failed_videos: [] });
    expect(withoutUpload.upgrade_requests).toHaveLength(2);
    allVideos.isUnavailable = false;
    auth.directory.isUnavailable = chaptering.isUnavailable = true;
    const withoutOthers = await dashboard();
    expect(withoutOthers.missing).toEqual(['users', 'upgrade_requests', 'team_requests', 'wrong_settings']);
    expect(withoutOthers).toMatchObject({ users: null, videos: { total: 3 } });
    expect(withoutOthers.failed_videos).toMatchObject([{ _id: 'y', userId: { email: '' } }]);
  });
});

import { jest } from '@jest/globals';
import type { authRpc, adminRpc } from '@vault/contracts/rpc';
import { startAdmin, type AdminUnderTest } from '../testing/admin-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

let admin: AdminUnderTest;
let caller: adminRpc.StaffCaller;
beforeAll(async () => {
  admin = await startAdmin();
  caller = await admin.signIn();
});
beforeEach(() => {
  admin.auth.received.length = 0;
  admin.auth.teams.set('acme', acme);
});
afterAll(() => admin.stop());

const acme: authRpc.Team = {
  ...{ id: 'acme', name: 'Acme', publishers: 'editors', plan: 'free', isConfirmed: true, isActive: true },
  ...{ hasSso: false, requiresSso: false },
  ...{ membershipEnd: 1_795_000_000, createdAt: 1_794_000_000, version: 7, members: [], invitations: [] },
  ...{ memberLimit: 500, memberCount: 3, videoLimit: 2, monthlyTokens: 50_000, tokenBalance: 40_000 },
};
const edit = (fields: object, ownerId = 'acme') =>
  admin.send('admin.edit-team.v1', { caller, ownerId, ...fields });
const lines = () => admin.audit(caller, { action: 'edit-team', subject: 'acme' });

describe('editing a team', () => {
  it('sends what differs, and is recorded with the name of the team', async () => {
    await edit({
      plan: 'executive',
      isActive: true,
      videoLimit: 200,
      memberLimit: 500,
      addTokens: 10,
      version: 7,
    });
    const data = { ownerId: 'acme', plan: 'executive', videoLimit: 200, addTokens: 10, version: 7 };
    expect(admin.auth.received).toMatchObject([{ data: { ...data, by: caller.staffId } }]);
    expect(admin.auth.received[0]?.data).not.toHaveProperty('memberLimit');
    const [done, started] = await lines();
    expect([done?.state, started?.state, started?.subjectName]).toEqual(['done', 'started', 'Acme']);
    expect(JSON.parse(started?.before ?? '')).toEqual({
      plan: 'free',
      video_limit: 2,
      token_balance: 40_000,
    });
    expect(JSON.parse(done?.after ?? '')).toMatchObject({ plan: 'executive', video_limit: 200 });
  });

  it('that changes nothing, or is of no team, is not recorded', async () => {
    const before = (await lines()).length;
    await edit({ plan: 'free', memberLimit: 500, version: 1 });
    await expect(edit({ plan: 'executive' }, 'nobody')).rejects.toMatchObject({ code: 'not-found' });
    expect([admin.auth.received, (await lines()).length]).toEqual([[], before]);
  });
});

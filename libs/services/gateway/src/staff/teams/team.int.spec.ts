import { aTeam } from '../../testing/fake-auth.ts';
import { startGateway, type GatewayUnderTest } from '../../testing/gateway-under-test.ts';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
  gateway.fakes.auth.teams.set('acme', aTeam('acme', 'Acme', [{ userId: 'ada', role: 'owner' }]));
});
afterAll(() => gateway.running.stop());

const row = {
  ...{ _id: 'acme', name: 'Acme', owners: ['ada@example.com'], members: 1, member_limit: 500 },
  ...{ plan: 'free', video_limit: 2, token_balance: 75_000, is_active: true, version: 1 },
  ...{
    created_at: 1_794_000_000,
    membership_end: 1_795_000_000,
    upgrade_requested_at: null,
    deletes_at: null,
    single_sign_on: 'off',
  },
};

describe('teams, for staff', () => {
  it('are listed', async () => {
    const { json } = await gateway.callAsStaff('GET', '/api/admin/teams?q=Ac');
    expect(json).toEqual({ status: 'success', data: [row], total: 1 });
  });

  it('are edited', async () => {
    const body = { plan: 'executive', video_limit: null, add_token: '5', membership_end: '2027-01-31' };
    const { json } = await gateway.callAsStaff('POST', '/api/admin/team/acme', body);
    expect(json).toEqual({ status: 'success', msg: 'The team was updated.', data: row });
    expect(gateway.fakes.admin.requests.at(-1)).toMatchObject({
      ...{ ownerId: 'acme', plan: 'executive', videoLimit: null, addTokens: 5 },
      membershipEnd: Date.parse('2027-01-31T23:59:59Z') / 1_000,
    });
  });

  it.each([
    { video_limit: 2_001 },
    { member_limit: 501 },
    { member_limit: 0 },
    { requires_sso: true },
    { plan: 'king' },
  ])('are not edited to %j', async (body) => {
    expect((await gateway.callAsStaff('POST', '/api/admin/team/acme', body)).status).toBe(400);
  });
});

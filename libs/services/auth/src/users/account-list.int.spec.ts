import { jest } from '@jest/globals';
import type { authRpc } from '@vault/contracts/rpc';
import { AuthPeer, newPerson, startAuth, type AuthUnderTest } from '../testing/auth-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

type Query = Partial<authRpc.ListAccountsRequest>;

const whole: authRpc.ListAccountsRequest = {
  page: 1,
  limit: 0,
  sort: '',
  descending: false,
  q: '',
  plan: '',
  state: '',
};

let auth: AuthUnderTest;
let peer: AuthPeer;
const ids: Record<string, string> = {};
beforeAll(async () => {
  auth = await startAuth({ env: { CONFIRM_EXECUTIVE: 'true' } });
  peer = new AuthPeer(auth);
  await peer.start();
  await register('ada@example.com', 'Ada', 'Lovelace', 'free');
  await register('zoe@example.com', 'ZOË', 'O’Hara (x)', 'executive');
  await register('bob@example.com', 'bob', 'Builder', 'free');
  await register('eve@example.org', 'Eve', 'Adams', 'free');
  await edit('eve', { isActive: false });
  await edit('bob', { plan: 'executive', addTokens: 500 });
  await peer.send('auth.request-upgrade.v1', { userId: ids.ada! });
});
afterAll(async () => {
  await peer.stop();
  await auth.stop();
});

async function register(email: string, firstname: string, lastname: string, plan: string) {
  const { user } = await auth.client.register({ ...newPerson(), email, firstname, lastname, plan });
  ids[email.split('@')[0]!] = user?.id ?? '';
  auth.clock.passMinutes(1);
}
const edit = (name: string, changes: object) =>
  peer.send('auth.edit-account.v1', { userId: ids[name]!, by: 'staff-1', ...changes });

async function namesOf(query: Query): Promise<string[]> {
  const { accounts, total } = await auth.client.listAccounts({ ...whole, ...query });
  if (query.limit === undefined) expect(total).toBe(accounts.length);
  return accounts.map(({ email }) => email.split('@')[0]!);
}

describe('the list of accounts', () => {
  it('contains the fields for staff, and no secrets', async () => {
    const { accounts } = await auth.client.listAccounts({ ...whole, q: 'bob' });
    expect(accounts).toEqual([
      {
        id: ids.bob,
        email: 'bob@example.com',
        firstname: 'bob',
        lastname: 'Builder',
        plan: 'executive',
        createdAt: Date.parse('2036-11-20T09:32:00Z') / 1_000,
        membershipEnd: Date.parse('2036-11-23T09:32:00Z') / 1_000,
        isActive: true,
        isConfirmed: true,
        readyMail: true,
        version: 1,
        upgradeRequestedAt: undefined,
        tokenBalance: 1_000_500,
        granted: 1_000_000,
        added: 500,
        monthlyTokens: 1_000_000,
        videoLimit: 20,
      },
    ]);
  });

  it.each<[string, string[]]>([
    ['', ['ada', 'zoe', 'bob', 'eve']],
    ['created_at', ['ada', 'zoe', 'bob', 'eve']],
    ['email', ['ada', 'bob', 'eve', 'zoe']],
    ['name', ['ada', 'bob', 'eve', 'zoe']],
    ['membership_end', ['ada', 'bob', 'eve', 'zoe']],
    ['token_balance', []],
    ['plan', []],
  ])('is sorted by %j, in both directions', async (sort, order) => {
    const [up, down] = [await namesOf({ sort }), await namesOf({ sort, descending: true })];
    expect(down).toEqual(up.toReversed());
    if (order.length > 0) expect(up).toEqual(order);
    if (sort === 'plan') expect(new Set(up.slice(0, 2))).toEqual(new Set(['bob', 'zoe']));
    if (sort === 'token_balance') expect(up.at(-1)).toBe('bob');
  });

  it('sorts by current balances, including a monthly grant that is not stored yet', async () => {
    await auth.client.reserveTokens({ ownerId: ids.ada!, operationId: 'one', amount: 1, purpose: 'quotes' });
    expect((await namesOf({ sort: 'token_balance' })).at(0)).toBe('ada');
    const { accounts } = await auth.client.listAccounts({ ...whole, sort: 'token_balance' });
    expect(accounts.map(({ tokenBalance }) => tokenBalance)).toEqual([49_999, 50_000, 50_000, 1_000_500]);
  });

  it.each<[Query, string[]]>([
    [{ q: 'EXAMPLE.ORG' }, ['eve']],
    [{ q: 'zoë o' }, ['zoe']],
    [{ q: 'o’hara (x)' }, ['zoe']],
    [{ q: '.*' }, []],
    [{ q: '(' }, ['zoe']],
    [{ q: 'a', plan: 'executive' }, ['zoe', 'bob']],
    [{ plan: 'free' }, ['ada', 'eve']],
    [{ state: 'inactive' }, ['eve']],
    [{ state: 'active' }, ['ada', 'zoe', 'bob']],
    [{ state: 'unconfirmed' }, ['zoe']],
    [{ state: 'upgrade-requested' }, ['ada']],
    [{ state: 'expired' }, []],
    [{ state: 'expiring' }, ['ada', 'bob']],
    [{ state: 'expiring', plan: 'free' }, ['ada']],
  ])('filtered by %j is %j', async (query, names) => {
    expect(await namesOf(query)).toEqual(names);
    expect((await namesOf({ ...query, sort: 'token_balance' })).sort()).toEqual([...names].sort());
  });

  it('has pages that neither repeat nor skip, in every order', async () => {
    for (const sort of ['created_at', 'email', 'name', 'plan', 'membership_end', 'token_balance']) {
      const pages = await Promise.all(
        [1, 2, 3].map((page) => auth.client.listAccounts({ ...whole, sort, page, limit: 2 })),
      );
      expect(pages.map(({ total }) => total)).toEqual([4, 4, 4]);
      expect(pages.flatMap(({ accounts }) => accounts.map(({ email }) => email.split('@')[0]))).toEqual(
        await namesOf({ sort }),
      );
    }
  });
});

describe('matching accounts', () => {
  const match = (query: Partial<authRpc.MatchAccountsRequest>) =>
    auth.client.matchAccounts({ q: '', plan: '', state: '', limit: 50_000, ...query });

  it('have the ids and times of the accounts of the list', async () => {
    for (const query of [{}, { q: 'example.com' }, { plan: 'free' }, { state: 'unconfirmed' }]) {
      const { accounts, total } = await auth.client.listAccounts({ ...whole, ...query });
      const matched = await match(query);
      expect(matched.total).toBe(total);
      expect(new Set(matched.accounts)).toEqual(
        new Set(accounts.map(({ id, createdAt }) => ({ id, createdAt }))),
      );
    }
  });

  it('are only counted when there are more than the limit', async () => {
    expect(await match({ limit: 3 })).toEqual({ accounts: [], total: 4 });
    expect((await match({ limit: 4 })).accounts).toHaveLength(4);
  });
});

describe('accounts by id', () => {
  it('are returned in the order of the ids, without unknown ones', async () => {
    const requestedIds = [ids.zoe!, 'nobody', ids.ada!, ids.zoe!];
    const { accounts } = await auth.client.getAccounts({ ids: requestedIds });
    expect(accounts.map(({ id }) => id)).toEqual([ids.zoe, ids.ada, ids.zoe]);
  });

  it('get the monthly grant when one account is requested', async () => {
    const account = await auth.client.getAccount({ userId: ids.eve! });
    expect(account).toMatchObject({ email: 'eve@example.org', tokenBalance: 50_000, isActive: false });
    const { entries, total } = await auth.client.listLedger({ ownerId: ids.eve!, page: 1, limit: 5 });
    expect([entries.map(({ id }) => id), total]).toEqual([['grant:2036-11'], 1]);
    await expect(auth.client.getAccount({ userId: 'nobody' })).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the counts of accounts', () => {
  it('contain all accounts and new ones', async () => {
    expect(await auth.client.countAccounts({})).toEqual({
      wrongSettings: [],
      total: 4,
      created7Days: 4,
    });
    auth.clock.passDays(8);
    expect(await auth.client.countAccounts({})).toMatchObject({
      total: 4,
      created7Days: 0,
    });
    expect(await namesOf({ state: 'expired' })).toEqual(['ada', 'bob']);
    expect(await namesOf({ state: 'expiring' })).toEqual([]);
  });
});

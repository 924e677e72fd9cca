import { jest } from '@jest/globals';
import { topicOf, type MessageData } from '@vault/contracts';
import { createMessage } from '@vault/messaging';
import { until } from '@vault/base/testing';
import { AuthPeer, newPerson, startAuth, type AuthUnderTest } from '../testing/auth-under-test.ts';
import { TokenService } from '../tokens/token.service.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

type Edit = MessageData<'auth.edit-account.v1'>;

const seconds = (text: string) => Date.parse(text) / 1_000;

let auth: AuthUnderTest;
let peer: AuthPeer;
beforeAll(async () => {
  auth = await startAuth({ env: { CONFIRM_EXECUTIVE: 'true' } });
  peer = new AuthPeer(auth);
  await peer.start();
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await peer.stop();
  await auth.stop();
});

const registerUser = async (plan = 'free') =>
  (await auth.client.register({ ...newPerson(), plan })).user?.id ?? '';
const accountOf = (userId: string) => auth.client.getAccount({ userId });
const edit = (userId: string, changes: Partial<Edit>) =>
  peer.send('auth.edit-account.v1', { userId, by: 'staff-1', ...changes });

describe('an edit of an account', () => {
  it('changes the given fields, increments the version, and is published', async () => {
    const userId = await registerUser();
    const before = await accountOf(userId);
    await edit(userId, { firstname: 'Augusta', membershipEnd: seconds('2037-01-31T23:59:59Z') });
    const after = { firstname: 'Augusta', membershipEnd: seconds('2037-01-31T23:59:59Z'), version: 1 };
    expect(await accountOf(userId)).toEqual({ ...before, ...after });
    expect(await peer.eventsOf(userId, 1)).toEqual([['auth.account-changed.v1', { userId, version: 1 }]]);
  });

  it('has an outcome with the account that it leads to, without names', async () => {
    const userId = await registerUser();
    const outcome = await edit(userId, { firstname: 'Augusta', plan: 'executive', addTokens: 700 });
    const { plan, membershipEnd, isActive, isConfirmed, tokenBalance, version } = await accountOf(userId);
    expect([plan, isConfirmed, tokenBalance]).toEqual(['executive', true, 1_000_700]);
    expect(outcome).toEqual({
      commandId: expect.any(String) as unknown,
      version,
      account: { plan, membershipEnd, isActive, isConfirmed, tokenBalance },
    });
  });

  it('of an older version is refused, and changes nothing', async () => {
    const userId = await registerUser();
    await edit(userId, { firstname: 'First', version: 0 });
    await expect(edit(userId, { firstname: 'Second', addTokens: 5, version: 0 })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await accountOf(userId)).toMatchObject({ firstname: 'First', version: 1, added: 0 });
    await edit(userId, { firstname: 'Second', version: 1 });
    await edit(userId, { firstname: 'Third' });
    expect(await accountOf(userId)).toMatchObject({ firstname: 'Third', version: 3 });
  });

  it('succeeds for one of several simultaneous edits of a version', async () => {
    const userId = await registerUser();
    const edits = Array.from({ length: 10 }, (_, index) =>
      edit(userId, { firstname: `Name ${String(index)}`, version: 0 }),
    );
    const results = await Promise.allSettled(edits);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await accountOf(userId)).version).toBe(1);
  });

  it('of an unknown user is refused', async () => {
    await expect(edit('nobody', { firstname: 'Ada' })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('has its effect once when its message repeats', async () => {
    const userId = await registerUser();
    const type = 'auth.edit-account.v1';
    const deadline = new Date(Date.now() + 600_000);
    const make = (data: Partial<Edit>) =>
      createMessage({
        type,
        source: 'gateway' as const,
        subject: userId,
        deadline,
        data: { userId, by: 's', ...data },
      });
    const first = make({ firstname: 'First', addTokens: 700 });
    const second = make({ firstname: 'Second', addTokens: 30 });
    await auth.running.infrastructure.bus.publish(topicOf(type), [first, second, first, second, first]);
    await edit(userId, { lastname: 'Last' });
    expect(await accountOf(userId)).toMatchObject({
      firstname: 'Second',
      lastname: 'Last',
      version: 3,
      added: 730,
      granted: 50_000,
      tokenBalance: 50_730,
    });
    const { entries } = await auth.client.listLedger({ ownerId: userId, page: 1, limit: 10 });
    expect(entries.filter(({ purpose }) => purpose === 'added').map(({ amount }) => amount)).toEqual(
      expect.arrayContaining([700, 30]),
    );
    expect(entries).toHaveLength(3);
  });

  it('continues with a redelivered message when adding its tokens failed', async () => {
    const userId = await registerUser();
    const tokens = auth.running.get(TokenService);
    jest.spyOn(tokens, 'add').mockRejectedValueOnce(new Error('stopped in between'));
    const type = 'auth.edit-account.v1';
    const message = createMessage({
      type,
      source: 'gateway' as const,
      subject: userId,
      deadline: new Date(Date.now() + 600_000),
      data: { userId, firstname: 'Augusta', addTokens: 700, by: 's' } as const,
    });
    await auth.running.infrastructure.bus.publish(topicOf(type), [message]);
    const account = await until(
      () => accountOf(userId),
      ({ added }) => added !== 0,
    );
    expect(account).toMatchObject({ added: 700, firstname: 'Augusta', version: 1 });
  });

  it('removes tokens down to 0', async () => {
    const userId = await registerUser();
    await edit(userId, { addTokens: 100 });
    await edit(userId, { addTokens: -40 });
    expect(await accountOf(userId)).toMatchObject({ added: 60, granted: 50_000 });
    await edit(userId, { addTokens: -90_000 });
    expect(await accountOf(userId)).toMatchObject({ added: 0, granted: 0, tokenBalance: 0 });
  });

  it('raises the monthly grant at once with the plan', async () => {
    const userId = await registerUser();
    await auth.client.reserveTokens({
      ownerId: userId,
      operationId: 'one',
      amount: 20_000,
      purpose: 'quotes',
    });
    await edit(userId, { plan: 'executive' });
    const account = { plan: 'executive', granted: 980_000, monthlyTokens: 1_000_000, videoLimit: 20 };
    expect(await accountOf(userId)).toMatchObject({ ...account, isConfirmed: true });
    await edit(userId, { plan: 'free' });
    expect(await accountOf(userId)).toMatchObject({ granted: 980_000, monthlyTokens: 50_000, videoLimit: 2 });
  });

  it('by the person cannot change the fields of staff', async () => {
    const userId = await registerUser();
    await edit(userId, { by: 'user', firstname: 'Augusta', lastname: 'King', readyMail: false });
    expect(await accountOf(userId)).toMatchObject({ firstname: 'Augusta', readyMail: false });
    const forStaff: Partial<Edit>[] = [
      { plan: 'executive' },
      { isActive: true },
      { membershipEnd: 9e9 },
      { addTokens: 1 },
    ];
    for (const changes of forStaff)
      await expect(edit(userId, { by: 'user', ...changes })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await accountOf(userId)).toMatchObject({ plan: 'free', version: 1, added: 0 });
  });

  it('that deactivates the account ends access in the same update, once', async () => {
    const person = { ...newPerson(), requestKey: 'of-a-registration' };
    const { token, user } = await auth.client.register(person);
    const userId = user?.id ?? '';
    await edit(userId, { isActive: false });
    await expect(auth.client.verifySession({ token })).rejects.toMatchObject({ code: 'forbidden' });
    // A repeat of the registration, with its key.
    await expect(auth.client.register(person)).rejects.toMatchObject({ code: 'forbidden' });
    await edit(userId, { firstname: 'Augusta' });
    await edit(userId, { isActive: true });
    await auth.client.verifySession({ token });
    expect(await peer.eventsOf(userId, 4)).toEqual([
      ['auth.account-changed.v1', { userId, version: 1 }],
      ['auth.access-ended.v1', { userId, reason: 'deactivated' }],
      ['auth.account-changed.v1', { userId, version: 2 }],
      ['auth.account-changed.v1', { userId, version: 3 }],
    ]);
  });
});

describe('an upgrade', () => {
  it('is requested once, visible to staff, and granted with one command', async () => {
    const userId = await registerUser();
    await peer.send('auth.request-upgrade.v1', { userId });
    const { upgradeRequestedAt } = await accountOf(userId);
    expect(upgradeRequestedAt).toBe(auth.clock.now().getTime() / 1_000);
    auth.clock.passMinutes(10);
    await peer.send('auth.request-upgrade.v1', { userId });
    expect((await accountOf(userId)).upgradeRequestedAt).toBe(upgradeRequestedAt);
    await peer.send('auth.grant-upgrade.v1', { userId, by: 'staff-1' });
    const account = await accountOf(userId);
    expect(account.upgradeRequestedAt).toBeUndefined();
    expect(account).toMatchObject({ plan: 'executive', isConfirmed: true, granted: 1_000_000, version: 2 });
    expect(new Date(account.membershipEnd * 1_000).toISOString()).toBe('2036-12-20T09:40:00.000Z');
  });

  it('confirms an executive registration, which has the limits of the free plan until then', async () => {
    const userId = await registerUser('executive');
    const waiting = { plan: 'executive', isConfirmed: false, tokenBalance: 50_000, videoLimit: 2 };
    expect(await accountOf(userId)).toMatchObject(waiting);
    const limits = () => auth.client.getEntitlement({ ownerId: userId });
    expect(await limits()).toMatchObject({ videoLimit: 2, portalLimit: 0 });
    await edit(userId, { plan: 'executive', firstname: 'Augusta' });
    expect(await accountOf(userId)).toMatchObject(waiting);
    await peer.send('auth.grant-upgrade.v1', { userId, by: 'staff-1' });
    const confirmed = { isConfirmed: true, tokenBalance: 1_000_000, videoLimit: 20 };
    expect(await accountOf(userId)).toMatchObject(confirmed);
    expect(await limits()).toMatchObject({ videoLimit: 20, portalLimit: 10 });
  });

  it('needs no confirmation when the configuration does not require one', async () => {
    const open = await startAuth();
    const { user } = await open.client.register({ ...newPerson(), plan: 'executive' });
    const account = await open.client.getAccount({ userId: user?.id ?? '' });
    expect(account).toMatchObject({ isConfirmed: true, tokenBalance: 1_000_000 });
    await open.stop();
  });
});

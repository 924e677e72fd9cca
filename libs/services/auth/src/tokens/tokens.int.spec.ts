import { jest } from '@jest/globals';
import fc from 'fast-check';
import { plans } from '@vault/contracts';
import { createLogger } from '@vault/base';
import { until } from '@vault/base/testing';
import { TokenUpkeep } from './token-upkeep.ts';
import { newPerson, startAuth, type AuthUnderTest } from '../testing/auth-under-test.ts';
import type { StoredLedgerEntry } from './ledger-entry.schema.ts';
import { HolderRepository } from '../holders/holder.repository.ts';
import { LedgerRepository } from './ledger.repository.ts';
import { TokenAccountRepository } from './token-account.repository.ts';
import type { StoredTokenAccount } from './token-account.schema.ts';
import { TokenService } from './token.service.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

const grant = plans.free.monthlyTokens;
const purpose = 'quotes';

describe('the tokens of a person', () => {
  let auth: AuthUnderTest;
  let userId: string;
  beforeAll(async () => {
    auth = await startAuth();
  });
  beforeEach(async () => {
    userId = (await auth.client.register(newPerson())).user?.id ?? '';
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => auth.stop());

  const balance = async () => (await auth.client.getBalanceAndSettings({ ownerId: userId })).balance;
  const reserve = async (operationId: string, amount: number) =>
    (await auth.client.reserveTokens({ ownerId: userId, operationId, amount, purpose })).balance;
  const settle = async (operationId: string, amount: number) =>
    (await auth.client.settleTokens({ ownerId: userId, operationId, amount })).balance;

  /** The ledger with the pending entries of the account, each entry once. */
  async function readLedger() {
    const account = await auth.store
      .model<StoredTokenAccount>('TokenAccount')
      .findOne({ _id: userId })
      .select('+outbox')
      .lean();
    const lines = await auth.store.model<StoredLedgerEntry>('LedgerEntry').find({ userId }).lean();
    const pendingEntries = account?.outbox ?? [];
    const entries = new Map(lines.map(({ _id, amount }) => [_id.slice(userId.length + 1), amount]));
    for (const { id, amount } of pendingEntries) entries.set(id, amount);
    const sum = [...entries.values()].reduce((total, amount) => total + amount, 0);
    return { entries, sum, pendingEntries, lines, reservations: account?.reservations ?? [] };
  }

  /** As {@link readLedger}, after all entries were copied. */
  const readCopied = () => until(readLedger, ({ pendingEntries }) => pendingEntries.length === 0);

  it('are granted by the plan at the first read, and again in each month', async () => {
    expect(await balance()).toBe(50_000);
    const executive = await auth.client.register({ ...newPerson(), plan: 'executive' });
    const request = { ownerId: executive.user?.id ?? '' };
    const settings = await auth.client.getSettings(request);
    for (let times = 0; times < 2; times += 1)
      expect(await auth.client.getBalanceAndSettings(request)).toEqual({ ...settings, balance: 1_000_000 });
    expect([...(await readCopied()).entries]).toEqual([['grant:2036-11', 50_000]]);
    await expect(auth.client.getBalanceAndSettings({ ownerId: 'nobody' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('are reserved, spent, and the rest is returned', async () => {
    expect(await reserve('one', 4_000)).toBe(46_000);
    expect(await balance()).toBe(46_000);
    expect(await settle('one', 1_500)).toBe(48_500);
    expect(await reserve('two', 1_000)).toBe(47_500);
    expect(await settle('two', 0)).toBe(48_500);
    expect(await reserve('three', 1_000)).toBe(47_500);
    expect(await settle('three', 9_999)).toBe(47_500);
    const { entries, sum, lines } = await readCopied();
    expect([...entries].sort()).toEqual([
      ['grant:2036-11', 50_000],
      ['reserve:one', -4_000],
      ['reserve:three', -1_000],
      ['reserve:two', -1_000],
      ['settle:one', 2_500],
      ['settle:three', 0],
      ['settle:two', 1_000],
    ]);
    expect(sum).toBe(47_500);
    expect(lines.filter(({ purpose: each }) => each === 'quotes')).toHaveLength(6);
  });

  it('are not reserved when there are too few', async () => {
    await reserve('one', grant - 10);
    await expect(reserve('two', 11)).rejects.toMatchObject({
      code: 'limit-reached',
      message:
        'You have 10 tokens left, and this may take 11. Your plan grants new tokens on 2036-12-01; ask us to add some before that.',
    });
    expect([await balance(), (await readLedger()).sum]).toEqual([10, 10]);
    expect(await reserve('two', 10)).toBe(0);
  });

  it('are reserved once and settled once for an operation, even when requests repeat', async () => {
    const repeat = async (work: () => Promise<unknown>) => {
      for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 25 }, () => work()));
    };
    await repeat(() => reserve('one', 4_000));
    expect(await balance()).toBe(46_000);
    await repeat(() => settle('one', 1_000));
    expect(await balance()).toBe(49_000);
    await repeat(() => reserve('one', 4_000));
    await repeat(() => settle('one', 4_000));
    const { entries, sum } = await readLedger();
    expect([await balance(), sum, entries.size]).toEqual([49_000, 49_000, 3]);
  });

  /** The same service in another replica. */
  function replica(): TokenService {
    const { running, clock } = auth;
    return new TokenService(
      running.get(HolderRepository),
      running.get(TokenAccountRepository),
      running.get(LedgerRepository),
      clock,
      createLogger({ level: 'silent' }),
    );
  }

  it('are not overdrawn by simultaneous requests to several replicas', async () => {
    const others = [replica(), replica()];
    const requests = Array.from({ length: 50 }, (_, index) => {
      const operationId = `op-${String(index)}`;
      const other = others[index % 3];
      return other
        ? other.reserve(userId, { operationId, amount: 1_500, purpose })
        : reserve(operationId, 1_500);
    });
    const results = await Promise.allSettled(requests);
    const granted = results.filter(({ status }) => status === 'fulfilled');
    expect(granted).toHaveLength(Math.floor(grant / 1_500));
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'limit-reached' });
    const { sum, reservations } = await readLedger();
    expect([await balance(), sum, reservations.length]).toEqual([grant % 1_500, grant % 1_500, 33]);
  });

  it('are the sum of the ledger at every step, even while the ledger is unavailable', async () => {
    const ledger = auth.running.get(LedgerRepository);
    const add = ledger.add.bind(ledger);
    let isUnavailable = true;
    jest.spyOn(ledger, 'add').mockImplementation(async (owner, entries) => {
      if (!isUnavailable) return add(owner, entries);
      // It adds the first entry and fails, like a process that is stopped in between.
      await add(owner, entries.slice(0, 1));
      throw new Error('away');
    });
    const step = fc.record({
      what: fc.constantFrom('reserve', 'settle', 'outage'),
      op: fc.nat(5),
      amount: fc.nat(20_000),
    });
    const model = { balance: grant, open: new Map<string, number>(), seen: new Set<string>() };
    let run = 0;
    const property = fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      run += 1;
      for (const { what, op, amount } of steps) {
        const id = `${String(run)}-${String(op)}`;
        if (what === 'outage') isUnavailable = !isUnavailable;
        if (what === 'reserve') {
          const isFree = !model.seen.has(id) && amount <= model.balance;
          if (isFree) {
            model.balance -= amount;
            model.open.set(id, amount);
            model.seen.add(id);
          }
          const reserving = reserve(id, amount);
          if (isFree || model.seen.has(id)) expect(await reserving).toBe(model.balance);
          else await expect(reserving).rejects.toMatchObject({ code: 'limit-reached' });
        }
        if (what === 'settle') {
          const held = model.open.get(id) ?? 0;
          model.balance += held - Math.min(amount, held);
          model.open.delete(id);
          expect(await settle(id, amount)).toBe(model.balance);
        }
        expect((await readLedger()).sum).toBe(model.balance);
      }
    });
    await balance();
    await fc.assert(property, { numRuns: 25 });
    isUnavailable = false;
    expect((await readCopied()).sum).toBe(model.balance);
  });

  it('are released after a day when an operation never ends; later calls change nothing', async () => {
    await reserve('lost', 4_000);
    auth.clock.passMinutes(23 * 60);
    await reserve('young', 100);
    const upkeep = auth.running.get(TokenUpkeep);
    await upkeep.run();
    expect(await balance()).toBe(45_900);
    auth.clock.passMinutes(60);
    await upkeep.run();
    expect(await balance()).toBe(49_900);
    expect(await settle('lost', 4_000)).toBe(49_900);
    expect(await reserve('lost', 4_000)).toBe(49_900);
    const { sum, reservations } = await readLedger();
    expect([sum, reservations.length]).toEqual([49_900, 1]);
  });

  it('stay after the month when staff added them, and are spent after the grant', async () => {
    await balance();
    await auth.store
      .model('TokenAccount')
      .updateOne({ _id: userId }, { $set: { added: 700 }, $inc: { version: 1 } });
    await reserve('one', 50_500);
    await settle('one', 50_200);
    expect(await balance()).toBe(500);
    auth.clock.passDays(14);
    expect(await balance()).toBe(50_500);
    const { entries } = await readLedger();
    expect([...entries.keys()].filter((id) => id.startsWith('grant:'))).toHaveLength(2);
  });

  it('are not reserved after the membership, while running operations are settled', async () => {
    await reserve('one', 4_000);
    auth.clock.passDays(4);
    const words = /ended on .* ask us to extend it to upload more, make clips or generate text\.$/;
    await expect(reserve('two', 10)).rejects.toMatchObject({
      code: 'limit-reached',
      message: expect.stringMatching(words) as unknown,
    });
    expect(await reserve('one', 4_000)).toBe(46_000);
    expect(await settle('one', 1_000)).toBe(49_000);
    await auth.store.model('User').updateOne({ _id: userId }, { $set: { isActive: false } });
    await expect(reserve('two', 10)).rejects.toMatchObject({ code: 'limit-reached' });
  });

  it('are not changed by settling an unknown user or operation', async () => {
    expect(await settle('none', 5)).toBe(0);
    expect(await balance()).toBe(grant);
    expect(await settle('none', 5)).toBe(grant);
    expect((await readLedger()).entries.size).toBe(1);
  });

  it('are not reserved for more than 100 operations at once', async () => {
    const tokens = auth.running.get(TokenService);
    for (let count = 0; count < 100; count += 1)
      await tokens.reserve(userId, { operationId: String(count), amount: 1, purpose });
    await expect(reserve('more', 1)).rejects.toMatchObject({ code: 'limit-reached' });
    await settle('7', 1);
    expect(await reserve('more', 1)).toBe(grant - 101);
  });

  it('are not added by reserving less than nothing', async () => {
    await expect(reserve('one', -1)).rejects.toMatchObject({ code: 'limit-reached' });
    expect(await balance()).toBe(grant);
  });
});

import { setImmediate as otherWork } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { AppError, withActor } from '@vault/base';
import { until } from '@vault/base/testing';
import { TeamsUnderTest } from '../testing/teams-under-test.ts';
import type { StoredLedgerEntry } from './ledger-entry.schema.ts';
import type { StoredTokenAccount } from './token-account.schema.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

const members = 200;
/** Fewer than reservations that one team may have at once, and than tries of a change. */
const left = 60;
const purpose = 'quotes';

describe('the tokens of a team of which 200 members spend at once', () => {
  let teams: TeamsUnderTest;
  let ownerId: string;
  beforeAll(async () => {
    teams = await TeamsUnderTest.start();
    ownerId = await teams.makeTeam(await teams.register());
  });
  afterAll(() => teams.stop());

  const ids = Array.from({ length: members }, (_, index) => `member-${String(index)}`);
  const balance = async () => (await teams.auth.client.getBalanceAndSettings({ ownerId })).balance;
  const spend = (operationId: string, amount: number, by: string) =>
    withActor(
      () => ({ id: by }),
      () => teams.auth.client.reserveTokens({ ownerId, operationId, amount, purpose }),
    );
  const account = () =>
    teams.auth.store
      .model<StoredTokenAccount>('TokenAccount')
      .findOne({ _id: ownerId })
      .select('+outbox')
      .lean()
      .orFail();
  const lines = () =>
    teams.auth.store.model<StoredLedgerEntry>('LedgerEntry').find({ userId: ownerId }).lean();
  /** The lines of the ledger, when all were copied to it. */
  async function ledger() {
    await until(
      async () => (await account()).outbox.length,
      (waiting) => waiting === 0,
    );
    return lines();
  }
  const sumOf = (amounts: readonly { readonly amount: number }[]) =>
    amounts.reduce((sum, { amount }) => sum + amount, 0);

  /** Reads the account while work runs. @returns its results, and the lowest balance */
  async function watch<Result>(work: readonly Promise<Result>[]) {
    const settled = Promise.allSettled(work);
    let [isOver, lowest] = [false, Infinity];
    void settled.then(() => (isOver = true));
    while (!isOver) {
      const { granted, added } = await account();
      lowest = Math.min(lowest, granted, added);
      await otherWork();
    }
    return { results: await settled, lowest };
  }

  it('are spent to the last one and not below, and the ledger sums up to the balance', async () => {
    await spend('all-but-some', (await balance()) - left, 'owner');
    const { results, lowest } = await watch(ids.map((id) => spend(`of-${id}`, 1, id)));
    const spent = ids.filter((_, index) => results[index]?.status === 'fulfilled');
    const refusals = results.flatMap((result) =>
      result.status === 'rejected' && AppError.is(result.reason, 'limit-reached') ? [result] : [],
    );
    expect([spent.length, refusals.length, await balance()]).toEqual([left, members - left, 0]);
    expect(lowest).toBeGreaterThanOrEqual(0);
    const entries = await ledger();
    expect(sumOf(entries)).toBe(0);
    const spenders = entries.flatMap(({ spentBy, amount }) => (amount === -1 && spentBy ? [spentBy] : []));
    expect(spenders.sort()).toEqual(spent.toSorted());

    // Half of them return their token, while all others ask for one again.
    const returned = spent.filter((_, index) => index % 2 === 0);
    const others = ids.filter((id) => !spent.includes(id));
    const again = await watch([
      ...returned.map((id) =>
        teams.auth.client.settleTokens({ ownerId, operationId: `of-${id}`, amount: 0 }),
      ),
      ...others.map((id) => spend(`again-of-${id}`, 1, id)),
    ]);
    const taken = again.results.slice(returned.length).filter(({ status }) => status === 'fulfilled').length;
    expect(again.lowest).toBeGreaterThanOrEqual(0);
    expect(await balance()).toBe(returned.length - taken);
    expect(sumOf(await ledger())).toBe(returned.length - taken);
  });
});

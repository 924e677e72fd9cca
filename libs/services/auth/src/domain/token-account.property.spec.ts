import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import {
  addedEntryId,
  addTokens,
  balanceOf,
  emptyAccount,
  releaseExpired,
  grantMonth,
  reserve,
  reserveEntryId,
  settle,
  type AccountChange,
  type LedgerEntry,
  type TokenAccount,
} from './token-account.ts';

const steps = 10_000;
/** Part of the test name; the same seed gives the same steps. */
const seed = Number(process.env.LEDGER_SEED ?? randomInt(2 ** 31));
const plansOf = [50_000, 1_000_000] as const;
const start = Date.parse('2026-11-20T09:30:00Z');

/** Random steps. Operations and messages have few ids, so that replays occur. */
const anyStep = fc.oneof(
  { weight: 6, arbitrary: step('reserve', fc.nat(400_000)) },
  { weight: 6, arbitrary: step('settle', fc.integer({ min: -9, max: 400_000 })) },
  { weight: 2, arbitrary: step('refund', fc.constant(0)) },
  { weight: 2, arbitrary: step('add', fc.integer({ min: -300_000, max: 300_000 })) },
  { weight: 1, arbitrary: step('plan', fc.nat(1)) },
  { weight: 1, arbitrary: step('pass', fc.integer({ min: 1, max: 200 })) },
  { weight: 4, arbitrary: step('copy', fc.nat(9)) },
  { weight: 2, arbitrary: step('crash', fc.nat(9)) },
);

function step<What extends string>(what: What, amount: fc.Arbitrary<number>) {
  return fc.record({ what: fc.constant(what), id: fc.nat(400), amount });
}

interface Step {
  readonly what: string;
  readonly id: number;
  readonly amount: number;
}

/**
 * One account as the store keeps it: it changes together with its pending entries, the ledger stores each id once, and
 * an interrupted copy has added some entries to the ledger and removed none from the account.
 */
class SimulatedAccount {
  account: TokenAccount = emptyAccount;
  pendingEntries: readonly LedgerEntry[] = [];
  readonly ledger = new Map<string, number>();
  private now = start;
  private monthlyTokens: number = plansOf[0];

  get sum(): number {
    const waiting = this.pendingEntries.filter(({ id }) => !this.ledger.has(id));
    return [...this.ledger.values(), ...waiting.map(({ amount }) => amount)].reduce((a, b) => a + b, 0);
  }

  apply({ what, id, amount }: Step): void {
    const at = new Date(this.now);
    const operationId = `op-${String(id)}`;
    if (what === 'plan') this.monthlyTokens = plansOf[amount] ?? plansOf[0];
    if (what === 'pass') this.now += amount * 3_600_000;
    if (what === 'copy') this.copy(amount, true);
    if (what === 'crash') this.copy(amount, false);
    if (what === 'settle' || what === 'refund') this.store(settle(this.account, operationId, amount, at));
    if (what === 'add' && !this.has(addedEntryId(String(id))))
      this.granted(at, (account) => addTokens(account, amount, String(id), at));
    if (what === 'reserve' && !this.has(reserveEntryId(operationId)))
      this.granted(at, (account) => reserve(account, { operationId, amount, purpose: 'quotes' }, at));
    this.store(releaseExpired(this.account, at));
  }

  private has(entryId: string): boolean {
    return this.ledger.has(entryId) || this.pendingEntries.some(({ id }) => id === entryId);
  }

  /** Stores the monthly grant and a change in one update, as the service does; without a change, nothing. */
  private granted(at: Date, decide: (account: TokenAccount) => AccountChange | undefined): void {
    const grant = grantMonth(this.account, this.monthlyTokens, at);
    const change = decide(grant?.account ?? this.account);
    this.store(change && { ...change, entries: [...(grant?.entries ?? []), ...change.entries] });
  }

  private store(change: AccountChange | undefined): void {
    if (!change) return;
    for (const { id } of change.entries) if (this.has(id)) throw new Error(`${id} was entered twice.`);
    this.account = change.account;
    this.pendingEntries = [...this.pendingEntries, ...change.entries];
  }

  private copy(count: number, isWhole: boolean): void {
    const some = isWhole ? this.pendingEntries : this.pendingEntries.slice(0, count);
    for (const { id, amount } of some) if (!this.ledger.has(id)) this.ledger.set(id, amount);
    if (isWhole) this.pendingEntries = [];
  }
}

describe('the ledger', () => {
  it(`is the balance, which is never below 0, at each of ${String(steps)} random steps (LEDGER_SEED=${String(seed)})`, () => {
    const all = fc.array(anyStep, { minLength: steps, maxLength: steps, size: 'max' });
    fc.assert(
      fc.property(all, (taken) => {
        const simulated = new SimulatedAccount();
        for (const each of taken) {
          simulated.apply(each);
          if (simulated.sum !== balanceOf(simulated.account))
            throw new Error(`The sum differs after ${each.what}.`);
          const { granted, added } = simulated.account;
          if (Math.min(granted, added) < 0) throw new Error(`Below 0 after ${each.what}.`);
        }
        // The random steps have created enough entries.
        expect(simulated.ledger.size).toBeGreaterThan(300);
      }),
      { seed, numRuns: 1, endOnFailure: true },
    );
  });

  it('charges an operation at most what it reserved, and never a negative amount', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 200 }), (taken) => {
        const simulated = new SimulatedAccount();
        for (const each of taken) simulated.apply(each);
        simulated.apply({ what: 'copy', id: 0, amount: 0 });
        for (const [id, amount] of simulated.ledger) {
          if (!id.startsWith('settle:')) continue;
          const reserved = -(simulated.ledger.get(id.replace('settle:', 'reserve:')) ?? Number.NaN);
          expect(amount).toBeGreaterThanOrEqual(0);
          expect(amount).toBeLessThanOrEqual(reserved);
        }
      }),
      { seed },
    );
  });
});

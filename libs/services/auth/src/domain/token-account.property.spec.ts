import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import {
  addedEntryId,
  addTokens,
  balanceOf,
  emptyAccount,
  giveBackExpired,
  grantMonth,
  reserve,
  reserveEntryId,
  settle,
  type AccountChange,
  type LedgerEntry,
  type TokenAccount,
} from './token-account.ts';

const steps = 10_000;
/** Printed with the name of the test; the same seed is the same steps. */
const seed = Number(process.env.LEDGER_SEED ?? randomInt(2 ** 31));
const plansOf = [50_000, 1_000_000] as const;
const start = Date.parse('2026-11-20T09:30:00Z');

/** What may happen. Operations and messages have few ids, so that the same ones come again: that is what a replay is. */
const happening = fc.oneof(
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
 * One account as the store keeps it: what it carries changes together with it, the ledger takes each id once, and a copy
 * that is interrupted has added some lines and taken none out.
 */
class Book {
  account: TokenAccount = emptyAccount;
  carried: readonly LedgerEntry[] = [];
  readonly ledger = new Map<string, number>();
  private now = start;
  private monthlyTokens: number = plansOf[0];

  get sum(): number {
    const waiting = this.carried.filter(({ id }) => !this.ledger.has(id));
    return [...this.ledger.values(), ...waiting.map(({ amount }) => amount)].reduce((a, b) => a + b, 0);
  }

  take({ what, id, amount }: Step): void {
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
    this.store(giveBackExpired(this.account, at));
  }

  private has(entryId: string): boolean {
    return this.ledger.has(entryId) || this.carried.some(({ id }) => id === entryId);
  }

  /** A change with the month's grant in one, as the service makes it; without the change nothing is stored. */
  private granted(at: Date, decide: (account: TokenAccount) => AccountChange | undefined): void {
    const grant = grantMonth(this.account, this.monthlyTokens, at);
    const change = decide(grant?.account ?? this.account);
    this.store(change && { ...change, entries: [...(grant?.entries ?? []), ...change.entries] });
  }

  private store(change: AccountChange | undefined): void {
    if (!change) return;
    for (const { id } of change.entries) if (this.has(id)) throw new Error(`${id} was entered twice.`);
    this.account = change.account;
    this.carried = [...this.carried, ...change.entries];
  }

  private copy(count: number, isWhole: boolean): void {
    const some = isWhole ? this.carried : this.carried.slice(0, count);
    for (const { id, amount } of some) if (!this.ledger.has(id)) this.ledger.set(id, amount);
    if (isWhole) this.carried = [];
  }
}

describe('the ledger', () => {
  it(`is the balance, which is never below 0, at each of ${String(steps)} random steps (LEDGER_SEED=${String(seed)})`, () => {
    const all = fc.array(happening, { minLength: steps, maxLength: steps, size: 'max' });
    fc.assert(
      fc.property(all, (taken) => {
        const book = new Book();
        for (const each of taken) {
          book.take(each);
          if (book.sum !== balanceOf(book.account)) throw new Error(`The sum differs after ${each.what}.`);
          const { granted, added } = book.account;
          if (Math.min(granted, added) < 0) throw new Error(`Below 0 after ${each.what}.`);
        }
        // The steps are ones that reach what they are about.
        expect(book.ledger.size).toBeGreaterThan(300);
      }),
      { seed, numRuns: 1, endOnFailure: true },
    );
  });

  it('charges an operation at most what it reserved, and never pays for one', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 200 }), (taken) => {
        const book = new Book();
        for (const each of taken) book.take(each);
        book.take({ what: 'copy', id: 0, amount: 0 });
        for (const [id, amount] of book.ledger) {
          if (!id.startsWith('settle:')) continue;
          const reserved = -(book.ledger.get(id.replace('settle:', 'reserve:')) ?? Number.NaN);
          expect(amount).toBeGreaterThanOrEqual(0);
          expect(amount).toBeLessThanOrEqual(reserved);
        }
      }),
      { seed },
    );
  });
});

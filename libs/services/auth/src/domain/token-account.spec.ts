import fc from 'fast-check';
import {
  balanceOf,
  emptyAccount,
  giveBackExpired,
  grantMonth,
  reserve,
  settle,
  shortageMsg,
  type AccountChange,
  type TokenAccount,
} from './token-account.ts';

const now = new Date('2026-11-20T09:30:00Z');
const hourMs = 3_600_000;

const account = (changes: Partial<TokenAccount> = {}): TokenAccount => ({ ...emptyAccount, ...changes });
const wish = (amount: number, operationId = 'op') => ({ operationId, amount, purpose: 'quotes' });
const sumOf = ({ entries }: AccountChange) => entries.reduce((sum, { amount }) => sum + amount, 0);

describe(grantMonth, () => {
  it('fills the grant up, once in a calendar month of UTC', () => {
    const first = grantMonth(account(), 50_000, now)!;
    expect(first.account).toEqual(account({ granted: 50_000, grantedMonth: '2026-11' }));
    expect(first.entries).toEqual([{ id: 'grant:2026-11', amount: 50_000, purpose: 'grant', at: now }]);
    expect(grantMonth(first.account, 50_000, new Date('2026-11-30T23:59:59.999Z'))).toBeUndefined();
    const next = grantMonth({ ...first.account, granted: 20_000 }, 50_000, new Date('2026-12-01T00:00:00Z'))!;
    expect([next.account.granted, sumOf(next)]).toEqual([50_000, 30_000]);
  });

  it('leaves what was added by hand, and counts what is set aside of the grant as left', () => {
    const reservations = [{ operationId: 'op', amount: 900, granted: 600, purpose: 'quotes', at: now }];
    const before = account({ granted: 1_000, added: 70, grantedMonth: '2026-10', reservations });
    const { account: after } = grantMonth(before, 50_000, now)!;
    expect([after.granted, after.added]).toEqual([49_400, 70]);
    expect(settle(after, 'op', 0, now)?.account).toMatchObject({ granted: 50_000, added: 370 });
  });

  it('takes nothing away from who had more, and nothing happens when a clock goes back', () => {
    const rich = account({ granted: 900_000, grantedMonth: '2026-10' });
    expect(grantMonth(rich, 50_000, now)).toMatchObject({
      account: { granted: 900_000 },
      entries: [{ amount: 0 }],
    });
    expect(grantMonth(account({ grantedMonth: '2026-12' }), 50_000, now)).toBeUndefined();
  });
});

describe(reserve, () => {
  it('takes the grant first, and all that is there at most', () => {
    const before = account({ granted: 100, added: 50 });
    const { account: after, entries } = reserve(before, wish(120), now)!;
    expect([after.granted, after.added]).toEqual([0, 30]);
    expect(entries).toEqual([
      { id: 'reserve:op', amount: -120, purpose: 'quotes', operationId: 'op', at: now },
    ]);
    expect(reserve(before, wish(150), now)).toBeDefined();
    expect(reserve(before, wish(151), now)).toBeUndefined();
    expect(reserve(account(), wish(0), now)).toBeDefined();
  });
});

describe(settle, () => {
  const { account: reserved } = reserve(account({ granted: 100, added: 50 }), wish(120), now)!;

  it.each([
    // Spent, then what is left of the grant and of what was added.
    [0, 100, 50],
    [40, 60, 50],
    [110, 0, 40],
    [120, 0, 30],
    [999, 0, 30],
    [-5, 100, 50],
  ])('of %d leaves %d of the grant and %d of what was added', (amount, granted, added) => {
    const change = settle(reserved, 'op', amount, now)!;
    expect(change.account).toEqual(account({ granted, added }));
    expect(change.entries).toMatchObject([{ id: 'settle:op', purpose: 'quotes', operationId: 'op' }]);
    expect(sumOf(change)).toBe(granted + added - balanceOf(reserved));
  });

  it('of an operation that has nothing reserved changes nothing', () => {
    expect(settle(reserved, 'other', 5, now)).toBeUndefined();
    expect(settle(settle(reserved, 'op', 5, now)!.account, 'op', 5, now)).toBeUndefined();
  });
});

describe(giveBackExpired, () => {
  it('gives back what was reserved a day ago, and leaves the rest', () => {
    const old = reserve(account({ granted: 100 }), wish(30, 'old'), new Date(now.getTime() - 24 * hourMs))!;
    const both = reserve(old.account, wish(20, 'young'), new Date(now.getTime() - 23 * hourMs))!;
    const { account: after, entries } = giveBackExpired(both.account, now)!;
    expect(after).toMatchObject({ granted: 80, reservations: [{ operationId: 'young' }] });
    expect(entries).toMatchObject([{ id: 'settle:old', amount: 30 }]);
    expect(giveBackExpired(after, now)).toBeUndefined();
  });
});

describe(shortageMsg, () => {
  it('says what there is, what it takes, and when there is more', () => {
    expect(shortageMsg(account({ granted: 1_200 }), 40_000, new Date('2026-12-31T23:59:59Z'))).toBe(
      'You have 1,200 tokens left, and this may take 40,000. Your plan fills them up on 2027-01-01; ask us to add some before that.',
    );
  });
});

/** What may happen to an account. */
const happening = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('reserve'), op: fc.nat(9), amount: fc.nat(30_000) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('settle'),
      op: fc.nat(9),
      amount: fc.integer({ min: -9, max: 40_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('pass'),
      op: fc.nat(0),
      amount: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('add'), op: fc.nat(0), amount: fc.nat(9_000) }) },
);

describe('an account, whatever happens to it', () => {
  it('is the sum of its ledger, is never below 0, and charges each operation once and at most what it reserved', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 60 }), (happenings) => {
        let hours = 0;
        let current = account();
        const ledger = new Map<string, number>();
        const reserved = new Map<string, number>();
        const apply = (change: AccountChange | undefined) => {
          for (const { id, amount } of change?.entries ?? []) {
            expect(ledger.has(id)).toBe(false);
            ledger.set(id, amount);
          }
          current = change?.account ?? current;
        };
        for (const { what, op, amount } of happenings) {
          const at = new Date(now.getTime() + hours * hourMs);
          const operationId = `op-${String(op)}`;
          apply(grantMonth(current, 50_000, at));
          if (what === 'reserve' && !ledger.has(`reserve:${operationId}`)) {
            const change = reserve(current, wish(amount, operationId), at);
            expect(change === undefined).toBe(amount > balanceOf(current));
            if (change) reserved.set(operationId, amount);
            apply(change);
          }
          if (what === 'settle') apply(settle(current, operationId, amount, at));
          if (what === 'pass') hours += amount * 10;
          if (what === 'add') {
            ledger.set(`add:${String(ledger.size)}`, amount);
            current = { ...current, added: current.added + amount };
          }
          apply(giveBackExpired(current, at));
          expect(balanceOf(current)).toBe([...ledger.values()].reduce((sum, each) => sum + each, 0));
          expect(Math.min(current.granted, current.added)).toBeGreaterThanOrEqual(0);
          const setAside = current.reservations.reduce((sum, { granted }) => sum + granted, 0);
          expect(current.granted + setAside).toBeLessThanOrEqual(50_000);
        }
        for (const [operationId, most] of reserved) {
          const charge = -ledger.get(`reserve:${operationId}`)! - (ledger.get(`settle:${operationId}`) ?? 0);
          expect(charge).toBeGreaterThanOrEqual(0);
          expect(charge).toBeLessThanOrEqual(most);
        }
      }),
    );
  });
});

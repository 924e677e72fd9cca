import {
  addTokens,
  balanceOf,
  emptyAccount,
  releaseExpired,
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
const request = (amount: number, operationId = 'op') => ({ operationId, amount, purpose: 'quotes' });
const sumOf = ({ entries }: AccountChange) => entries.reduce((sum, { amount }) => sum + amount, 0);

describe(grantMonth, () => {
  it('fills the grant up, once in a calendar month of UTC', () => {
    const first = grantMonth(account(), 50_000, now)!;
    expect(first.account).toEqual(
      account({ granted: 50_000, grantedMonth: '2026-11', monthlyGrant: 50_000 }),
    );
    expect(first.entries).toEqual([{ id: 'grant:2026-11', amount: 50_000, purpose: 'grant', at: now }]);
    expect(grantMonth(first.account, 50_000, new Date('2026-11-30T23:59:59.999Z'))).toBeUndefined();
    const next = grantMonth({ ...first.account, granted: 20_000 }, 50_000, new Date('2026-12-01T00:00:00Z'))!;
    expect([next.account.granted, sumOf(next)]).toEqual([50_000, 30_000]);
  });

  it('leaves added tokens, and counts reserved tokens of the grant as left', () => {
    const reservations = [{ operationId: 'op', amount: 900, granted: 600, purpose: 'quotes', at: now }];
    const before = account({ granted: 1_000, added: 70, grantedMonth: '2026-10', reservations });
    const { account: after } = grantMonth(before, 50_000, now)!;
    expect([after.granted, after.added]).toEqual([49_400, 70]);
    expect(settle(after, 'op', 0, now)?.account).toMatchObject({ granted: 50_000, added: 370 });
  });

  it('does not reduce a larger rest, and changes nothing when the clock goes back', () => {
    const rich = account({ granted: 900_000, grantedMonth: '2026-10' });
    expect(grantMonth(rich, 50_000, now)).toMatchObject({
      account: { granted: 900_000 },
      entries: [{ amount: 0 }],
    });
    expect(grantMonth(account({ grantedMonth: '2026-12' }), 50_000, now)).toBeUndefined();
  });
});

describe('a higher plan', () => {
  const first = grantMonth(account(), 50_000, now)!.account;
  const later = new Date('2026-11-28T00:00:00Z');

  it('adds the difference at once, and once', () => {
    const { account: raised, entries } = grantMonth({ ...first, granted: 20_000 }, 1_000_000, later)!;
    expect(raised).toMatchObject({ granted: 970_000, grantedMonth: '2026-11', monthlyGrant: 1_000_000 });
    expect(entries).toEqual([{ id: 'grant:2026-11:1000000', amount: 950_000, purpose: 'grant', at: later }]);
    expect(grantMonth(raised, 1_000_000, later)).toBeUndefined();
  });

  it('removes nothing this month when it is lowered again, and adds nothing when raised again', () => {
    const { account: raised } = grantMonth(first, 1_000_000, later)!;
    expect(grantMonth(raised, 50_000, later)).toBeUndefined();
    expect(grantMonth(raised, 1_000_000, later)).toBeUndefined();
    const spent = { ...raised, granted: 10_000 };
    const next = grantMonth(spent, 50_000, new Date('2026-12-01T00:00:00Z'))!;
    expect(next.account).toMatchObject({ granted: 50_000, monthlyGrant: 50_000 });
  });

  it('adds nothing to an account without a stored grant', () => {
    const older = account({ granted: 20_000, grantedMonth: '2026-11' });
    expect(grantMonth(older, 1_000_000, later)).toBeUndefined();
  });
});

describe(addTokens, () => {
  it.each([
    // Tokens, then what is left of the grant and of what was added, and the amount of the entry.
    [700, 100, 750, 700],
    [0, 100, 50, 0],
    [-20, 100, 30, -20],
    [-120, 30, 0, -120],
    [-9_999, 0, 0, -150],
    [2_000_000_000, 100, 999_999_900, 999_999_850],
  ])('of %d leaves %d of the grant and %d of what was added', (tokens, granted, added, amount) => {
    const { account: after, entries } = addTokens(account({ granted: 100, added: 50 }), tokens, 'm-1', now);
    expect([after.granted, after.added]).toEqual([granted, added]);
    expect(entries).toEqual([{ id: 'add:m-1', amount, purpose: 'added', at: now }]);
  });
});

describe(reserve, () => {
  it('takes the grant first, and at most the balance', () => {
    const before = account({ granted: 100, added: 50 });
    const { account: after, entries } = reserve(before, request(120), now)!;
    expect([after.granted, after.added]).toEqual([0, 30]);
    expect(entries).toEqual([
      { id: 'reserve:op', amount: -120, purpose: 'quotes', operationId: 'op', at: now },
    ]);
    expect(reserve(before, request(150), now)).toBeDefined();
    expect(reserve(before, request(151), now)).toBeUndefined();
    expect(reserve(account(), request(0), now)).toBeDefined();
  });
});

describe(settle, () => {
  const { account: reserved } = reserve(account({ granted: 100, added: 50 }), request(120), now)!;

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

  it('changes nothing for an operation without a reservation', () => {
    expect(settle(reserved, 'other', 5, now)).toBeUndefined();
    expect(settle(settle(reserved, 'op', 5, now)!.account, 'op', 5, now)).toBeUndefined();
  });
});

describe(releaseExpired, () => {
  it('releases reservations that are a day old, and leaves the rest', () => {
    const old = reserve(
      account({ granted: 100 }),
      request(30, 'old'),
      new Date(now.getTime() - 24 * hourMs),
    )!;
    const both = reserve(old.account, request(20, 'young'), new Date(now.getTime() - 23 * hourMs))!;
    const { account: after, entries } = releaseExpired(both.account, now)!;
    expect(after).toMatchObject({ granted: 80, reservations: [{ operationId: 'young' }] });
    expect(entries).toMatchObject([{ id: 'settle:old', amount: 30 }]);
    expect(releaseExpired(after, now)).toBeUndefined();
  });
});

describe(shortageMsg, () => {
  it('states the balance, the needed amount, and the day of the next grant', () => {
    expect(shortageMsg(account({ granted: 1_200 }), 40_000, new Date('2026-12-31T23:59:59Z'))).toBe(
      'You have 1,200 tokens left, and this may take 40,000. Your plan grants new tokens on 2027-01-01; ask us to add some before that.',
    );
  });
});

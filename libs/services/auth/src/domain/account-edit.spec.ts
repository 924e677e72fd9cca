import {
  editAccount,
  grantUpgrade,
  hasExpired,
  isOwnEdit,
  requestUpgrade,
  type EditableAccount,
} from './account-edit.ts';

const now = new Date('2026-11-20T09:30:00Z');
const later = new Date('2026-11-23T09:30:00Z');
const past = new Date('2026-11-01T00:00:00Z');
const aMonthOn = new Date('2026-12-20T09:30:00Z');

/** An account whose end of access was published. */
const ended = (changes: Partial<EditableAccount> = {}): EditableAccount => ({
  firstname: 'Ada',
  lastname: 'Lovelace',
  plan: 'free',
  isConfirmed: true,
  membershipEnd: later,
  isActive: true,
  readyMail: true,
  contentVersion: 3,
  ...changes,
});
const account = (changes: Partial<EditableAccount> = {}) => ended({ accessEndsAt: later, ...changes });

describe(editAccount, () => {
  it('sets the given fields and leaves the rest', () => {
    const { set, unset, accessEnd } = editAccount(account(), { firstname: 'Augusta', plan: undefined }, now);
    expect(set).toEqual({ firstname: 'Augusta', contentVersion: 4, accessEndsAt: later });
    expect([unset, accessEnd]).toEqual([[], undefined]);
  });

  it('ends access when it deactivates the account, or moves the membership end to the past', () => {
    expect(editAccount(account(), { isActive: false }, now)).toMatchObject({
      accessEnd: 'deactivated',
      unset: ['accessEndsAt'],
    });
    expect(editAccount(account(), { membershipEnd: past }, now).accessEnd).toBe('expired');
    expect(editAccount(account(), { membershipEnd: now }, now).accessEnd).toBe('expired');
  });

  it('publishes the end of access once', () => {
    const off = ended({ isActive: false });
    expect(editAccount(off, { firstname: 'Augusta' }, now).accessEnd).toBeUndefined();
    expect(editAccount(off, { membershipEnd: past }, now).accessEnd).toBeUndefined();
  });

  it('publishes an end before the edit that was not published yet', () => {
    const over = account({ membershipEnd: past, accessEndsAt: past });
    expect(editAccount(over, { firstname: 'Augusta' }, now).accessEnd).toBe('expired');
  });

  it('opens access again, with a new end to publish', () => {
    const { set, accessEnd } = editAccount(ended({ isActive: false }), { isActive: true }, now);
    expect([set.accessEndsAt, accessEnd]).toEqual([later, undefined]);
    const longer = editAccount(ended({ membershipEnd: past }), { membershipEnd: aMonthOn }, now);
    expect(longer.set.accessEndsAt).toEqual(aMonthOn);
  });

  it('confirms a plan only when it changes it', () => {
    const waiting = account({ plan: 'executive', isConfirmed: false });
    expect(editAccount(waiting, { plan: 'executive' }, now).set).not.toHaveProperty('isConfirmed');
    expect(editAccount(waiting, { plan: 'free' }, now).set.isConfirmed).toBe(true);
    expect(editAccount(account(), { plan: 'executive' }, now).set.isConfirmed).toBe(true);
  });
});

describe(isOwnEdit, () => {
  it.each([
    [{ firstname: 'Augusta', lastname: 'King', readyMail: false }, true],
    [{ plan: 'executive' as const }, false],
    [{ isActive: true }, false],
    [{ membershipEnd: later }, false],
  ])('%j: %s', (edit, isOwn) => expect(isOwnEdit(edit)).toBe(isOwn));
});

describe(grantUpgrade, () => {
  it('sets the executive plan for a month, confirmed, and closes the request', () => {
    const { set, unset } = grantUpgrade(account({ isConfirmed: false, upgradeRequestedAt: past }), now);
    expect(set).toEqual({
      plan: 'executive',
      isConfirmed: true,
      membershipEnd: aMonthOn,
      contentVersion: 4,
      accessEndsAt: aMonthOn,
    });
    expect(unset).toEqual(['upgradeRequestedAt']);
  });

  it('does not shorten a membership', () => {
    const membershipEnd = new Date('2028-01-01T00:00:00Z');
    expect(grantUpgrade(account({ membershipEnd }), now).set.membershipEnd).toEqual(membershipEnd);
  });

  it('does not reactivate an account', () => {
    const { set, accessEnd } = grantUpgrade(ended({ isActive: false }), now);
    expect([set.accessEndsAt, accessEnd]).toEqual([undefined, undefined]);
  });
});

describe(requestUpgrade, () => {
  it('is recorded once', () => {
    expect(requestUpgrade(account(), now)?.set).toMatchObject({ upgradeRequestedAt: now, contentVersion: 4 });
    expect(requestUpgrade(account({ upgradeRequestedAt: past }), now)).toBeUndefined();
  });
});

describe(hasExpired, () => {
  it.each([
    [later, false],
    [now, true],
    [past, true],
    [undefined, false],
  ])('%s: %s', (accessEndsAt, isOver) => {
    expect(hasExpired(accessEndsAt ? { accessEndsAt } : {}, now)).toBe(isOver);
  });
});

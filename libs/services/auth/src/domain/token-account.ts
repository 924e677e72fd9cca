/** Tokens reserved for a running operation. */
export interface Reservation {
  readonly operationId: string;
  readonly amount: number;
  /** The part of the amount that came from the monthly grant. */
  readonly granted: number;
  readonly purpose: string;
  readonly videoId?: string;
  /** The person who spends; absent when nobody asked for the operation. */
  readonly spentBy?: string;
  readonly at: Date;
}

/** The tokens of an owner. No amount is ever below 0. */
export interface TokenAccount {
  /** What is left of the monthly grant. */
  readonly granted: number;
  /** What is left of tokens that staff added; they do not expire with the month. */
  readonly added: number;
  /** The last granted month, `yyyy-MM` in UTC; empty before the first. */
  readonly grantedMonth: string;
  /** The grant of the plan in that month; absent in older accounts until the next month. */
  readonly monthlyGrant?: number;
  readonly reservations: readonly Reservation[];
}

/** One ledger entry. The sum of all entries of an owner is the balance at any time. */
export interface LedgerEntry {
  /** Unique for the owner and deterministic, so that nothing is entered twice. */
  readonly id: string;
  readonly amount: number;
  /** The kind of operation, `grant`, or `added`. */
  readonly purpose: string;
  /** Absent for entries without an operation. */
  readonly operationId?: string;
  /** Absent for entries without a video. */
  readonly videoId?: string;
  /** As in {@link Reservation}. */
  readonly spentBy?: string;
  readonly at: Date;
}

/** Purposes of entries without an operation. */
export const grantPurpose = 'grant';
export const addedPurpose = 'added';

/** An account after a change, and the ledger entries of the change. */
export interface AccountChange {
  readonly account: TokenAccount;
  readonly entries: readonly LedgerEntry[];
}

export interface ReservationRequest {
  readonly operationId: string;
  readonly amount: number;
  readonly purpose: string;
  readonly videoId?: string | undefined;
  readonly spentBy?: string | undefined;
}

/** More than an owner can have running at once, and few enough for one document. */
export const reservationLimit = 100;
/** A reservation of this age is released: its operation will not end. */
const reservedForMs = 24 * 60 * 60 * 1_000;

/** The most tokens of an account; the API sends amounts as 32-bit integers. */
export const maxTokens = 1_000_000_000;

export const emptyAccount: TokenAccount = { granted: 0, added: 0, grantedMonth: '', reservations: [] };

export function balanceOf({ granted, added }: TokenAccount): number {
  return granted + added;
}

/** The id of the entry of a reservation. An existing entry means that the operation has reserved. */
export function reserveEntryId(operationId: string): string {
  return `reserve:${operationId}`;
}

/** The id of the entry of added tokens. An existing entry means that they were added. */
export function addedEntryId(id: string): string {
  return `add:${id}`;
}

/**
 * Fills the monthly grant up, once in a calendar month: the rest of the last month does not accumulate, and reserved
 * tokens count as left, because they may be returned. A higher plan adds the difference at once; a lower plan removes
 * nothing.
 * @returns undefined when the grant does not change
 */
export function grantMonth(
  account: TokenAccount,
  monthlyTokens: number,
  now: Date,
): AccountChange | undefined {
  const month = now.toISOString().slice(0, 7);
  if (month <= account.grantedMonth) return raiseGrant(account, monthlyTokens, now);
  const reserved = account.reservations.reduce((sum, { granted }) => sum + granted, 0);
  const amount = Math.max(0, monthlyTokens - account.granted - reserved);
  return {
    account: {
      ...account,
      granted: account.granted + amount,
      grantedMonth: month,
      monthlyGrant: monthlyTokens,
    },
    entries: [{ id: `grant:${month}`, amount, purpose: grantPurpose, at: now }],
  };
}

function raiseGrant(account: TokenAccount, monthlyTokens: number, now: Date): AccountChange | undefined {
  const { grantedMonth, monthlyGrant = monthlyTokens } = account;
  const amount = monthlyTokens - monthlyGrant;
  if (amount <= 0) return undefined;
  const id = `grant:${grantedMonth}:${String(monthlyTokens)}`;
  return {
    account: { ...account, granted: account.granted + amount, monthlyGrant: monthlyTokens },
    entries: [{ id, amount, purpose: grantPurpose, at: now }],
  };
}

/**
 * Adds tokens that do not expire with the month. A negative amount removes tokens, the added ones first, down to 0. The
 * balance is limited to {@link maxTokens}. The caller checks that `id` was not applied before.
 * @param id identifies the entry
 */
export function addTokens(account: TokenAccount, tokens: number, id: string, now: Date): AccountChange {
  const amount = Math.min(Math.max(tokens, -balanceOf(account)), maxTokens - balanceOf(account));
  const added = Math.max(0, account.added + amount);
  const granted = account.granted + (account.added + amount - added);
  return {
    account: { ...account, granted, added },
    entries: [{ id: addedEntryId(id), amount, purpose: addedPurpose, at: now }],
  };
}

export function findReservation(account: TokenAccount, operationId: string): Reservation | undefined {
  return account.reservations.find((reservation) => reservation.operationId === operationId);
}

/**
 * Reserves tokens, first from the grant. The caller checks that the operation has not reserved before.
 * @returns undefined when too few are left, or for an amount below 0, which would add tokens
 */
export function reserve(
  account: TokenAccount,
  request: ReservationRequest,
  now: Date,
): AccountChange | undefined {
  const { operationId, amount, purpose } = request;
  const about = aboutOf(request);
  if (amount < 0 || amount > balanceOf(account)) return undefined;
  const granted = Math.min(amount, account.granted);
  const reservation = { operationId, amount, granted, purpose, ...about, at: now };
  return {
    account: {
      ...account,
      granted: account.granted - granted,
      added: account.added - (amount - granted),
      reservations: [...account.reservations, reservation],
    },
    entries: [{ id: reserveEntryId(operationId), amount: -amount, purpose, operationId, ...about, at: now }],
  };
}

/**
 * Settles a reservation: spends at most the reserved amount, the grant first, and returns the rest to its source.
 * @returns undefined when the operation has no open reservation
 */
export function settle(
  account: TokenAccount,
  operationId: string,
  amount: number,
  now: Date,
): AccountChange | undefined {
  const reservation = findReservation(account, operationId);
  if (!reservation) return undefined;
  const { purpose } = reservation;
  const spent = Math.min(Math.max(amount, 0), reservation.amount);
  const rest = reservation.amount - spent;
  const restOfGrant = Math.max(0, reservation.granted - spent);
  return {
    account: {
      ...account,
      granted: account.granted + restOfGrant,
      added: account.added + (rest - restOfGrant),
      reservations: account.reservations.filter((other) => other !== reservation),
    },
    entries: [
      { id: `settle:${operationId}`, amount: rest, purpose, operationId, ...aboutOf(reservation), at: now },
    ],
  };
}

/** What an entry says besides its operation. */
function aboutOf({ videoId, spentBy }: Pick<ReservationRequest, 'videoId' | 'spentBy'>) {
  return { ...(videoId !== undefined && { videoId }), ...(spentBy !== undefined && { spentBy }) };
}

/** Reservations made until this time have expired. */
export function expiryCutoff(now: Date): Date {
  return new Date(now.getTime() - reservedForMs);
}

/** Releases the reservations of operations that never ended. @returns undefined when there are none */
export function releaseExpired(account: TokenAccount, now: Date): AccountChange | undefined {
  const expired = account.reservations.filter(({ at }) => at <= expiryCutoff(now));
  if (expired.length === 0) return undefined;
  return expired.reduce<AccountChange>(
    (before, { operationId }) => {
      const { account, entries } = settle(before.account, operationId, 0, now) ?? before;
      return { account, entries: [...before.entries, ...entries] };
    },
    { account, entries: [] },
  );
}

/** The message to a person who has too few tokens. */
export function shortageMsg(account: TokenAccount, amount: number, now: Date): string {
  const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
  const [left, cost] = [balanceOf(account), amount].map((count) => count.toLocaleString('en'));
  const day = nextMonth.toISOString().slice(0, 10);
  return `You have ${left ?? ''} tokens left, and this may take ${cost ?? ''}. Your plan grants new tokens on ${day}; ask us to add some before that.`;
}

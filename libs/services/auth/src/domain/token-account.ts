/** Tokens set aside for an operation that has not ended. */
export interface Reservation {
  readonly operationId: string;
  readonly amount: number;
  /** How much of the amount came out of the month's grant. */
  readonly granted: number;
  readonly purpose: string;
  readonly videoId?: string;
  readonly at: Date;
}

/** What a person may spend. Nothing in it is ever below 0. */
export interface TokenAccount {
  /** What is left of the month's grant. */
  readonly granted: number;
  /** What is left of tokens that were added by hand: they stay when the month ends. */
  readonly added: number;
  /** The month that was granted last, `yyyy-MM` in UTC; empty before the first. */
  readonly grantedMonth: string;
  /** What the plan granted in that month; accounts that are older than this field have none until the next month. */
  readonly monthlyGrant?: number;
  readonly reservations: readonly Reservation[];
}

/** One line of the ledger: the sum of all is the balance, at any moment. */
export interface LedgerEntry {
  /** Unique among those of the person, and known beforehand: nothing is entered twice. */
  readonly id: string;
  readonly amount: number;
  /** What kind of operation, `grant`, or `added`. */
  readonly purpose: string;
  /** Absent when no operation is behind it. */
  readonly operationId?: string;
  /** Absent when no video is behind it. */
  readonly videoId?: string;
  readonly at: Date;
}

/** Purposes of entries that no operation is behind. */
export const grantPurpose = 'grant';
export const addedPurpose = 'added';

/** An account after a change, and what stands in the ledger because of it. */
export interface AccountChange {
  readonly account: TokenAccount;
  readonly entries: readonly LedgerEntry[];
}

export interface ReservationRequest {
  readonly operationId: string;
  readonly amount: number;
  readonly purpose: string;
  readonly videoId?: string | undefined;
}

/** More than a person can have running at once, and few enough for one document. */
export const reservationLimit = 100;
/** An operation that has not ended by then never will. */
const reservedForMs = 24 * 60 * 60 * 1_000;

/** No account holds more: what it holds is sent as a number of 32 bits. */
export const mostTokens = 1_000_000_000;

export const emptyAccount: TokenAccount = { granted: 0, added: 0, grantedMonth: '', reservations: [] };

export function balanceOf({ granted, added }: TokenAccount): number {
  return granted + added;
}

/** The entry that a reservation makes: who finds it knows that the operation has reserved. */
export function reserveEntryId(operationId: string): string {
  return `reserve:${operationId}`;
}

/** The entry that added tokens make: who finds it knows that they were added. */
export function addedEntryId(id: string): string {
  return `add:${id}`;
}

/**
 * Fills the month's grant up, once in a calendar month: what is left of the last one does not pile up, and what is set
 * aside of it counts as left, for it may come back. A plan that was raised since adds the difference at once; one that
 * was lowered takes nothing back.
 * @returns undefined when this month was granted already
 */
export function grantMonth(
  account: TokenAccount,
  monthlyTokens: number,
  now: Date,
): AccountChange | undefined {
  const month = now.toISOString().slice(0, 7);
  if (month <= account.grantedMonth) return raiseGrant(account, monthlyTokens, now);
  const setAside = account.reservations.reduce((sum, { granted }) => sum + granted, 0);
  const amount = Math.max(0, monthlyTokens - account.granted - setAside);
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
 * Adds tokens that stay when the month ends, or takes some away: the added ones first, no more than there are, and
 * none beyond {@link mostTokens}. They must be ones that were not added before.
 * @param id makes the entry unique
 */
export function addTokens(account: TokenAccount, tokens: number, id: string, now: Date): AccountChange {
  const amount = Math.min(Math.max(tokens, -balanceOf(account)), mostTokens - balanceOf(account));
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
 * Sets tokens aside, those of the grant first. The operation must be one that has not reserved before.
 * @returns undefined when too few are left
 */
export function reserve(
  account: TokenAccount,
  request: ReservationRequest,
  now: Date,
): AccountChange | undefined {
  const { operationId, amount, purpose } = request;
  const video = request.videoId === undefined ? {} : { videoId: request.videoId };
  if (amount > balanceOf(account)) return undefined;
  const granted = Math.min(amount, account.granted);
  const reservation = { operationId, amount, granted, purpose, ...video, at: now };
  return {
    account: {
      ...account,
      granted: account.granted - granted,
      added: account.added - (amount - granted),
      reservations: [...account.reservations, reservation],
    },
    entries: [{ id: reserveEntryId(operationId), amount: -amount, purpose, operationId, ...video, at: now }],
  };
}

/**
 * Ends a reservation: at most what was reserved is spent, the grant first, and the rest goes back to where it came from.
 * @returns undefined when the operation has none open
 */
export function settle(
  account: TokenAccount,
  operationId: string,
  amount: number,
  now: Date,
): AccountChange | undefined {
  const reservation = findReservation(account, operationId);
  if (!reservation) return undefined;
  const { purpose, videoId } = reservation;
  const video = videoId === undefined ? {} : { videoId };
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
    entries: [{ id: `settle:${operationId}`, amount: rest, purpose, operationId, ...video, at: now }],
  };
}

/** Reservations made before this are given back. */
export function latestExpired(now: Date): Date {
  return new Date(now.getTime() - reservedForMs);
}

/** Gives back what operations that never ended had reserved. @returns undefined when there are none */
export function giveBackExpired(account: TokenAccount, now: Date): AccountChange | undefined {
  const expired = account.reservations.filter(({ at }) => at <= latestExpired(now));
  if (expired.length === 0) return undefined;
  return expired.reduce<AccountChange>(
    (before, { operationId }) => {
      const { account, entries } = settle(before.account, operationId, 0, now) ?? before;
      return { account, entries: [...before.entries, ...entries] };
    },
    { account, entries: [] },
  );
}

/** What a person is told who has too few. */
export function shortageMsg(account: TokenAccount, amount: number, now: Date): string {
  const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
  const [left, wanted] = [balanceOf(account), amount].map((count) => count.toLocaleString('en'));
  const day = nextMonth.toISOString().slice(0, 10);
  return `You have ${left ?? ''} tokens left, and this may take ${wanted ?? ''}. Your plan fills them up on ${day}; ask us to add some before that.`;
}

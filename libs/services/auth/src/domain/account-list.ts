import type { PlanId } from '@vault/contracts';

/** The states by which staff filter accounts. */
export const accountStates = [
  'active',
  'inactive',
  'expiring',
  'expired',
  'unconfirmed',
  'upgrade-requested',
] as const;
export type AccountState = (typeof accountStates)[number];

/** Absent fields and an empty `q` match all accounts. */
export interface AccountFilter {
  readonly q: string;
  readonly plan?: PlanId | undefined;
  readonly state?: AccountState | undefined;
}

/** The indexed sort field for each sort name of the API. */
export const sortFields = {
  email: 'email',
  name: 'sortName',
  plan: 'plan',
  membership_end: 'membershipEnd',
  created_at: 'createdAt',
} as const;

export type IndexedSort = keyof typeof sortFields;

/** Balances are in another collection, so no index of accounts sorts by them. */
export const accountSorts = [...(Object.keys(sortFields) as IndexedSort[]), 'token_balance'] as const;

/** The most accounts in one answer. */
export const maxAccounts = 10_000;

/** The most ids and times in one answer, for an order that another service makes. */
export const maxMatched = 50_000;

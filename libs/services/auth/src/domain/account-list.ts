import type { PlanId } from '@vault/contracts';

/** How staff filter accounts. */
export const accountStates = ['active', 'inactive', 'expired', 'unconfirmed', 'upgrade-requested'] as const;
export type AccountState = (typeof accountStates)[number];

/** Which accounts. */
export interface AccountFilter {
  readonly q: string;
  readonly plan?: PlanId | undefined;
  readonly state?: AccountState | undefined;
}

/** Fields of accounts that an index sorts by, by the names that callers have for them. */
export const sortFields = {
  email: 'email',
  name: 'sortName',
  plan: 'plan',
  membership_end: 'membershipEnd',
  created_at: 'createdAt',
} as const;

export type IndexedSort = keyof typeof sortFields;

/** Balances stand beside the accounts: no index of accounts sorts by them. */
export const accountSorts = [...(Object.keys(sortFields) as IndexedSort[]), 'token_balance'] as const;

/** The longest list that is answered whole. */
export const mostAccounts = 10_000;

/** The most of which ids and times alone are answered, for an order that another service makes. */
export const mostMatched = 50_000;

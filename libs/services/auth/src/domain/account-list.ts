/** An empty field matches all accounts. */
export interface AccountFilter {
  readonly q: string;
  readonly plan: string;
  readonly state: string;
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
export type AccountSort = IndexedSort | 'token_balance';

/** The most accounts in one answer. */
export const maxAccounts = 10_000;

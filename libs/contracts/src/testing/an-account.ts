import type { Account } from '../generated/vault/auth/v1/auth.ts';

/** An account on the free plan with a current membership, as auth answers it. */
export function anAccount(fields: Partial<Account> & Pick<Account, 'id'>): Account {
  return {
    email: `${fields.id}@example.com`,
    firstname: 'Ada',
    lastname: 'Byron',
    plan: 'free',
    membershipEnd: 1_797_000_000,
    isActive: true,
    createdAt: 1_795_000_000,
    tokenBalance: 50_000,
    granted: 50_000,
    added: 0,
    monthlyTokens: 50_000,
    version: 1,
    isConfirmed: true,
    upgradeRequestedAt: undefined,
    readyMail: true,
    videoLimit: 2,
    ...fields,
  };
}

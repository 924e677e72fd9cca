import type { authRpc } from '@vault/contracts/rpc';

/** An account on the free plan with a current membership. */
export function accountOf(id: string, fields: Partial<authRpc.Account> = {}): authRpc.Account {
  return {
    id,
    email: `${id}@example.com`,
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

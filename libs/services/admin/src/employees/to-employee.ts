import type { adminRpc, authRpc } from '@vault/contracts/rpc';

/** A user for the staff area. @param postedVideos undefined while they cannot be counted */
export function toEmployee(account: authRpc.Account, postedVideos: number | undefined): adminRpc.Employee {
  return {
    id: account.id,
    firstname: account.firstname,
    lastname: account.lastname,
    email: account.email,
    plan: account.plan,
    postedVideos,
    tokenBalance: account.tokenBalance,
    createdAt: account.createdAt,
    membershipEnd: account.membershipEnd,
    isActive: account.isActive,
    version: account.version,
    isConfirmed: account.isConfirmed,
    upgradeRequestedAt: account.upgradeRequestedAt,
  };
}

import type { authRpc } from '@vault/contracts/rpc';

/** Upgrade requests, the oldest first, then accounts that wait for confirmation; each person once. */
export function upgradeRequests(
  requested: readonly authRpc.Account[],
  unconfirmed: readonly authRpc.Account[],
  limit: number,
): authRpc.Account[] {
  const byRequest = requested.toSorted((a, b) => (a.upgradeRequestedAt ?? 0) - (b.upgradeRequestedAt ?? 0));
  const byId = new Map([...byRequest, ...unconfirmed].map((account) => [account.id, account]));
  return [...byId.values()].slice(0, limit);
}

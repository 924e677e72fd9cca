import type { EmployeeRow, PlanId } from '@vault/contracts';
import type { authRpc } from '@vault/contracts/rpc';

/** A user with the field names of the API. @param postedVideos undefined while they cannot be counted */
export function toEmployeeRow(account: authRpc.Account, postedVideos: number | undefined): EmployeeRow {
  return {
    _id: account.id,
    firstname: account.firstname,
    lastname: account.lastname,
    email: account.email,
    plan: account.plan as PlanId,
    posted_videos: postedVideos ?? null,
    token_balance: account.tokenBalance,
    created_at: account.createdAt,
    membership_end: account.membershipEnd,
    is_active: account.isActive,
    version: account.version,
    is_confirmed: account.isConfirmed,
    upgrade_requested_at: account.upgradeRequestedAt ?? null,
  };
}

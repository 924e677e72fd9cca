import type { EmployeeRow, PlanId } from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';

/** A user with the field names of the API. */
export function toEmployeeRow(user: adminRpc.User): EmployeeRow {
  return {
    _id: user.id,
    firstname: user.firstname,
    lastname: user.lastname,
    email: user.email,
    plan: user.plan as PlanId,
    posted_videos: user.postedVideos ?? null,
    token_balance: user.tokenBalance,
    created_at: user.createdAt,
    membership_end: user.membershipEnd,
    is_active: user.isActive,
    version: user.version,
    is_confirmed: user.isConfirmed,
    upgrade_requested_at: user.upgradeRequestedAt ?? null,
  };
}

import type { EmployeeRow, PlanId } from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';

/** A user with the field names of the API. */
export function toEmployeeRow(employee: adminRpc.Employee): EmployeeRow {
  return {
    _id: employee.id,
    firstname: employee.firstname,
    lastname: employee.lastname,
    email: employee.email,
    plan: employee.plan as PlanId,
    posted_videos: employee.postedVideos ?? null,
    token_balance: employee.tokenBalance,
    created_at: employee.createdAt,
    membership_end: employee.membershipEnd,
    is_active: employee.isActive,
    version: employee.version,
    is_confirmed: employee.isConfirmed,
    upgrade_requested_at: employee.upgradeRequestedAt ?? null,
  };
}

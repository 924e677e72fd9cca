import type { StaffAccount, StaffRole } from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';

export function toStaffAccount(staff: adminRpc.Staff): StaffAccount {
  const { id, email, role, isActive, createdAt, lastSeenAt } = staff;
  return {
    ...{ id, email, role: role as StaffRole },
    ...{ is_active: isActive, created_at: createdAt, last_seen_at: lastSeenAt ?? null },
  };
}

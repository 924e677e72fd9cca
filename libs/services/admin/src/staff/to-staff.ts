import type { adminRpc } from '@vault/contracts/rpc';
import type { ListedMember } from './staff.service.ts';

export function toStaff({ id, email, role, isActive, createdAt, lastSeenAt }: ListedMember): adminRpc.Staff {
  return {
    id,
    email,
    role,
    isActive,
    createdAt: seconds(createdAt),
    lastSeenAt: lastSeenAt && seconds(lastSeenAt),
  };
}

function seconds(time: Date): number {
  return time.getTime() / 1_000;
}

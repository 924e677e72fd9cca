import type { StaffRole } from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';

/** Calls that need a session. */
export type StaffCall = Exclude<keyof typeof adminRpc.AdminServiceService, 'login' | 'checkSession'>;

/** The lowest role that may make each call. */
export const roleOfCall: Readonly<Record<StaffCall, StaffRole>> = {
  logout: 'support',
  changePassword: 'support',
  listStaff: 'owner',
  addStaff: 'owner',
  editStaff: 'owner',
  removeStaff: 'owner',
  listEmployees: 'support',
  editEmployee: 'support',
  deleteEmployee: 'support',
  grantUpgrade: 'support',
  listVideos: 'support',
  retryVideo: 'support',
  retryFailedVideos: 'support',
  listTokenHistory: 'support',
  getDashboard: 'support',
  listAudit: 'support',
};

/** Whether the role is enough for the call: an owner may do all that support may. */
export function mayCall(role: StaffRole, call: StaffCall): boolean {
  return role === 'owner' || roleOfCall[call] === 'support';
}

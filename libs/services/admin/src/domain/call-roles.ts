import type { AdminCommandType, StaffRole } from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';

/** Calls before there is a session. */
type VisitorCall = 'login' | 'checkSession' | 'getStaffSso' | 'beginStaffSso' | 'finishStaffSso';

/** Calls for members of a workspace, whose permission the gateway has checked. */
type MemberCall = 'listWorkspaceLog' | 'getLogStream' | 'setLogStream' | 'testLogStream' | 'recordRefusal';

/** Calls and commands that need a session. */
export type StaffCall =
  Exclude<keyof typeof adminRpc.AdminServiceService, VisitorCall | MemberCall> | AdminCommandType;

/** The lowest role that may make each call, or send each command. */
export const roleOfCall: Readonly<Record<StaffCall, StaffRole>> = {
  watchSession: 'support',
  logout: 'support',
  changePassword: 'support',
  listStaff: 'owner',
  addStaff: 'owner',
  editStaff: 'owner',
  'admin.remove-staff.v1': 'owner',
  'admin.edit-user.v1': 'support',
  'admin.delete-user.v1': 'support',
  'admin.grant-upgrade.v1': 'support',
  'admin.edit-team.v1': 'support',
  'admin.retry-video.v1': 'support',
  listAudit: 'support',
};

/** Whether the role is enough for the call: the role `owner` includes `support`. */
export function mayCall(role: StaffRole, call: StaffCall): boolean {
  return role === 'owner' || roleOfCall[call] === 'support';
}

import { z } from 'zod';
import { accountEdit, teamEdit } from './auth.messages.ts';
import { command } from './message.ts';

const id = z.string().min(1).max(128);
/** The member of staff, whose session and role admin checks, and their address for the audit log. */
const caller = z.object({ staffId: id, sessionId: id, clientAddress: z.string().max(64) });
const aboutUser = { caller, userId: id };

/** Changes that staff request: admin records them in its audit log, and commands the service that owns the data. */
export const adminCommands = {
  'admin.edit-user.v1': command({
    logs: false,
    says: 'Staff change the given fields of a user; with `version` only when the account has not changed since. Recorded in the audit log.',
    data: { ...aboutUser, ...accountEdit },
  }),
  'admin.delete-user.v1': command({
    logs: false,
    says: 'Staff delete a user. Recorded in the audit log.',
    data: aboutUser,
  }),
  'admin.grant-upgrade.v1': command({
    logs: false,
    says: 'Staff grant a user the executive plan. Recorded in the audit log.',
    data: aboutUser,
  }),
  'admin.edit-team.v1': command({
    logs: false,
    says: 'Staff change the given fields of a team; with `version` only when it has not changed since. Recorded in the audit log.',
    data: { caller, ownerId: id, ...teamEdit },
  }),
  'admin.retry-video.v1': command({
    logs: false,
    says: 'Staff retry the failed step of a user’s video. Recorded in the audit log.',
    data: { caller, videoId: id },
  }),
  'admin.remove-staff.v1': command({
    logs: false,
    says: 'An owner removes a member of staff. Recorded in the audit log. Succeeds when there is no such member.',
    data: { caller, id },
  }),
};

import {
  isAtLeast,
  type InvitationRow,
  type MemberRow,
  type OfferedInvitation,
  type Role,
} from '@vault/contracts';
import type { authRpc } from '@vault/contracts/rpc';

/** A member as another one sees them. Viewers and reviewers see names, but no addresses and visits. */
export function toMemberRow(member: authRpc.Member, reader: Role): MemberRow {
  const { userId: id, firstname, lastname, email, role, since, invitedBy, isActive, lastHere } = member;
  const seesMore = isAtLeast(reader, 'editor');
  return {
    ...{ id, firstname, lastname, since },
    email: seesMore ? email : null,
    role: role as Role,
    invited_by: invitedBy || null,
    is_active: isActive,
    last_here: (seesMore ? lastHere : undefined) ?? null,
  };
}

export function toInvitationRow(invitation: authRpc.Invitation): InvitationRow {
  const { id, email, role, invitedBy, createdAt, expiresAt } = invitation;
  const times = { created_at: createdAt, expires_at: expiresAt };
  return { id, email, role: role as Role, invited_by: invitedBy, ...times };
}

/** An invitation as whoever has its link sees it. */
export function toOfferedInvitation(invitation: authRpc.Invitation): OfferedInvitation {
  const { team, email, role, invitedBy, expiresAt } = invitation;
  return { team, email, role: role as Role, invited_by: invitedBy, expires_at: expiresAt };
}

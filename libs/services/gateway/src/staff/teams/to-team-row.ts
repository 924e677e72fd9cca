import type { PlanId, TeamRow } from '@vault/contracts';
import type { authRpc } from '@vault/contracts/rpc';

/** A team as staff see it. */
export function toTeamRow(team: authRpc.Team): TeamRow {
  const owners = team.members.filter(({ role }) => role === 'owner');
  return {
    ...{ _id: team.id, name: team.name, owners: owners.map(({ email }) => email) },
    ...{ members: team.memberCount, member_limit: team.memberLimit, video_limit: team.videoLimit },
    plan: team.plan as PlanId,
    token_balance: team.tokenBalance,
    created_at: team.createdAt,
    membership_end: team.membershipEnd,
    is_active: team.isActive,
    single_sign_on: team.requiresSso ? 'required' : team.hasSso ? 'on' : 'off',
    upgrade_requested_at: team.upgradeRequestedAt ?? null,
    deletes_at: team.deletesAt ?? null,
    version: team.version,
  };
}

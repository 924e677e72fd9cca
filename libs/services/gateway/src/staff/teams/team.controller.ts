import { Controller, Inject } from '@nestjs/common';
import { type PlanId, type TeamRow } from '@vault/contracts';
import { adminRoutes as routes } from '@vault/contracts/openapi';
import type { authRpc } from '@vault/contracts/rpc';
import { COMMAND_BUS } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { Route, type RequestOf } from '../../routes/route.ts';
import { changeDeadline } from '../change-deadline.ts';
import { currentAfterConflict } from '../current-after-conflict.ts';

/** Teams of the product, for staff. */
@Controller()
export class TeamController {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
  ) {}

  @Route(routes.listTeams)
  async list({ query: { q = '', page, limit } }: RequestOf<typeof routes.listTeams>) {
    const { teams, total } = await this.auth.listTeams({ q, page, limit });
    return { data: teams.map(toTeamRow), total };
  }

  @Route(routes.editTeamOfUsers)
  async edit({ caller, params, body, reply }: RequestOf<typeof routes.editTeamOfUsers>) {
    const { plan, version, add_token: addTokens, ...edit } = body;
    const { is_active: isActive, membership_end: membershipEnd } = edit;
    const limits = { videoLimit: edit.video_limit, memberLimit: edit.member_limit };
    const ownerId = params.id;
    const data = { caller, ownerId, plan, isActive, membershipEnd, addTokens, version, ...limits };
    const read = async () => toTeamRow(await this.auth.getTeam({ ownerId }));
    try {
      await this.commands.send('admin.edit-team.v1', data, { subject: ownerId, ...changeDeadline });
      return { msg: 'The team was updated.', data: await read() };
    } catch (error) {
      return currentAfterConflict(error, { reply, noun: 'team', version, read });
    }
  }
}

function toTeamRow(team: authRpc.Team): TeamRow {
  const owners = team.members.filter(({ role }) => role === 'owner');
  return {
    ...{ _id: team.id, name: team.name, owners: owners.map(({ email }) => email) },
    ...{ members: team.memberCount, member_limit: team.memberLimit, video_limit: team.videoLimit },
    plan: team.plan as PlanId,
    token_balance: team.tokenBalance,
    created_at: team.createdAt,
    membership_end: team.membershipEnd,
    is_active: team.isActive,
    upgrade_requested_at: team.upgradeRequestedAt ?? null,
    deletes_at: team.deletesAt ?? null,
    version: team.version,
  };
}

import { Controller, Inject } from '@nestjs/common';
import { adminRoutes as routes } from '@vault/contracts/openapi';
import { COMMAND_BUS } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { Route, type RequestOf } from '../../routes/route.ts';
import { changeDeadline } from '../change-deadline.ts';
import { currentAfterConflict } from '../current-after-conflict.ts';
import { toTeamRow } from './to-team-row.ts';

/** Teams of the product, for staff. */
@Controller()
export class TeamController {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
  ) {}

  @Route(routes.listTeams)
  async list({ query: { q = '', page, limit } }: RequestOf<typeof routes.listTeams>) {
    const { teams, total } = await this.auth.listTeams({ q, page, limit, isRequested: false });
    return { data: teams.map(toTeamRow), total };
  }

  @Route(routes.editTeamOfUsers)
  async edit({ caller, params, body, reply }: RequestOf<typeof routes.editTeamOfUsers>) {
    const { plan, version, add_token: addTokens, ...edit } = body;
    const { is_active: isActive, membership_end: membershipEnd } = edit;
    const limits = {
      videoLimit: edit.video_limit,
      memberLimit: edit.member_limit,
      requiresSso: edit.requires_sso,
    };
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

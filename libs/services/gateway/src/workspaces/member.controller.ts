import { Controller, Inject } from '@nestjs/common';
import { AppError, COMMAND_BUS } from '@vault/base';
import { may, type InvitedRow } from '@vault/contracts';
import { workspaceRoutes as routes } from '@vault/contracts/openapi';
import { currentRequestKey, type CommandBus } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { Route, type RequestOf } from '../routes/route.ts';
import { credentialsOf } from '../sessions/credentials.ts';
import { SessionService } from '../sessions/session.service.ts';
import { toInvitationRow, toMemberRow } from './to-member-row.ts';
import { requireTeam } from './workspace.controller.ts';

/** Auth stores up to 50 mails. */
const inviteDeadline = { deadlineMs: 8_000 };

/** The members of a team, and who is invited to it. Auth decides who may change whom. */
@Controller()
export class MemberController {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly sessions: SessionService,
  ) {}

  @Route(routes.listMembers)
  async list({ caller: { workspace } }: RequestOf<typeof routes.listMembers>) {
    const { members, invitations, memberLimit } = await this.auth.getTeam({
      ownerId: requireTeam(workspace),
    });
    return {
      data: {
        members: members.map((member) => toMemberRow(member, workspace.role)),
        invitations: may(workspace, 'members') ? invitations.map(toInvitationRow) : [],
        member_limit: memberLimit,
      },
    };
  }

  @Route(routes.setRole)
  async setRole({ caller, params: { id }, body }: RequestOf<typeof routes.setRole>) {
    const ownerId = requireTeam(caller.workspace);
    await this.commands.send('auth.set-role.v1', { ownerId, userId: id, ...body }, { subject: ownerId });
  }

  @Route(routes.removeMember)
  async remove({ caller, params: { id }, request }: RequestOf<typeof routes.removeMember>) {
    const { workspace, user } = caller;
    const ownerId = requireTeam(workspace);
    if (id !== user.id && !may(workspace, 'members'))
      throw new AppError('forbidden', `Only admins of ${workspace.name} remove members.`);
    await this.commands.send('auth.remove-member.v1', { ownerId, userId: id }, { subject: ownerId });
    // Whoever leaves has left with the next request.
    if (id === user.id) this.sessions.forget(credentialsOf(request));
  }

  @Route(routes.invite)
  async invite({ caller: { workspace, user }, body }: RequestOf<typeof routes.invite>) {
    const ownerId = requireTeam(workspace);
    const request = { ownerId, userId: user.id, ...body, requestKey: currentRequestKey() };
    const { addresses } = await this.auth.invite(request, inviteDeadline);
    return { data: addresses as InvitedRow[] };
  }

  @Route(routes.withdrawInvitation)
  async withdraw({ caller, params }: RequestOf<typeof routes.withdrawInvitation>) {
    const ownerId = requireTeam(caller.workspace);
    const invitation = { ownerId, invitationId: params.id };
    await this.commands.send('auth.withdraw-invitation.v1', invitation, { subject: ownerId });
  }
}

import { Injectable } from '@nestjs/common';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import { AccountDeletionService } from './accounts/account-deletion.service.ts';
import { AccountEditService } from './accounts/account-edit.service.ts';
import { MemberService } from './teams/member.service.ts';
import { TeamDeletionService } from './teams/team-deletion.service.ts';
import { TeamPlanService } from './teams/team-plan.service.ts';
import { WorkspaceService } from './teams/workspace.service.ts';
import { toTeamOutcome, toWireOutcome } from './to-wire.ts';

/** Handles the commands of this service. */
@Injectable()
export class AuthCommands implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'auth.update-quote-prompt.v1': ({ userId, ...choice }, { message }) =>
      this.edits.changeSettings(userId, choice, message.id),
    'auth.update-search-prompt.v1': ({ userId, ...choice }, { message }) =>
      this.edits.changeSettings(userId, choice, message.id),
    'auth.edit-account.v1': async (data, { message }) =>
      toWireOutcome(await this.edits.edit(data, message.id)),
    'auth.request-upgrade.v1': ({ userId }, { message }) => this.edits.requestUpgrade(userId, message.id),
    'auth.grant-upgrade.v1': async ({ userId, by }, { message }) =>
      toWireOutcome(await this.edits.grantUpgrade(userId, by, message.id)),
    'auth.edit-team-plan.v1': async (data, { message }) =>
      toTeamOutcome(await this.teamPlans.edit(data, message.id)),
    'auth.create-team.v1': ({ ownerId, name }, { message }) =>
      this.workspaces.create(ownerId, name, message.id),
    'auth.edit-team.v1': (data, { message }) => this.members.edit(data, message.id),
    'auth.set-team-picture.v1': ({ ownerId, picture }, { message }) =>
      this.members.setPicture(ownerId, picture, message.id),
    'auth.delete-team.v1': ({ ownerId }, { message }) => this.teamDeletions.close(ownerId, message.id),
    'auth.restore-team.v1': ({ ownerId }, { message }) => this.teamDeletions.restore(ownerId, message.id),
    'auth.set-role.v1': ({ ownerId, ...change }, { message }) =>
      this.members.setRole(ownerId, change, message.id),
    'auth.remove-member.v1': ({ ownerId, userId }, { message }) =>
      this.members.remove(ownerId, userId, message.id),
    'auth.withdraw-invitation.v1': ({ ownerId, invitationId }, { message }) =>
      this.members.withdraw(ownerId, invitationId, message.id),
    'auth.delete-account.v1': ({ userId, by }, { message }) => this.deletions.delete(userId, by, message.id),
  };

  constructor(
    private readonly edits: AccountEditService,
    private readonly deletions: AccountDeletionService,
    private readonly workspaces: WorkspaceService,
    private readonly members: MemberService,
    private readonly teamPlans: TeamPlanService,
    private readonly teamDeletions: TeamDeletionService,
  ) {}
}

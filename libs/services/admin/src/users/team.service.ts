import { Injectable } from '@nestjs/common';
import type { MessageData } from '@vault/contracts';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { ActionRunner, type Requester } from '../actions/action-runner.ts';
import { planEdit } from '../domain/user-edit.ts';

type TeamEdit = Omit<MessageData<'admin.edit-team.v1'>, 'caller' | 'ownerId'>;

/** Changes teams on behalf of staff. */
@Injectable()
export class TeamService {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    private readonly runner: ActionRunner,
  ) {}

  /** As an edit of a user. @throws {AppError} `not-found`; the refusals of auth */
  async edit(by: Requester, ownerId: string, edit: TeamEdit): Promise<void> {
    const { version, addTokens = 0, ...fields } = edit;
    const team = await this.auth.getTeam({ ownerId });
    const plan = planEdit(team, { ...fields, addTokens });
    if (!plan) return;
    const { fields: changed, before, requested } = plan;
    const expected = version === undefined ? {} : { version };
    await this.runner.run(by.actor, {
      id: by.actionId,
      action: 'edit-team',
      before,
      requested,
      subject: { id: ownerId, name: team.name },
      work: {
        kind: 'command',
        type: 'auth.edit-team-plan.v1',
        subject: ownerId,
        data: { ownerId, ...changed, ...expected, by: by.actor.id },
        lateVersion: version ?? team.version,
      },
    });
  }
}

import { Injectable } from '@nestjs/common';
import type { AdminCommandType, MessageData } from '@vault/contracts';
import type { MessageConsumer, MessageContext, MessageHandlers } from '@vault/messaging';
import { ActionRunner, actorOf, type Requester } from './actions/action-runner.ts';
import { TeamService } from './users/team.service.ts';
import { UserService } from './users/user.service.ts';
import { StaffSessionService } from './sessions/staff-session.service.ts';
import { StaffService } from './staff/staff.service.ts';
import { VideoRetryService } from './videos/video-retry.service.ts';

/** Handles the commands of this service. Each authorises its caller. */
@Injectable()
export class AdminCommands implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'admin.edit-user.v1': this.authorized('admin.edit-user.v1', (by, { userId, ...edit }) =>
      this.users.edit(by, userId, edit),
    ),
    'admin.delete-user.v1': this.authorized('admin.delete-user.v1', (by, { userId }) =>
      this.users.delete(by, userId),
    ),
    'admin.grant-upgrade.v1': this.authorized('admin.grant-upgrade.v1', (by, { userId }) =>
      this.users.grantUpgrade(by, userId),
    ),
    'admin.edit-team.v1': this.authorized('admin.edit-team.v1', (by, { ownerId, ...edit }) =>
      this.teams.edit(by, ownerId, edit),
    ),
    'admin.retry-video.v1': this.authorized('admin.retry-video.v1', (by, { videoId }) =>
      this.retries.retry(by, videoId),
    ),
    'admin.remove-staff.v1': this.authorized('admin.remove-staff.v1', (by, { id }) =>
      this.staff.remove(by, id),
    ),
  };

  constructor(
    private readonly runner: ActionRunner,
    private readonly sessions: StaffSessionService,
    private readonly users: UserService,
    private readonly teams: TeamService,
    private readonly retries: VideoRetryService,
    private readonly staff: StaffService,
  ) {}

  /** A handler of commands of callers who may send them; others are refused. */
  private authorized<Type extends AdminCommandType>(
    type: Type,
    handle: (by: Requester, data: Omit<MessageData<Type>, 'caller'>) => Promise<void>,
  ): (data: MessageData<Type>, context: MessageContext) => Promise<void> {
    return async ({ caller, ...data }, { message: { id: actionId } }) => {
      // Resumes first: since the first delivery, the session may have ended, or the user may be deleted.
      if (await this.runner.resume(actionId)) return;
      await handle({ actor: actorOf(await this.sessions.authorise(caller, type)), actionId }, data);
    };
  }
}

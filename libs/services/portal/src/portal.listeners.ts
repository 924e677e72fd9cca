import { Injectable } from '@nestjs/common';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import { OwnerDeletion } from '@vault/store';
import { MomentService } from './moments/moment.service.ts';
import { PortalService } from './portals/portal.service.ts';

/** Events of upload about videos, and of auth about their owners. */
@Injectable()
export class PortalListeners implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'upload.video-deleted.v1': async (data) => {
      await this.moments.deleteVideo(data);
      await this.portals.deleteVideo(data);
    },
    'upload.video-moved.v1': async (data) => {
      await this.moments.followMove(data);
      await this.portals.leaveOut({ videoId: data.videoId, ownerId: data.fromOwnerId });
    },
    'auth.account-deleted.v1': ({ userId }) => this.owners.delete(userId),
  };

  constructor(
    private readonly moments: MomentService,
    private readonly portals: PortalService,
    private readonly owners: OwnerDeletion,
  ) {}
}

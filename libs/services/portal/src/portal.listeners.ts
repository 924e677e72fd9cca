import { Injectable } from '@nestjs/common';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import { OwnerDeletion } from '@vault/store';
import { MomentService } from './moments/moment.service.ts';

/** Events of upload about videos, and of auth about their owners. */
@Injectable()
export class PortalListeners implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'upload.video-deleted.v1': (data) => this.moments.deleteVideo(data),
    'auth.account-deleted.v1': ({ userId }) => this.owners.delete(userId),
  };

  constructor(
    private readonly moments: MomentService,
    private readonly owners: OwnerDeletion,
  ) {}
}

import { Injectable } from '@nestjs/common';
import { OwnerDeletion } from '@vault/store';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import { SubjectNamesService } from './audit/subject-names.service.ts';

/** Events about deleted users and videos, which staff may have changed. */
@Injectable()
export class AdminListeners implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'auth.account-deleted.v1': ({ userId }) => this.owners.delete(userId),
    'upload.video-deleted.v1': ({ videoId }) => this.names.removeAll(videoId),
  };

  constructor(
    private readonly owners: OwnerDeletion,
    private readonly names: SubjectNamesService,
  ) {}
}

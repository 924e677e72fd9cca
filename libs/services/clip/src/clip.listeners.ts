import { Injectable } from '@nestjs/common';
import { OwnerDeletion } from '@vault/store';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import { ClipService } from './clips/clip.service.ts';

/** Events of upload about videos, and of auth about their owners. */
@Injectable()
export class ClipListeners implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'upload.video-deleted.v1': (data) => this.clips.deleteVideo(data),
    'auth.account-deleted.v1': ({ userId }) => this.owners.delete(userId),
  };

  constructor(
    private readonly clips: ClipService,
    private readonly owners: OwnerDeletion,
  ) {}
}

import { Injectable } from '@nestjs/common';
import { OwnerDeletion } from '@vault/store';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import { ClipOwnerData } from './clips/clip-owner-data.ts';

/** Events of upload about videos, and of auth about their owners. */
@Injectable()
export class ClipListeners implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'upload.video-deleted.v1': (data) => this.clips.deleteVideo(data),
    'upload.video-moved.v1': (data) => this.clips.followVideo(data),
    'auth.account-deleted.v1': ({ userId }) => this.owners.delete(userId),
  };

  constructor(
    private readonly clips: ClipOwnerData,
    private readonly owners: OwnerDeletion,
  ) {}
}

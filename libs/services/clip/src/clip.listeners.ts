import { Injectable } from '@nestjs/common';
import type { MessageConsumer, MessageHandlers } from '@vault/platform';
import { ClipService } from './clips/clip.service.ts';

/** What upload tells about the videos. */
@Injectable()
export class ClipListeners implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'upload.video-deleted.v1': (data) => this.clips.forgetVideo(data),
  };

  constructor(private readonly clips: ClipService) {}
}

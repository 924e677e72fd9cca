import { Injectable } from '@nestjs/common';
import type { MessageConsumer, MessageHandlers } from '@vault/platform';
import { ChapterSetService } from './chapters/chapter-set.service.ts';

/** What the upload service tells about videos. */
@Injectable()
export class ChapteringListeners implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'upload.transcript-ready.v1': (data, { message }) => this.sets.transcriptReady(data, message.id),
    'upload.captions-unavailable.v1': (data, { message }) => this.sets.captionsUnavailable(data, message.id),
    'upload.video-deleted.v1': (data, { message }) => this.sets.forget(data, message.id),
  };

  constructor(private readonly sets: ChapterSetService) {}
}

import { Injectable } from '@nestjs/common';
import type { MessageConsumer, MessageHandlers } from '@vault/platform';
import { IndexingService } from './videos/indexing.service.ts';

/** What upload and chaptering tell about videos. The news itself matters little: the video is read anew. */
@Injectable()
export class SearchListeners implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'upload.video-ready.v1': (data, { message }) => this.indexing.refresh(data, message.id),
    'upload.transcript-ready.v1': (data, { message }) => this.indexing.refresh(data, message.id),
    'upload.details-saved.v1': (data, { message }) => this.indexing.refresh(data, message.id),
    'upload.video-deleted.v1': (data) => this.indexing.forget(data),
    'chaptering.chapters-generated.v1': (data, { message }) => this.indexing.refresh(data, message.id),
    'chaptering.summary-generated.v1': (data, { message }) => this.indexing.refresh(data, message.id),
    'chaptering.chapters-changed.v1': (data, { message }) => this.indexing.refresh(data, message.id),
    'chaptering.generation-failed.v1': (data, { message }) => this.indexing.refresh(data, message.id),
  };

  constructor(private readonly indexing: IndexingService) {}
}

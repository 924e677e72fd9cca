import { Injectable } from '@nestjs/common';
import { OwnerDeletion } from '@vault/store';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import { IndexingService } from './indexing/indexing.service.ts';

/**
 * Events of upload and chaptering about videos: each one makes the service read again what may have changed. Events of
 * auth about their owners.
 */
@Injectable()
export class SearchListeners implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'upload.video-ready.v1': (data, { message }) => this.indexing.refresh(data, message.id),
    'upload.transcript-ready.v1': (data, { message }) => this.indexing.refresh(data, message.id),
    'upload.details-saved.v1': (data, { message }) => this.indexing.refreshDetails(data, message.id),
    'upload.video-moved.v1': (data, { message }) => this.indexing.move(data, message.id),
    'upload.video-deleted.v1': (data) => this.indexing.removeVideo(data),
    'chaptering.chapters-generated.v1': (data, { message }) => this.indexing.refresh(data, message.id),
    'chaptering.summary-generated.v1': (data, { message }) => this.indexing.refresh(data, message.id),
    'chaptering.chapters-changed.v1': (data, { message }) => this.indexing.refresh(data, message.id),
    'chaptering.generation-failed.v1': (data, { message }) => this.indexing.refresh(data, message.id),
    'auth.account-deleted.v1': ({ userId }) => this.owners.delete(userId),
  };

  constructor(
    private readonly indexing: IndexingService,
    private readonly owners: OwnerDeletion,
  ) {}
}

import { Injectable } from '@nestjs/common';
import { OwnerDeletion } from '@vault/store';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import { ChapteringSyncService } from './videos/chaptering-sync.service.ts';
import { UploadSessionService } from './videos/upload-session.service.ts';

/** Handles the events of chaptering about videos, and of auth about their owners. */
@Injectable()
export class UploadListeners implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'chaptering.generation-started.v1': (data, { message }) => this.chapteringSync.started(data, message.id),
    'chaptering.chapters-generated.v1': (data, { message }) =>
      this.chapteringSync.generated(data, message.id),
    'chaptering.generation-failed.v1': (data, { message }) => this.chapteringSync.failed(data, message.id),
    'chaptering.summary-generated.v1': (data, { message }) =>
      this.chapteringSync.summarised(data, message.id),
    'auth.access-ended.v1': ({ userId }) => this.sessions.cancelAllOf(userId),
    'auth.sessions-ended.v1': (data) => this.sessions.cancelOfEnded(data),
    'auth.member-changed.v1': (data) => this.sessions.cancelOfMember(data),
    'auth.account-deleted.v1': ({ userId }) => this.owners.delete(userId),
  };

  constructor(
    private readonly chapteringSync: ChapteringSyncService,
    private readonly sessions: UploadSessionService,
    private readonly owners: OwnerDeletion,
  ) {}
}

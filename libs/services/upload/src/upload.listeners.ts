import { Injectable } from '@nestjs/common';
import { OwnerDeletion, type MessageConsumer, type MessageHandlers } from '@vault/platform';
import { ChapteringNewsService } from './videos/chaptering-news.service.ts';
import { UploadSessionService } from './videos/upload-session.service.ts';

/** What chaptering says about the videos, and auth about their owners. */
@Injectable()
export class UploadListeners implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'chaptering.generation-started.v1': (data, { message }) => this.news.started(data, message.id),
    'chaptering.chapters-generated.v1': (data, { message }) => this.news.generated(data, message.id),
    'chaptering.generation-failed.v1': (data, { message }) => this.news.failed(data, message.id),
    'chaptering.summary-generated.v1': (data, { message }) => this.news.summarised(data, message.id),
    'auth.access-ended.v1': ({ userId }) => this.sessions.endAllOf(userId),
    'auth.account-deleted.v1': ({ userId }) => this.owners.delete(userId),
  };

  constructor(
    private readonly news: ChapteringNewsService,
    private readonly sessions: UploadSessionService,
    private readonly owners: OwnerDeletion,
  ) {}
}

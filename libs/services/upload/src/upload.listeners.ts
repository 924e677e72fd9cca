import { Injectable } from '@nestjs/common';
import type { MessageConsumer, MessageHandlers } from '@vault/platform';
import { ChapteringNewsService } from './videos/chaptering-news.service.ts';

/** What chaptering tells about the videos. */
@Injectable()
export class UploadListeners implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'chaptering.generation-started.v1': (data, { message }) => this.news.started(data, message.id),
    'chaptering.chapters-generated.v1': (data, { message }) => this.news.generated(data, message.id),
    'chaptering.generation-failed.v1': (data, { message }) => this.news.failed(data, message.id),
    'chaptering.summary-generated.v1': (data, { message }) => this.news.summarised(data, message.id),
  };

  constructor(private readonly news: ChapteringNewsService) {}
}

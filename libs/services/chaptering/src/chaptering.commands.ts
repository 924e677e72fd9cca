import { Injectable } from '@nestjs/common';
import type { MessageConsumer, MessageHandlers } from '@vault/platform';
import { SaveChaptersService } from './chapters/save-chapters.service.ts';
import { ChapterSetService } from './chapters/chapter-set.service.ts';

/** What the gateway may tell this service to do. It resolves ids first: `videoId` is the video's own. */
@Injectable()
export class ChapteringCommands implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'chaptering.regenerate-chapters.v1': (data, { message }) =>
      this.sets.request(data, 'chapters', message.id),
    'chaptering.generate-summary.v1': (data, { message }) => this.sets.request(data, 'summary', message.id),
    'chaptering.save-chapters.v1': (data, { message }) => this.saving.save(data, message.id),
  };

  constructor(
    private readonly sets: ChapterSetService,
    private readonly saving: SaveChaptersService,
  ) {}
}

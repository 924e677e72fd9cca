import { Injectable } from '@nestjs/common';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import { IndexingService } from './indexing/indexing.service.ts';

/** Commands of the gateway. */
@Injectable()
export class SearchCommands implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'search.index-video.v1': (data, { message }) => this.indexing.index(data, message.id),
  };

  constructor(private readonly indexing: IndexingService) {}
}

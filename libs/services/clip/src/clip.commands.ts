import { Injectable } from '@nestjs/common';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import { ClipService } from './clips/clip.service.ts';

/** Commands of the gateway. */
@Injectable()
export class ClipCommands implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'clip.cut-clip.v1': (data, { message }) => this.clips.cut(data, message.id),
    'clip.make-clip.v1': (data, { message }) => this.clips.make(data, message.id),
    'clip.delete-clip.v1': (data, { message }) => this.clips.delete(data, message.id),
  };

  constructor(private readonly clips: ClipService) {}
}

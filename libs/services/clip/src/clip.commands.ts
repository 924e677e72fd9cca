import { Injectable } from '@nestjs/common';
import { AppError, type MessageConsumer, type MessageHandlers } from '@vault/platform';

/** What the gateway may tell this service to do. */
@Injectable()
export class ClipCommands implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'clip.cut-clip.v1': () => Promise.reject(AppError.unavailable()),
  };
}

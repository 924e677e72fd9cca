import { Injectable } from '@nestjs/common';
import type { MessageConsumer, MessageHandlers } from '@vault/platform';
import { MailOutbox } from './mail-outbox.ts';

/** What others tell that people are written about. */
@Injectable()
export class MailListeners implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    // Who has chapters written by hand looks at them already.
    'chaptering.chapters-generated.v1': async ({ ownerId, videoId, isAsked = false }) => {
      if (!isAsked) await this.mails.webinarReady({ ownerId, videoId });
    },
  };

  constructor(private readonly mails: MailOutbox) {}
}

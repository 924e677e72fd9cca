import { Injectable } from '@nestjs/common';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import { MailOutbox } from '../mail/mail-outbox.ts';

/** Handles events of other services that lead to mails. */
@Injectable()
export class MailListeners implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    // A person who requested the chapters already looks at them.
    'chaptering.chapters-generated.v1': async ({ ownerId, videoId, isAsked = false }) => {
      if (!isAsked) await this.mails.webinarReady({ ownerId, videoId });
    },
  };

  constructor(private readonly mails: MailOutbox) {}
}

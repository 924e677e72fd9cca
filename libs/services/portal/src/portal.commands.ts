import { Injectable } from '@nestjs/common';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import { MomentService } from './moments/moment.service.ts';

/** Commands of the gateway. */
@Injectable()
export class PortalCommands implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'portal.share-moment.v1': (data) => this.moments.share(data),
    'portal.edit-moment.v1': (data, { message }) => this.moments.edit(data, message.id),
    'portal.revoke-moment.v1': (data) => this.moments.revoke(data),
  };

  constructor(private readonly moments: MomentService) {}
}

import { Injectable } from '@nestjs/common';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import { MomentService } from './moments/moment.service.ts';
import { PortalService } from './portals/portal.service.ts';

/** Commands of the gateway. */
@Injectable()
export class PortalCommands implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'portal.share-moment.v1': (data, { message }) => this.moments.share(data, message.id),
    'portal.edit-moment.v1': (data, { message }) => this.moments.edit(data, message.id),
    'portal.revoke-moment.v1': (data, { message }) => this.moments.revoke(data, message.id),
    'portal.create-portal.v1': (data, { message }) => this.portals.create(data, message.id),
    'portal.edit-portal.v1': (data, { message }) => this.portals.edit(data, message.id),
    'portal.set-logo.v1': (data, { message }) => this.portals.setLogo(data, message.id),
    'portal.publish-portal.v1': (data, { message }) => this.portals.publish(data, message.id),
    'portal.delete-portal.v1': (data, { message }) => this.portals.delete(data, message.id),
    'portal.add-link.v1': (data, { message }) => this.portals.addLink(data, message.id),
    'portal.end-link.v1': (data, { message }) => this.portals.endLink(data, message.id),
  };

  constructor(
    private readonly moments: MomentService,
    private readonly portals: PortalService,
  ) {}
}

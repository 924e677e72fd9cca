import { Injectable } from '@nestjs/common';
import type { MessageConsumer, MessageHandlers } from '@vault/platform';
import { SettingsService } from './users/settings.service.ts';

/** What the gateway may tell this service to change. */
@Injectable()
export class AuthCommands implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'auth.update-quote-prompt.v1': ({ userId, ...choice }, { message }) =>
      this.settings.change(userId, choice, message.id),
    'auth.update-search-prompt.v1': ({ userId, ...choice }, { message }) =>
      this.settings.change(userId, choice, message.id),
  };

  constructor(private readonly settings: SettingsService) {}
}

import { Controller, Inject } from '@nestjs/common';
import { accountRoutes as routes } from '@vault/contracts/openapi';
import { COMMAND_BUS } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { CommandBus } from '@vault/messaging';
import { Route, type RequestOf } from '../routes/route.ts';
import { toUserSettings } from './to-user-settings.ts';

/** Settings of the caller for generated text. */
@Controller()
export class SettingsController {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
  ) {}

  @Route(routes.updateQuotePrompt)
  async updateQuotePrompt({ caller, body }: RequestOf<typeof routes.updateQuotePrompt>) {
    const userId = caller.workspace.id;
    const data = { userId, customPrompt: body.customPrompt, quoteCount: body.quoteCt };
    await this.commands.send('auth.update-quote-prompt.v1', data, { subject: userId });
    return this.settingsOf(userId);
  }

  @Route(routes.updateSearchPrompt)
  async updateSearchPrompt({ caller, body }: RequestOf<typeof routes.updateSearchPrompt>) {
    const userId = caller.workspace.id;
    const data = { userId, baseSearchPrompt: body.customPrompt };
    await this.commands.send('auth.update-search-prompt.v1', data, { subject: userId });
    return this.settingsOf(userId);
  }

  private async settingsOf(ownerId: string) {
    return { data: toUserSettings(await this.auth.getSettings({ ownerId })) };
  }
}

import { Body, Controller, Inject, UseGuards } from '@nestjs/common';
import { quotePromptBody, searchPromptBody, type UserSettings } from '@vault/contracts';
import { COMMAND_BUS } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { CommandBus } from '@vault/messaging';
import { PostRoute } from '../http/post-route.ts';
import { parse } from '../http/parse.ts';
import { requireOwnId } from '../sessions/require-own-id.ts';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { toUserSettings } from './to-user-settings.ts';

/** Settings of the caller for generated text. */
@Controller('api/muxupload')
@UseGuards(UserGuard)
export class SettingsController {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
  ) {}

  @PostRoute('update-custom-prompt')
  async updateQuotePrompt(@CurrentCaller() caller: Caller, @Body() body: unknown) {
    const { userId: claimed, customPrompt, quoteCt } = parse(quotePromptBody, body);
    requireOwnId(caller, claimed);
    const userId = caller.user.id;
    const data = { userId, customPrompt, quoteCount: quoteCt };
    await this.commands.send('auth.update-quote-prompt.v1', data, { subject: userId });
    return this.settingsOf(userId);
  }

  @PostRoute('update-base-search-prompt')
  async updateSearchPrompt(@CurrentCaller() caller: Caller, @Body() body: unknown) {
    const { userId: claimed, customPrompt } = parse(searchPromptBody, body);
    requireOwnId(caller, claimed);
    const userId = caller.user.id;
    const data = { userId, baseSearchPrompt: customPrompt };
    await this.commands.send('auth.update-search-prompt.v1', data, { subject: userId });
    return this.settingsOf(userId);
  }

  private async settingsOf(userId: string): Promise<{ status: 'success'; data: UserSettings }> {
    return { status: 'success', data: toUserSettings(await this.auth.getSettings({ userId })) };
  }
}

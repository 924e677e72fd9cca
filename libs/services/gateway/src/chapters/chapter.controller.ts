import { Body, Controller, UseGuards } from '@nestjs/common';
import { parseTimeCode, passthroughBody, updateQuoteBody, updateSearchBody } from '@vault/contracts';
import { AppError } from '@vault/base';
import { PostRoute } from '../http/post-route.ts';
import { ClientGone } from '../http/client-gone.ts';
import { parse } from '../http/parse.ts';
import {
  GenerationCommandService,
  type GenerationCommand,
} from '../operations/generation-command.service.ts';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';

type WholeVideoCommand = Extract<
  GenerationCommand,
  'chaptering.regenerate-chapters.v1' | 'chaptering.generate-summary.v1'
>;

/** Routes that generate chapters, summaries, quotes and answers again. */
@Controller('api/muxupload')
@UseGuards(UserGuard)
export class ChapterController {
  constructor(private readonly operations: GenerationCommandService) {}

  @PostRoute('re-generate-chapter')
  regenerate(@CurrentCaller() caller: Caller, @Body() body: unknown, @ClientGone() gone: AbortSignal) {
    return this.generate('chaptering.regenerate-chapters.v1', caller, body, gone);
  }

  @PostRoute('generate-summary')
  summarise(@CurrentCaller() caller: Caller, @Body() body: unknown, @ClientGone() gone: AbortSignal) {
    return this.generate('chaptering.generate-summary.v1', caller, body, gone);
  }

  @PostRoute('update-quote')
  async updateQuotes(
    @CurrentCaller() caller: Caller,
    @Body() body: unknown,
    @ClientGone() gone: AbortSignal,
  ) {
    const { passthrough, start, end, selIndex, newQuotePrompt } = parse(updateQuoteBody, body);
    const chapterStart = startOfSpan(start, end);
    const data = { chapterStart, chapterIndex: selIndex, prompt: newQuotePrompt };
    return this.operations.generate('chaptering.update-quotes.v1', { caller, passthrough }, data, gone);
  }

  @PostRoute('update-search')
  async updateSearch(
    @CurrentCaller() caller: Caller,
    @Body() body: unknown,
    @ClientGone() gone: AbortSignal,
  ) {
    const { passthrough, selIndex, newSearchPrompt } = parse(updateSearchBody, body);
    const data = { chapterIndex: selIndex, prompt: newSearchPrompt };
    const answer = await this.operations.generate(
      'chaptering.update-search.v1',
      { caller, passthrough },
      data,
      gone,
    );
    const { system_message, user_message } = answer.operation;
    return { ...answer, system_message, user_message };
  }

  private generate(type: WholeVideoCommand, caller: Caller, body: unknown, gone: AbortSignal) {
    const { passthrough } = parse(passthroughBody, body);
    return this.operations.generate(type, { caller, passthrough }, {}, gone);
  }
}

/** @returns the start in seconds */
function startOfSpan(start: string, end: string): number {
  const seconds = parseTimeCode(start) ?? 0;
  if (seconds < (parseTimeCode(end) ?? 0)) return seconds;
  throw new AppError('invalid-input', 'The end of the chapter must be later than its start.');
}

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
import { ChapterSetService } from '../videos/chapter-set.service.ts';
import { VideoComposerService } from '../videos/video-composer.service.ts';
import { findChapter, startOf } from '../operations/find-chapter.ts';

type WholeVideoCommand = Extract<
  GenerationCommand,
  'chaptering.regenerate-chapters.v1' | 'chaptering.generate-summary.v1'
>;

/** Routes that generate chapters, summaries, quotes and answers again. */
@Controller('api/muxupload')
@UseGuards(UserGuard)
export class ChapterController {
  constructor(
    private readonly operations: GenerationCommandService,
    private readonly composer: VideoComposerService,
    private readonly sets: ChapterSetService,
  ) {}

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
    @CurrentCaller() { user }: Caller,
    @Body() body: unknown,
    @ClientGone() gone: AbortSignal,
  ) {
    const { passthrough, start, end, selIndex, newQuotePrompt } = parse(updateQuoteBody, body);
    requireEndAfterStart(start, end);
    const video = await this.composer.identify(user.id, passthrough);
    const chapter = findChapter(await this.sets.chaptersOf(video), { start, selIndex });
    const data = { ...video, chapterStart: startOf(chapter), prompt: newQuotePrompt };
    return this.operations.generate('chaptering.update-quotes.v1', data, gone);
  }

  @PostRoute('update-search')
  async updateSearch(
    @CurrentCaller() { user }: Caller,
    @Body() body: unknown,
    @ClientGone() gone: AbortSignal,
  ) {
    const { passthrough, selIndex, newSearchPrompt } = parse(updateSearchBody, body);
    const video = await this.composer.identify(user.id, passthrough);
    const chapter = (await this.sets.chaptersOf(video))[selIndex];
    const data = { ...video, chapterStart: startOf(chapter), prompt: newSearchPrompt };
    const answer = await this.operations.generate('chaptering.update-search.v1', data, gone);
    const { system_message, user_message } = answer.operation;
    return { ...answer, system_message, user_message };
  }

  private async generate(type: WholeVideoCommand, { user }: Caller, body: unknown, gone: AbortSignal) {
    const { passthrough } = parse(passthroughBody, body);
    const video = await this.composer.identify(user.id, passthrough);
    return this.operations.generate(type, video, gone);
  }
}

function requireEndAfterStart(start: string, end: string): void {
  if ((parseTimeCode(start) ?? 0) >= (parseTimeCode(end) ?? 0))
    throw new AppError('invalid-input', 'The end of the chapter must be later than its start.');
}

import { Controller } from '@nestjs/common';
import { parseTimeCode } from '@vault/contracts';
import { editorRoutes as routes } from '@vault/contracts/openapi';
import { AppError } from '@vault/base';
import { ClientGone } from '@vault/platform/http';
import { GenerationCommandService } from '../operations/generation-command.service.ts';
import { VideoRoute, type VideoRequestOf } from '../videos/video-route.ts';

/** Routes that generate chapters, summaries, quotes and answers again. */
@Controller()
export class ChapterController {
  constructor(private readonly operations: GenerationCommandService) {}

  @VideoRoute(routes.regenerateChapters)
  regenerate(asked: VideoRequestOf<typeof routes.regenerateChapters>, @ClientGone() gone: AbortSignal) {
    return this.operations.generate('chaptering.regenerate-chapters.v1', asked, {}, gone);
  }

  @VideoRoute(routes.generateSummary)
  summarise(asked: VideoRequestOf<typeof routes.generateSummary>, @ClientGone() gone: AbortSignal) {
    return this.operations.generate('chaptering.generate-summary.v1', asked, {}, gone);
  }

  @VideoRoute(routes.updateQuotes)
  updateQuotes(asked: VideoRequestOf<typeof routes.updateQuotes>, @ClientGone() gone: AbortSignal) {
    const { start, end, selIndex, newQuotePrompt } = asked.body;
    const chapterStart = startOfSpan(start, end);
    const data = { chapterStart, chapterIndex: selIndex, prompt: newQuotePrompt };
    return this.operations.generate('chaptering.update-quotes.v1', asked, data, gone);
  }

  @VideoRoute(routes.updateSearch)
  async updateSearch(asked: VideoRequestOf<typeof routes.updateSearch>, @ClientGone() gone: AbortSignal) {
    const { selIndex, newSearchPrompt } = asked.body;
    const data = { chapterIndex: selIndex, prompt: newSearchPrompt };
    const answer = await this.operations.generate('chaptering.update-search.v1', asked, data, gone);
    const { system_message, user_message } = answer.operation;
    return { ...answer, system_message, user_message };
  }
}

/** @returns the start in seconds */
function startOfSpan(start: string, end: string): number {
  const seconds = parseTimeCode(start) ?? 0;
  if (seconds < (parseTimeCode(end) ?? 0)) return seconds;
  throw new AppError('invalid-input', 'The end of the chapter must be later than its start.');
}

import { Body, Controller, Inject, Patch, UseGuards } from '@nestjs/common';
import { saveBody } from '@vault/contracts';
import { COMMAND_BUS, type CommandBus } from '@vault/platform';
import { ChapterDraftService } from '../chapters/chapter-draft.service.ts';
import { parse } from '../http/parse.ts';
import { requireOwnId } from '../sessions/require-own-id.ts';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { answerWith } from './answer-with.ts';
import { VideoComposerService } from './video-composer.service.ts';

@Controller('api/muxupload')
@UseGuards(UserGuard)
export class SaveController {
  constructor(
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly drafts: ChapterDraftService,
    private readonly composer: VideoComposerService,
  ) {}

  /** Chapters are saved first: only they can be refused with a conflict. */
  @Patch('save')
  async save(@CurrentCaller() caller: Caller, @Body() body: unknown) {
    const { passthrough, userId, title, description, ...edit } = parse(saveBody, body);
    requireOwnId(caller, userId);
    const video = await this.composer.identify(caller.user.id, passthrough);
    const isAboutChapters = edit.chapters !== undefined || edit.searchSummary !== undefined;
    if (isAboutChapters) await this.drafts.save(video, edit);
    if (title !== undefined || description !== undefined) {
      const data = { ...video, title, description };
      await this.commands.send('upload.save-details.v1', data, { subject: video.videoId });
    }
    const { ownerId, videoId } = video;
    const record = isAboutChapters
      ? this.composer.getAfterGeneration(video)
      : this.composer.get(ownerId, videoId);
    return answerWith(await record);
  }
}

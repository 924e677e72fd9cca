import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { estimateQuery, formatTimeCode, type VideoIdentity } from '@vault/contracts';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { startOf } from './find-chapter.ts';
import { parse } from '../http/parse.ts';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { ChapterSetService } from '../videos/chapter-set.service.ts';
import { VideoComposerService } from '../videos/video-composer.service.ts';

/** The maximum cost of an operation in advance. */
@Controller('api/muxupload/estimate')
@UseGuards(UserGuard)
export class EstimateController {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @InjectClient('chaptering') private readonly chaptering: ClientOf<'chaptering'>,
    private readonly composer: VideoComposerService,
    private readonly sets: ChapterSetService,
  ) {}

  @Get()
  async estimate(@CurrentCaller() { user }: Caller, @Query() query: unknown) {
    const { passthrough, kind, prompt, start } = parse(estimateQuery, query);
    const video = await this.composer.identify(user.id, passthrough);
    const chapterStart = start === undefined ? undefined : await this.startOf(video, start);
    const [{ tokens }, { balance }] = await Promise.all([
      this.chaptering.estimateOperation({ ...video, kind, prompt, chapterStart }),
      this.auth.getTokenAccount({ userId: user.id }),
    ]);
    return { status: 'success', data: { tokens, balance } };
  }

  /** Records round starts down to whole seconds; chaptering needs the exact start. */
  private async startOf(video: VideoIdentity, start: string): Promise<number> {
    const chapters = await this.sets.chaptersOf(video);
    return startOf(chapters.find((each) => formatTimeCode(each.start) === start));
  }
}

import { Body, Controller, Get, Inject, Param, Patch, Put, Query, UseGuards } from '@nestjs/common';
import {
  editTranscriptBody,
  publicVideoId,
  renameSpeakerBody,
  reviewTranscriptBody,
  transcriptEditProblem,
  transcriptQuery,
  type SuccessEnvelope,
  type Transcript,
  type VideoIdentity,
} from '@vault/contracts';
import { AppError, COMMAND_BUS } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
import { MediaLinksService, withLinks } from '../media/media-links.service.ts';
import { parse } from '../http/parse.ts';
import { PostRoute } from '../http/post-route.ts';
import { readId } from '../http/read-id.ts';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { answerWith } from './answer-with.ts';
import { PublicVideoIds } from './public-video-ids.ts';
import { VideoComposerService } from './video-composer.service.ts';

/** Corrects the words of a video. Chaptering checks whose video it is. */
@Controller('api/muxvideos/:id/transcript')
@UseGuards(UserGuard)
export class TranscriptController {
  constructor(
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly composer: VideoComposerService,
    private readonly ids: PublicVideoIds,
    private readonly links: MediaLinksService,
  ) {}

  @Get()
  async read(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query() query: unknown,
  ): Promise<SuccessEnvelope<Transcript>> {
    const { from, to } = parse(transcriptQuery, query);
    const span = from !== undefined && to !== undefined ? { from, to } : undefined;
    const data = await this.withVideo(caller, id, (video) => this.composer.getTranscript(video, span));
    return { status: 'success', data };
  }

  @Patch()
  edit(@CurrentCaller() caller: Caller, @Param('id') id: string, @Body() body: unknown) {
    const { changes } = parse(editTranscriptBody, body);
    return this.change(caller, id, async (video) => {
      const data = { ...video, changes };
      const problem = transcriptEditProblem(data);
      if (problem !== '') throw new AppError('too-large', problem);
      await this.commands.send('chaptering.edit-transcript.v1', data, { subject: video.videoId });
    });
  }

  @PostRoute('rename-speaker')
  renameSpeaker(@CurrentCaller() caller: Caller, @Param('id') id: string, @Body() body: unknown) {
    const names = parse(renameSpeakerBody, body);
    return this.change(caller, id, async (video) => {
      const data = { ...video, ...names };
      await this.commands.send('chaptering.rename-speaker.v1', data, { subject: video.videoId });
    });
  }

  @Put('review')
  review(@CurrentCaller() caller: Caller, @Param('id') id: string, @Body() body: unknown) {
    const { isReviewed } = parse(reviewTranscriptBody, body);
    return this.change(caller, id, async (video) => {
      const data = { ...video, isReviewed, by: caller.user.id };
      await this.commands.send('chaptering.review-transcript.v1', data, { subject: video.videoId });
    });
  }

  /** @returns the record after the change, without its words: the client has them */
  private async change(caller: Caller, id: string, send: (video: VideoIdentity) => Promise<void>) {
    const video = await this.withVideo(caller, id, async (named) => {
      await send(named);
      return named;
    });
    const record = await this.composer.get(video, { withTranscript: false });
    return answerWith(withLinks(record, this.links.forUser(caller)));
  }

  private withVideo<Result>(
    { user }: Caller,
    id: string,
    call: (video: VideoIdentity) => Promise<Result>,
  ): Promise<Result> {
    const passthrough = readId(publicVideoId, id, 'The video');
    return this.ids.withVideo({ ownerId: user.id, passthrough }, call);
  }
}

import { Body, Controller, Get, Inject, Patch, Put, Query, UseGuards } from '@nestjs/common';
import {
  editTranscriptBody,
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
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { answerWith } from './answer-with.ts';
import { CurrentVideo } from './current-video.ts';
import { VideoComposerService } from './video-composer.service.ts';

/** Corrects the words of a video. Chaptering checks whose video it is. */
@Controller('api/muxvideos/:id/transcript')
@UseGuards(UserGuard)
export class TranscriptController {
  constructor(
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly composer: VideoComposerService,
    private readonly links: MediaLinksService,
  ) {}

  @Get()
  async read(
    @CurrentVideo() video: VideoIdentity,
    @Query() query: unknown,
  ): Promise<SuccessEnvelope<Transcript>> {
    const { from, to } = parse(transcriptQuery, query);
    const span = from !== undefined && to !== undefined ? { from, to } : undefined;
    return { status: 'success', data: await this.composer.getTranscript(video, span) };
  }

  @Patch()
  async edit(@CurrentCaller() caller: Caller, @CurrentVideo() video: VideoIdentity, @Body() body: unknown) {
    const data = { ...video, ...parse(editTranscriptBody, body) };
    const problem = transcriptEditProblem(data);
    if (problem !== '') throw new AppError('too-large', problem);
    await this.commands.send('chaptering.edit-transcript.v1', data, { subject: video.videoId });
    return this.record(caller, video);
  }

  @PostRoute('rename-speaker')
  async renameSpeaker(
    @CurrentCaller() caller: Caller,
    @CurrentVideo() video: VideoIdentity,
    @Body() body: unknown,
  ) {
    const data = { ...video, ...parse(renameSpeakerBody, body) };
    await this.commands.send('chaptering.rename-speaker.v1', data, { subject: video.videoId });
    return this.record(caller, video);
  }

  @Put('review')
  async review(@CurrentCaller() caller: Caller, @CurrentVideo() video: VideoIdentity, @Body() body: unknown) {
    const data = { ...video, ...parse(reviewTranscriptBody, body), by: caller.user.id };
    await this.commands.send('chaptering.review-transcript.v1', data, { subject: video.videoId });
    return this.record(caller, video);
  }

  /** The record after a change, without its words: the client has them. */
  private async record(caller: Caller, video: VideoIdentity) {
    const record = await this.composer.get(video, { withTranscript: false });
    return answerWith(withLinks(record, this.links.forUser(caller)));
  }
}

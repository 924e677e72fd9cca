import { Controller, Delete, Get, Inject, Query, Req, Res, UseGuards } from '@nestjs/common';
import { listQuery, toErrorEnvelope, type VideoIdentity } from '@vault/contracts';
import { AppError, COMMAND_BUS } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MediaLinksService, withLinks } from '../media/media-links.service.ts';
import { parse } from '../http/parse.ts';
import { RecordAnswersService } from './record-answers.service.ts';
import { answerUnlessKnown, serialize } from '../http/serialized-answer.ts';
import { requireOwnId } from '../sessions/require-own-id.ts';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { CurrentVideo, RequestedVideoId } from './current-video.ts';
import { isPlainGet } from './is-plain-get.ts';
import { PublicVideoIds, type RequestedVideo } from './public-video-ids.ts';
import { VideoComposerService } from './video-composer.service.ts';

@Controller('api/muxvideos')
@UseGuards(UserGuard)
export class VideoController {
  constructor(
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly composer: VideoComposerService,
    private readonly ids: PublicVideoIds,
    private readonly answers: RecordAnswersService,
    private readonly links: MediaLinksService,
  ) {}

  @Get()
  async list(
    @CurrentCaller() caller: Caller,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const filter = parse(listQuery, query);
    requireOwnId(caller, filter.userId);
    const { data, ...page } = await this.composer.list(caller.user.id, filter);
    const link = this.links.forUser(caller);
    const linked = data.map((record) => withLinks(record, link));
    return answerUnlessKnown(request, reply, serialize({ status: 'success', data: linked, ...page }));
  }

  @Get('asset/:id')
  async asset(
    @CurrentCaller() { sessionId }: Caller,
    @CurrentVideo() video: VideoIdentity,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const answer = await this.answers.get({ ...video, sessionId });
    return answerUnlessKnown(request, reply, answer);
  }

  /** GET that deletes, as the requirements demand: only a plain GET, not HEAD, a navigation or a prefetch. */
  @Get('delete/:id')
  async deleteByGet(
    @RequestedVideoId() requested: RequestedVideo,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (!isPlainGet(request)) {
      void reply.status(405).header('allow', 'GET');
      const msg = 'This address deletes only when the app itself sends the request.';
      return toErrorEnvelope(new AppError('invalid-input', msg));
    }
    return this.delete(requested);
  }

  @Delete(':id')
  async delete(@RequestedVideoId() requested: RequestedVideo) {
    const video = await this.videoToDelete(requested);
    await this.commands.send('upload.delete-video.v1', video, { subject: video.videoId });
    return { status: 'success', msg: 'The video was deleted.', data: { id: video.videoId } };
  }

  /** A repeat comes after the deletion, when only the command knows the video. */
  private async videoToDelete(requested: RequestedVideo): Promise<VideoIdentity> {
    try {
      return await this.ids.resolve(requested);
    } catch (error) {
      if (!AppError.is(error, 'not-found')) throw error;
      return { ownerId: requested.ownerId, videoId: requested.passthrough };
    }
  }
}

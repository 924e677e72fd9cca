import { Body, Controller, Delete, Inject, Param, Put, Res, UseGuards } from '@nestjs/common';
import {
  captionsFileLimit,
  captionsLimit,
  captionsProblem,
  publicVideoId,
  recogniseCaptionsBody,
  replaceCaptionsBody,
  transcriptLineLimit,
  type CaptionsRefusal,
  type VideoIdentity,
} from '@vault/contracts';
import { AppError, COMMAND_BUS } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
import { BodyLimit } from '@vault/platform';
import { formatWebVtt, readCaptions, withoutWordStarts, type CaptionsFile } from '@vault/webvtt';
import type { FastifyReply } from 'fastify';
import { MediaLinksService, withLinks } from '../media/media-links.service.ts';
import { PostRoute } from '../http/post-route.ts';
import { parse } from '../http/parse.ts';
import { readId } from '../http/read-id.ts';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { answerWith } from './answer-with.ts';
import { PublicVideoIds } from './public-video-ids.ts';
import { VideoComposerService } from './video-composer.service.ts';

/** Replaces the captions of a video, by a file or other recognised ones. The owners of both check whose video it is. */
@Controller('api/muxvideos/:id/captions')
@UseGuards(UserGuard)
export class CaptionsController {
  constructor(
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly composer: VideoComposerService,
    private readonly ids: PublicVideoIds,
    private readonly links: MediaLinksService,
  ) {}

  @Put()
  // JSON escapes line ends and quotation marks.
  @BodyLimit(captionsFileLimit * 1.5)
  async replace(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { text } = parse(replaceCaptionsBody, body);
    if (Buffer.byteLength(text) > captionsFileLimit) throw new AppError('too-large', tooLarge);
    let file: CaptionsFile | undefined;
    const video = await this.withVideo(caller, id, async (named) => {
      const durationSeconds = await this.composer.getDuration(named);
      file ??= readCaptions(text, {
        maxCues: captionsLimit,
        maxTextLength: transcriptLineLimit,
        durationSeconds,
      });
      if (file.problems.length > 0) return named;
      const data = { ...named, vtt: formatWebVtt(file.cues) };
      // The words count: without the times of each they have a third of the size.
      const untimed = { ...named, vtt: formatWebVtt(file.cues.map(withoutWordStarts)) };
      const problem = captionsProblem(untimed);
      if (problem !== '') throw new AppError('too-large', problem);
      const fitting = captionsProblem(data) === '' ? data : untimed;
      await this.commands.send('chaptering.replace-captions.v1', fitting, { subject: named.videoId });
      return named;
    });
    const { cues = [], problems = [], warnings = [] } = file ?? {};
    if (problems.length > 0) {
      void reply.status(400);
      return { status: 'error', msg: refusal(problems), problems: [...problems] } satisfies CaptionsRefusal;
    }
    return { ...(await this.record(caller, video)), lines: cues.length, warnings };
  }

  @PostRoute()
  async recognise(@CurrentCaller() caller: Caller, @Param('id') id: string, @Body() body: unknown) {
    const { language } = parse(recogniseCaptionsBody, body);
    const video = await this.withVideo(caller, id, async (named) => {
      const data = { ...named, language };
      await this.commands.send('upload.recognise-captions.v1', data, { subject: named.videoId });
      return named;
    });
    return this.record(caller, video);
  }

  @Delete()
  async restore(@CurrentCaller() caller: Caller, @Param('id') id: string) {
    const video = await this.withVideo(caller, id, async (named) => {
      await this.commands.send('chaptering.restore-captions.v1', named, { subject: named.videoId });
      return named;
    });
    return this.record(caller, video);
  }

  /** The record after the change, without its words. */
  private async record(caller: Caller, video: VideoIdentity) {
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

const tooLarge = `A file with captions may have at most ${String(captionsFileLimit / 1024 / 1024)} MiB.`;

function refusal([first, ...more]: CaptionsFile['problems']): string {
  const count =
    more.length === 1 ? ' 1 more line is wrong.' : ` ${String(more.length)} more lines are wrong.`;
  const others = more.length === 0 ? '' : count;
  return `Line ${String(first?.line)}: ${String(first?.problem)}${others} Nothing was replaced.`;
}

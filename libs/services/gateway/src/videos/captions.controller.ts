import { Body, Controller, Delete, Inject, Put, Res, UseGuards } from '@nestjs/common';
import {
  captionsFileBody,
  captionsFileLimit,
  captionsProblem,
  recogniseCaptionsBody,
  toErrorEnvelope,
  type CaptionsFileBody,
  type CaptionsPreviewData,
  type CaptionsRefusal,
  type VideoIdentity,
} from '@vault/contracts';
import { AppError, COMMAND_BUS, inWorkerIfLarge } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
import { BodyLimit } from '@vault/platform';
import { isTextEncoding } from '@vault/text-file';
import { workerTask } from '@vault/worker-pool';
import type { FastifyReply } from 'fastify';
import { ClientGone } from '../http/client-gone.ts';
import { MediaLinksService, withLinks } from '../media/media-links.service.ts';
import { PostRoute } from '../http/post-route.ts';
import { parse } from '../http/parse.ts';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { answerWith } from './answer-with.ts';
import { CurrentVideo } from './current-video.ts';
import { readCaptionsFile } from './read-captions-file.ts';
import { VideoComposerService } from './video-composer.service.ts';

const reading = workerTask<typeof readCaptionsFile>(
  new URL('./read-captions-file.js', import.meta.url),
  'readCaptionsFile',
);
/** Bytes that are read within some milliseconds. */
const directUpTo = 50_000;
/** JSON escapes line ends and quotation marks, and Base64 takes a third more. */
const bodyLimit = captionsFileLimit * 1.5;

/** Replaces the captions of a video by a file, or by a new recognition. */
@Controller('api/muxvideos/:id/captions')
@UseGuards(UserGuard)
export class CaptionsController {
  constructor(
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly composer: VideoComposerService,
    private readonly links: MediaLinksService,
  ) {}

  @Put()
  @BodyLimit(bodyLimit)
  async replace(
    @CurrentCaller() caller: Caller,
    @CurrentVideo() video: VideoIdentity,
    @Body() body: unknown,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { vtt, preview } = await this.read(video, parse(captionsFileBody, body), gone);
    const { lines, repaired, leftOut, warnings, problems } = preview;
    if (problems.length > 0) {
      void reply.status(400);
      const refused = new AppError('invalid-input', refusal(problems));
      return { ...toErrorEnvelope(refused), problems } satisfies CaptionsRefusal;
    }
    const data = { ...video, vtt };
    const problem = captionsProblem(data);
    if (problem !== '') throw new AppError('too-large', problem);
    await this.commands.send('chaptering.replace-captions.v1', data, { subject: video.videoId });
    return { ...(await this.record(caller, video)), lines, repaired, leftOut, warnings };
  }

  @PostRoute('preview')
  @BodyLimit(bodyLimit)
  async preview(
    @CurrentVideo() video: VideoIdentity,
    @Body() body: unknown,
    @ClientGone() gone: AbortSignal,
  ) {
    const { preview: data } = await this.read(video, parse(captionsFileBody, body), gone);
    return { status: 'success', data };
  }

  @PostRoute()
  async recognise(
    @CurrentCaller() caller: Caller,
    @CurrentVideo() video: VideoIdentity,
    @Body() body: unknown,
  ) {
    const data = { ...video, ...parse(recogniseCaptionsBody, body) };
    await this.commands.send('upload.recognise-captions.v1', data, { subject: video.videoId });
    return this.record(caller, video);
  }

  @Delete()
  async restore(@CurrentCaller() caller: Caller, @CurrentVideo() video: VideoIdentity) {
    await this.commands.send('chaptering.restore-captions.v1', video, { subject: video.videoId });
    return this.record(caller, video);
  }

  /** @throws {AppError} `too-large` for the file or its words */
  private async read(video: VideoIdentity, file: CaptionsFileBody, signal: AbortSignal) {
    const { text } = file;
    const encoding = text === undefined ? file.encoding : 'utf-8';
    if (encoding !== undefined && !isTextEncoding(encoding)) throw new AppError('invalid-input', noEncoding);
    const bytes = text === undefined ? Buffer.from(file.file ?? '', 'base64') : Buffer.from(text);
    if (bytes.length > captionsFileLimit) throw new AppError('too-large', tooLarge);
    const input = { bytes, encoding, durationSeconds: await this.composer.getDuration(video) };
    const read = await inWorkerIfLarge(
      { task: reading, work: readCaptionsFile, input, size: bytes.length, directUpTo },
      { owner: video.ownerId, signal },
    );
    if (read.tooLarge !== '') throw new AppError('too-large', read.tooLarge);
    return read;
  }

  /** The record after the change, without its words. */
  private async record(caller: Caller, video: VideoIdentity) {
    const record = await this.composer.get(video, { withTranscript: false });
    return answerWith(withLinks(record, this.links.forUser(caller)));
  }
}

const noEncoding = 'Files in this encoding cannot be read.';
const tooLarge = `A file with captions may have at most ${String(captionsFileLimit / 1024 / 1024)} MiB.`;

function refusal([first, ...more]: CaptionsPreviewData['problems']): string {
  const count =
    more.length === 1 ? ' 1 more line is wrong.' : ` ${String(more.length)} more lines are wrong.`;
  const others = more.length === 0 ? '' : count;
  return `Line ${String(first?.line)}: ${String(first?.problem)}${others} Nothing was replaced.`;
}

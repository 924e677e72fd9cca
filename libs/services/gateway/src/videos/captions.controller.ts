import { Controller, Inject } from '@nestjs/common';
import {
  captionsFileLimit,
  captionsProblem,
  toErrorEnvelope,
  type CaptionsFileBody,
  type CaptionsPreviewData,
  type CaptionsRefusal,
  type VideoIdentity,
} from '@vault/contracts';
import { captionsRoutes as routes } from '@vault/contracts/openapi';
import { AppError, COMMAND_BUS, inWorkerIfLarge } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
import { isTextEncoding } from '@vault/text-file';
import { workerTask } from '@vault/worker-pool';
import { ClientGone } from '@vault/platform/http';
import { readCaptionsFile } from './read-captions-file.ts';
import { RecordAnswersService } from './record-answers.service.ts';
import { VideoComposerService } from './video-composer.service.ts';
import { VideoRoute, type VideoRequestOf } from './video-route.ts';

const reading = workerTask<typeof readCaptionsFile>(
  new URL('./read-captions-file.js', import.meta.url),
  'readCaptionsFile',
);
/** Bytes that are read within some milliseconds. */
const directUpTo = 50_000;
/** The record after a change has no words. */
const withoutWords = { withTranscript: false };

/** Replaces the captions of a video by a file, or by a new recognition. */
@Controller()
export class CaptionsController {
  constructor(
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly composer: VideoComposerService,
    private readonly answers: RecordAnswersService,
  ) {}

  @VideoRoute(routes.replaceCaptions)
  async replace(
    { caller, video, body, reply }: VideoRequestOf<typeof routes.replaceCaptions>,
    @ClientGone() gone: AbortSignal,
  ) {
    const { vtt, preview } = await this.read(video, body, gone);
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
    return {
      ...(await this.answers.compose(caller, video, withoutWords)),
      lines,
      repaired,
      leftOut,
      warnings,
    };
  }

  @VideoRoute(routes.previewCaptions)
  async preview(
    { video, body }: VideoRequestOf<typeof routes.previewCaptions>,
    @ClientGone() gone: AbortSignal,
  ) {
    return { data: (await this.read(video, body, gone)).preview };
  }

  @VideoRoute(routes.recogniseCaptions)
  async recognise({ caller, video, body }: VideoRequestOf<typeof routes.recogniseCaptions>) {
    const data = { ...video, ...body };
    await this.commands.send('upload.recognise-captions.v1', data, { subject: video.videoId });
    return this.answers.compose(caller, video, withoutWords);
  }

  @VideoRoute(routes.restoreCaptions)
  async restore({ caller, video }: VideoRequestOf<typeof routes.restoreCaptions>) {
    await this.commands.send('chaptering.restore-captions.v1', video, { subject: video.videoId });
    return this.answers.compose(caller, video, withoutWords);
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
}

const noEncoding = 'Files in this encoding cannot be read.';
const tooLarge = `A file with captions may have at most ${String(captionsFileLimit / 1024 / 1024)} MiB.`;

function refusal([first, ...more]: CaptionsPreviewData['problems']): string {
  const count =
    more.length === 1 ? ' 1 more line is wrong.' : ` ${String(more.length)} more lines are wrong.`;
  const others = more.length === 0 ? '' : count;
  return `Line ${String(first?.line)}: ${String(first?.problem)}${others} Nothing was replaced.`;
}

import { Controller, Inject } from '@nestjs/common';
import { transcriptEditProblem } from '@vault/contracts';
import { transcriptRoutes as routes } from '@vault/contracts/openapi';
import { AppError, COMMAND_BUS } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
import { RecordAnswersService } from './record-answers.service.ts';
import { VideoComposerService } from './video-composer.service.ts';
import { VideoRoute, type VideoRequestOf } from './video-route.ts';

/** The record after a change has no words: the client has them. */
const withoutWords = { withTranscript: false };

/** Corrects the words of a video. Chaptering checks whose video it is. */
@Controller()
export class TranscriptController {
  constructor(
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly composer: VideoComposerService,
    private readonly answers: RecordAnswersService,
  ) {}

  @VideoRoute(routes.getTranscript)
  async read({ video, query: { from, to } }: VideoRequestOf<typeof routes.getTranscript>) {
    const span = from !== undefined && to !== undefined ? { from, to } : undefined;
    return { data: await this.composer.getTranscript(video, span) };
  }

  @VideoRoute(routes.editTranscript)
  async edit({ caller, video, body }: VideoRequestOf<typeof routes.editTranscript>) {
    const data = { ...video, ...body };
    const problem = transcriptEditProblem(data);
    if (problem !== '') throw new AppError('too-large', problem);
    await this.commands.send('chaptering.edit-transcript.v1', data, { subject: video.videoId });
    return this.answers.compose(caller, video, withoutWords);
  }

  @VideoRoute(routes.renameSpeaker)
  async renameSpeaker({ caller, video, body }: VideoRequestOf<typeof routes.renameSpeaker>) {
    const data = { ...video, ...body };
    await this.commands.send('chaptering.rename-speaker.v1', data, { subject: video.videoId });
    return this.answers.compose(caller, video, withoutWords);
  }

  @VideoRoute(routes.reviewTranscript)
  async review({ caller, video, body }: VideoRequestOf<typeof routes.reviewTranscript>) {
    const data = { ...video, ...body, by: caller.user.id };
    await this.commands.send('chaptering.review-transcript.v1', data, { subject: video.videoId });
    return this.answers.compose(caller, video, withoutWords);
  }
}

import { Controller, Inject } from '@nestjs/common';
import { videoRoutes as routes } from '@vault/contracts/openapi';
import { COMMAND_BUS } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { currentRequestKey, type CommandBus } from '@vault/messaging';
import { Route, type RequestOf } from '../routes/route.ts';
import { RecordAnswersService } from './record-answers.service.ts';
import { VideoRoute, type VideoRequestOf } from './video-route.ts';

/** The upload service calls the video host. */
const hostDeadline = { deadlineMs: 8_000 };

@Controller()
export class UploadController {
  constructor(
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly answers: RecordAnswersService,
  ) {}

  @Route(routes.openUpload)
  async open({ caller: { workspace, user, sessionId } }: RequestOf<typeof routes.openUpload>) {
    const createdBy = user.id;
    const request = { ownerId: workspace.id, createdBy, sessionId, requestKey: currentRequestKey() };
    const session = await this.upload.createSession(request, hostDeadline);
    return { data: session, ...session };
  }

  @VideoRoute(routes.retryVideo)
  async retry({ caller, video }: VideoRequestOf<typeof routes.retryVideo>) {
    await this.commands.send('upload.retry-step.v1', video, { subject: video.videoId });
    return this.answers.compose(caller, video);
  }

  @VideoRoute(routes.selectTracks)
  async selectTracks({ caller, video, body }: VideoRequestOf<typeof routes.selectTracks>) {
    const { passthrough: _, ...tracks } = body;
    await this.commands.send('upload.select-tracks.v1', { ...video, ...tracks }, { subject: video.videoId });
    return this.answers.compose(caller, video);
  }
}

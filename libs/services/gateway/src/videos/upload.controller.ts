import { Body, Controller, Get, Inject, UseGuards } from '@nestjs/common';
import { passthroughBody, selectTracksBody } from '@vault/contracts';
import { COMMAND_BUS } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { currentRequestKey, type CommandBus } from '@vault/messaging';
import { MediaLinksService, withLinks } from '../media/media-links.service.ts';
import { PostRoute } from '../http/post-route.ts';
import { parse } from '../http/parse.ts';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { answerWith } from './answer-with.ts';
import { PublicVideoIds } from './public-video-ids.ts';
import { VideoComposerService } from './video-composer.service.ts';

/** The upload service calls the video host. */
const hostDeadline = { deadlineMs: 8_000 };

@Controller('api/muxupload')
@UseGuards(UserGuard)
export class UploadController {
  constructor(
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly composer: VideoComposerService,
    private readonly ids: PublicVideoIds,
    private readonly links: MediaLinksService,
  ) {}

  @Get()
  async open(@CurrentCaller() { user, sessionId }: Caller) {
    const request = { ownerId: user.id, sessionId, requestKey: currentRequestKey() };
    const session = await this.upload.createSession(request, hostDeadline);
    // The session is both in data and at the top level, for clients that read either.
    return { status: 'success', data: session, ...session };
  }

  @PostRoute('retry')
  async retry(@CurrentCaller() caller: Caller, @Body() body: unknown) {
    const { passthrough } = parse(passthroughBody, body);
    const video = await this.ids.resolve({ ownerId: caller.user.id, passthrough });
    await this.commands.send('upload.retry-step.v1', video, { subject: video.videoId });
    return answerWith(withLinks(await this.composer.get(video), this.links.forUser(caller)));
  }

  @PostRoute('tracks')
  async selectTracks(@CurrentCaller() caller: Caller, @Body() body: unknown) {
    const { passthrough, ...tracks } = parse(selectTracksBody, body);
    const video = await this.ids.resolve({ ownerId: caller.user.id, passthrough });
    await this.commands.send('upload.select-tracks.v1', { ...video, ...tracks }, { subject: video.videoId });
    return answerWith(withLinks(await this.composer.get(video), this.links.forUser(caller)));
  }
}

import { Controller, Inject } from '@nestjs/common';
import { parseTimeCode } from '@vault/contracts';
import { editorRoutes as routes } from '@vault/contracts/openapi';
import { AppError, COMMAND_BUS } from '@vault/base';
import { InjectClient, retryWhileUnavailable, type ClientOf } from '@vault/rpc';
import type { CommandBus } from '@vault/messaging';
import { ClientGone } from '@vault/platform/http';
import { MediaLinksService } from '../media/media-links.service.ts';
import { VideoRoute, type VideoRequestOf } from '../videos/video-route.ts';

/** Time to wait for a restart of the clip service. */
const retryForMs = 10_000;

@Controller()
export class ClipController {
  constructor(
    @InjectClient('clip') private readonly clips: ClientOf<'clip'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly links: MediaLinksService,
  ) {}

  /** Answers the address of the clip; clients poll it until the clip is ready. */
  @VideoRoute(routes.cutClip)
  async cut(
    { caller, video, body: { timeIn, timeOut } }: VideoRequestOf<typeof routes.cutClip>,
    @ClientGone() signal: AbortSignal,
  ) {
    await this.commands.send('clip.cut-clip.v1', { ...video, timeIn, timeOut }, { subject: video.videoId });
    // The command has been handled: the answer should survive a restart of the clip service now.
    const clip = { ...video, start: secondsOf(timeIn), end: secondsOf(timeOut) };
    const giveUpAt = Date.now() + retryForMs;
    const isOver = () => signal.aborted || Date.now() >= giveUpAt;
    const { link, state, reason } = await retryWhileUnavailable(() => this.clips.findClip(clip), isOver);
    if (state === 'failed') throw new AppError('unavailable', reason);
    return { data: this.links.forUser(caller)(link) };
  }
}

/** The clip service has validated the times. */
function secondsOf(timeCode: string): number {
  return parseTimeCode(timeCode) ?? 0;
}

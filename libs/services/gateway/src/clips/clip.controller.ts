import { Body, Controller, Inject, UseGuards } from '@nestjs/common';
import { clipBody, parseTimeCode } from '@vault/contracts';
import { AppError, COMMAND_BUS } from '@vault/base';
import { InjectClient, retryWhileUnavailable, type ClientOf } from '@vault/rpc';
import type { CommandBus } from '@vault/messaging';
import { MediaLinksService } from '../media/media-links.service.ts';
import { PostRoute } from '../http/post-route.ts';
import { ClientGone } from '../http/client-gone.ts';
import { parse } from '../http/parse.ts';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { PublicVideoIds } from '../videos/public-video-ids.ts';

/** Time to wait for a restart of the clip service. */
const retryForMs = 10_000;

@Controller('api/muxupload')
@UseGuards(UserGuard)
export class ClipController {
  constructor(
    @InjectClient('clip') private readonly clips: ClientOf<'clip'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly ids: PublicVideoIds,
    private readonly links: MediaLinksService,
  ) {}

  /** Answers the address of the clip; clients poll it until the clip is ready. */
  @PostRoute('video-cut')
  async cut(@CurrentCaller() caller: Caller, @Body() body: unknown, @ClientGone() signal: AbortSignal) {
    const { passthrough, timeIn, timeOut } = parse(clipBody, body);
    const video = await this.ids.resolve({ ownerId: caller.user.id, passthrough });
    await this.commands.send('clip.cut-clip.v1', { ...video, timeIn, timeOut }, { subject: video.videoId });
    // The command has been handled: the answer should survive a restart of the clip service now.
    const clip = { ...video, start: secondsOf(timeIn), end: secondsOf(timeOut) };
    const giveUpAt = Date.now() + retryForMs;
    const isOver = () => signal.aborted || Date.now() >= giveUpAt;
    const { link, state, reason } = await retryWhileUnavailable(() => this.clips.findClip(clip), isOver);
    if (state === 'failed') throw new AppError('unavailable', reason);
    return { status: 'success', data: this.links.forUser(caller)(link) };
  }
}

/** The clip service has validated the times. */
function secondsOf(timeCode: string): number {
  return parseTimeCode(timeCode) ?? 0;
}

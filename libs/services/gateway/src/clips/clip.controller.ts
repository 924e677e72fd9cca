import { Body, Controller, HttpCode, Inject, Post, UseGuards } from '@nestjs/common';
import { clipBody, parseTimeCode } from '@vault/contracts';
import { clipRpc } from '@vault/contracts/rpc';
import { AppError, COMMAND_BUS, RPC, type CommandBus, type Rpc, type RpcClient } from '@vault/platform';
import { ClientGone } from '../http/client-gone.ts';
import { parse } from '../http/parse.ts';
import { untilBack } from '../http/until-back.ts';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { VideoComposerService } from '../videos/video-composer.service.ts';

/** How long a restart of the owner may take. */
const patienceMs = 10_000;

@Controller('api/muxupload')
@UseGuards(UserGuard)
export class ClipController {
  private readonly clips: RpcClient<typeof clipRpc.ClipServiceService>;

  constructor(
    @Inject(RPC) rpc: Rpc,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly composer: VideoComposerService,
  ) {
    this.clips = rpc.client('clip', clipRpc.ClipServiceService);
  }

  /** Answers where the clip will be; whoever wants it asks there until it is. */
  @Post('video-cut')
  @HttpCode(200)
  async cut(@CurrentCaller() { user }: Caller, @Body() body: unknown, @ClientGone() signal: AbortSignal) {
    const { passthrough, timeIn, timeOut } = parse(clipBody, body);
    const video = await this.composer.identify(user.id, passthrough);
    await this.commands.send('clip.cut-clip.v1', { ...video, timeIn, timeOut }, { subject: video.videoId });
    // It is being made by now: that is not lost because its owner restarts in this moment.
    const clip = { ...video, start: secondsOf(timeIn), end: secondsOf(timeOut) };
    const giveUpAt = Date.now() + patienceMs;
    const isOver = () => signal.aborted || Date.now() >= giveUpAt;
    const { link, state, reason } = await untilBack(() => this.clips.findClip(clip), isOver);
    if (state === 'failed') throw new AppError('unavailable', reason);
    return { status: 'success', data: link };
  }
}

/** The owner has taken the times by now: these are times. */
function secondsOf(timeCode: string): number {
  return parseTimeCode(timeCode) ?? 0;
}

import { Body, Controller, Get, HttpCode, Inject, Post, UseGuards } from '@nestjs/common';
import { passthroughBody } from '@vault/contracts';
import { uploadRpc } from '@vault/contracts/rpc';
import { COMMAND_BUS, RPC, type CommandBus, type Rpc, type RpcClient } from '@vault/platform';
import { parse } from '../http/parse.ts';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { answerWith } from './answer-with.ts';
import { VideoComposerService } from './video-composer.service.ts';

/** Opening an upload asks the video host as well. */
const hostDeadline = { deadlineMs: 8_000 };

@Controller('api/muxupload')
@UseGuards(UserGuard)
export class UploadController {
  private readonly upload: RpcClient<typeof uploadRpc.UploadServiceService>;

  constructor(
    @Inject(RPC) rpc: Rpc,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    private readonly composer: VideoComposerService,
  ) {
    this.upload = rpc.client('upload', uploadRpc.UploadServiceService);
  }

  @Get()
  async open(@CurrentCaller() { user }: Caller) {
    const session = await this.upload.createSession({ ownerId: user.id }, hostDeadline);
    // Clients of either reading find the session: under data, and beside it.
    return { status: 'success', data: session, ...session };
  }

  @Post('retry')
  @HttpCode(200)
  async retry(@CurrentCaller() { user }: Caller, @Body() body: unknown) {
    const { passthrough } = parse(passthroughBody, body);
    const video = await this.composer.identify(user.id, passthrough);
    await this.commands.send('upload.retry-step.v1', video, { subject: video.videoId });
    return answerWith(await this.composer.get(video.ownerId, video.videoId));
  }
}

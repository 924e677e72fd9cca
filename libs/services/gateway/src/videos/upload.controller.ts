import { Body, Controller, Get, HttpCode, Inject, Patch, Post, UseGuards } from '@nestjs/common';
import { passthroughBody, saveBody, type CommandType, type VideoRecord } from '@vault/contracts';
import { uploadRpc } from '@vault/contracts/rpc';
import { COMMAND_BUS, RPC, type CommandBus, type Rpc, type RpcClient } from '@vault/platform';
import { parse } from '../http/parse.ts';
import { requireOwnId } from '../sessions/require-own-id.ts';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { VideoComposerService } from './video-composer.service.ts';

/** Opening an upload asks the video host as well. */
const hostDeadline = { deadlineMs: 8_000 };

type VideoCommand = Extract<CommandType, `chaptering.${string}` | 'upload.retry-step.v1'>;

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

  @Patch('save')
  async save(@CurrentCaller() caller: Caller, @Body() body: unknown) {
    const { passthrough, userId, title, description } = parse(saveBody, body);
    requireOwnId(caller, userId);
    const ownerId = caller.user.id;
    const videoId = await this.composer.resolveId(ownerId, passthrough);
    const data = { videoId, ownerId, title, description };
    await this.commands.send('upload.save-details.v1', data, { subject: videoId });
    return answerWith(await this.composer.get(ownerId, videoId));
  }

  @Post('re-generate-chapter')
  @HttpCode(200)
  regenerate(@CurrentCaller() caller: Caller, @Body() body: unknown) {
    return this.tell('chaptering.regenerate-chapters.v1', caller, body);
  }

  @Post('generate-summary')
  @HttpCode(200)
  summarise(@CurrentCaller() caller: Caller, @Body() body: unknown) {
    return this.tell('chaptering.generate-summary.v1', caller, body);
  }

  @Post('retry')
  @HttpCode(200)
  retry(@CurrentCaller() caller: Caller, @Body() body: unknown) {
    return this.tell('upload.retry-step.v1', caller, body);
  }

  private async tell(type: VideoCommand, { user }: Caller, body: unknown) {
    const { passthrough } = parse(passthroughBody, body);
    const videoId = await this.composer.resolveId(user.id, passthrough);
    await this.commands.send(type, { videoId, ownerId: user.id }, { subject: videoId });
    const record =
      type === 'upload.retry-step.v1'
        ? this.composer.get(user.id, videoId)
        : this.composer.settle(user.id, videoId);
    return answerWith(await record);
  }
}

function answerWith(record: VideoRecord) {
  return { status: 'success' as const, data: record, chapters: record.chapters };
}

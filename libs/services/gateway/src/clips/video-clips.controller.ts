import { Body, Controller, Delete, Get, Inject, Param, UseGuards } from '@nestjs/common';
import {
  clipId,
  makeClipBody,
  type ClipList,
  type SuccessEnvelope,
  type VideoIdentity,
} from '@vault/contracts';
import { COMMAND_BUS, CONFIG } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { GatewayConfig } from '../gateway.config.ts';
import { parse } from '../http/parse.ts';
import { PostRoute } from '../http/post-route.ts';
import { readId } from '../http/read-id.ts';
import { MediaLinksService } from '../media/media-links.service.ts';
import type { Caller } from '../sessions/session.service.ts';
import { CurrentCaller, UserGuard } from '../sessions/user.guard.ts';
import { CurrentVideo } from '../videos/current-video.ts';
import { toClipRecord } from './to-clip-record.ts';

/** The clips of one video. */
@Controller('api/muxvideos/:id/clips')
@UseGuards(UserGuard)
export class VideoClipsController {
  constructor(
    @InjectClient('clip') private readonly clips: ClientOf<'clip'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'VIDEO_ENGINE_URL'>,
    private readonly links: MediaLinksService,
  ) {}

  @Get()
  async list(
    @CurrentCaller() caller: Caller,
    @CurrentVideo() video: VideoIdentity,
  ): Promise<SuccessEnvelope<ClipList>> {
    const { clips } = await this.clips.listNewestClips(video);
    const link = this.links.forUser(caller);
    // Only our own video engine can do it, not Mux.
    const canChangePicture = this.config.VIDEO_ENGINE_URL !== undefined;
    return {
      status: 'success',
      data: { clips: clips.map((clip) => toClipRecord(clip, link)), canChangePicture },
    };
  }

  @PostRoute()
  async make(@CurrentCaller() caller: Caller, @CurrentVideo() video: VideoIdentity, @Body() body: unknown) {
    const { ownerId, videoId: subject } = video;
    const data = { ...video, ...parse(makeClipBody, body) };
    const { id: made = '' } = await this.commands.send('clip.make-clip.v1', data, { subject });
    const record = toClipRecord(await this.clips.getClip({ ownerId, id: made }), this.links.forUser(caller));
    return { status: 'success', data: record };
  }

  @Delete(':clipId')
  async delete(@CurrentVideo() video: VideoIdentity, @Param('clipId') clip: string) {
    const data = { ...video, clipId: readId(clipId, clip, 'The clip') };
    await this.commands.send('clip.delete-clip.v1', data, { subject: data.videoId });
    return { status: 'success', data: {} };
  }
}

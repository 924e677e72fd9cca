import { Controller, Inject } from '@nestjs/common';
import { clipRoutes as routes } from '@vault/contracts/openapi';
import { COMMAND_BUS, CONFIG } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { GatewayConfig } from '../config/gateway.config.ts';
import { MediaLinksService } from '../media/media-links.service.ts';
import { VideoRoute, type VideoRequestOf } from '../videos/video-route.ts';
import { toClipRecord } from './to-clip-record.ts';

/** The clips of one video. */
@Controller()
export class VideoClipsController {
  constructor(
    @InjectClient('clip') private readonly clips: ClientOf<'clip'>,
    @Inject(COMMAND_BUS) private readonly commands: CommandBus,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'VIDEO_ENGINE_URL'>,
    private readonly links: MediaLinksService,
  ) {}

  @VideoRoute(routes.listClips)
  async list({ caller, video }: VideoRequestOf<typeof routes.listClips>) {
    const { clips } = await this.clips.listNewestClips(video);
    const link = this.links.forUser(caller);
    // Only our own video engine can do it, not Mux.
    const canChangePicture = this.config.VIDEO_ENGINE_URL !== undefined;
    return { data: { clips: clips.map((clip) => toClipRecord(clip, link)), canChangePicture } };
  }

  @VideoRoute(routes.makeClip)
  async make({ caller, video, body }: VideoRequestOf<typeof routes.makeClip>) {
    const { ownerId, videoId: subject } = video;
    const { id: made = '' } = await this.commands.send(
      'clip.make-clip.v1',
      { ...video, ...body },
      { subject },
    );
    return {
      data: toClipRecord(await this.clips.getClip({ ownerId, id: made }), this.links.forUser(caller)),
    };
  }

  @VideoRoute(routes.deleteClip)
  async delete({ video, params: { clipId } }: VideoRequestOf<typeof routes.deleteClip>) {
    await this.commands.send('clip.delete-clip.v1', { ...video, clipId }, { subject: video.videoId });
  }
}

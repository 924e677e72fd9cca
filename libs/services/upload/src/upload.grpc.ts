import { Inject } from '@nestjs/common';
import { uploadRpc } from '@vault/contracts/rpc';
import type { VideoHost } from '@vault/integrations';
import { RpcController, type RpcHandlers } from '@vault/platform';
import { VIDEO_HOST } from './upload.tokens.ts';
import { toVideoMessage } from './videos/to-video-message.ts';
import { VideoNewsService } from './videos/video-news.service.ts';
import { VideoService } from './videos/video.service.ts';

@RpcController(uploadRpc.UploadServiceService)
export class UploadGrpc implements RpcHandlers<typeof uploadRpc.UploadServiceService> {
  constructor(
    private readonly videos: VideoService,
    private readonly news: VideoNewsService,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
  ) {}

  createSession({ ownerId }: uploadRpc.OwnerRequest) {
    return this.videos.createSession(ownerId);
  }

  async listVideos({ ownerId, ...request }: uploadRpc.ListVideosRequest) {
    const { videos, next, total } = await this.videos.list(ownerId, request);
    return { videos: videos.map((video) => toVideoMessage(video, this.host)), next, total };
  }

  async getVideo({ ownerId, anyId }: uploadRpc.VideoRequest) {
    return toVideoMessage(await this.videos.get(ownerId, anyId), this.host);
  }

  async countVideos({ ownerId }: uploadRpc.OwnerRequest) {
    return { used: await this.videos.countUsed(ownerId) };
  }

  async receiveWebhook({ body, signature }: uploadRpc.WebhookRequest) {
    await this.news.receiveWebhook(Buffer.from(body), signature);
    return {};
  }
}

import { Inject } from '@nestjs/common';
import { uploadRpc } from '@vault/contracts/rpc';
import type { VideoHost } from '@vault/integrations';
import { RpcController, type RpcHandlers } from '@vault/platform';
import { VIDEO_HOST } from './upload.tokens.ts';
import { AllVideosService } from './videos/all-videos.service.ts';
import { toStaffMessage, toVideoMessage } from './videos/to-video-message.ts';
import { UploadSessionService } from './videos/upload-session.service.ts';
import { HostSyncService } from './videos/host-sync.service.ts';
import { VideoService } from './videos/video.service.ts';

@RpcController(uploadRpc.UploadServiceService)
export class UploadGrpc implements RpcHandlers<typeof uploadRpc.UploadServiceService> {
  constructor(
    private readonly videos: VideoService,
    private readonly sessions: UploadSessionService,
    private readonly all: AllVideosService,
    private readonly hostSync: HostSyncService,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
  ) {}

  createSession({ ownerId, sessionId }: uploadRpc.CreateSessionRequest) {
    return this.sessions.create(ownerId, sessionId);
  }

  async listVideos({ ownerId, ...request }: uploadRpc.ListVideosRequest) {
    const { videos, next, total } = await this.videos.list(ownerId, request);
    return { videos: videos.map((video) => toVideoMessage(video, this.host)), next, total };
  }

  async getVideo({ ownerId, anyId }: uploadRpc.VideoRequest) {
    return toVideoMessage(await this.videos.get(ownerId, anyId), this.host);
  }

  async countVideos({ ownerId }: uploadRpc.OwnerRequest) {
    return { used: await this.sessions.countUsed(ownerId) };
  }

  async countVideosOf({ ownerIds }: uploadRpc.CountVideosOfRequest) {
    return { counts: await this.all.countOf(ownerIds) };
  }

  async listAllVideos(request: uploadRpc.ListAllVideosRequest) {
    const { videos, total } = await this.all.list(request);
    return { videos: videos.map((video) => toStaffMessage(video, this.host)), total };
  }

  async getVideosByIds({ ids }: uploadRpc.GetVideosByIdsRequest) {
    const videos = await this.all.findByIds(ids);
    return { videos: videos.map((video) => toStaffMessage(video, this.host)) };
  }

  countAllVideos(): Promise<uploadRpc.AllVideoCounts> {
    return this.all.countAll();
  }

  async receiveWebhook({ body, signature }: uploadRpc.WebhookRequest) {
    await this.hostSync.receiveWebhook(Buffer.from(body), signature);
    return {};
  }
}

import { Inject } from '@nestjs/common';
import { uploadRpc } from '@vault/contracts/rpc';
import type { VideoHost } from '@vault/integrations';
import { RpcController, type RpcHandlers } from '@vault/platform';
import { VIDEO_HOST } from './upload.tokens.ts';
import { AllVideosService } from './videos/all-videos.service.ts';
import { UploadSessionService } from './videos/upload-session.service.ts';
import { HostSyncService } from './videos/host-sync.service.ts';
import { VideoService } from './videos/video.service.ts';
import type { ListedVideo } from './videos/all-videos.repository.ts';
import type { VideoDocument } from './videos/video.schema.ts';

/** The record for staff lists: with its owner, without the description and the urls that the tables do not show. */
function toStaffMessage(video: ListedVideo, host: VideoHost): uploadRpc.Video {
  const message = toVideoMessage({ ...video, description: '' }, host);
  const omitted = { streamUrl: '', storyboardUrl: '', captionsUrl: '', downloadUrl: '' };
  return { ...message, ...omitted, ownerId: video.ownerId };
}

type MessageSource = ListedVideo & Pick<VideoDocument, 'description'>;

/** The record as an rpc message. */
function toVideoMessage(video: MessageSource, host: VideoHost): uploadRpc.Video {
  const urls = video.isPlayable ? host.urls(video.playbackId) : undefined;
  return {
    id: video._id,
    uploadId: video.uploadId,
    assetId: video.assetId,
    title: video.title,
    description: video.description,
    playbackId: video.playbackId,
    captionsTrackId: video.captionsTrackId,
    thumbnailUrl: urls?.thumbnail ?? '',
    streamUrl: urls?.stream ?? '',
    storyboardUrl: urls?.storyboard ?? '',
    captionsUrl: urls && video.captionsTrackId ? urls.captions(video.captionsTrackId) : '',
    downloadUrl: urls && video.downloadName ? urls.download(video.downloadName) : '',
    durationSeconds: video.durationSeconds,
    createdAt: Math.floor(video.createdAt.getTime() / 1_000),
    state: video.state,
    progress: video.stepPercent,
    queuePosition: video.stepWait?.ahead,
    secondsLeft: video.stepWait?.secondsLeft,
    failure: video.failure
      ? { step: video.failure.step, reason: video.failure.reason, retryable: video.failure.isRetryable }
      : undefined,
    captionsState: video.captionsState,
    captionsReason: video.captionsReason,
  };
}

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

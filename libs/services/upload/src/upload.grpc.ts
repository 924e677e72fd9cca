import { Inject } from '@nestjs/common';
import { uploadRpc } from '@vault/contracts/rpc';
import { HEALTH, type Health } from '@vault/base';
import { VIDEO_HOST, type VideoHost } from '@vault/integrations';
import { emptyReply, RpcController, type RpcHandlers } from '@vault/rpc';
import { AllVideosService } from './videos/all-videos.service.ts';
import { UploadSessionService } from './videos/upload-session.service.ts';
import { HostSyncService } from './videos/host-sync.service.ts';
import { VideoService } from './videos/video.service.ts';
import type { ListedVideo } from './videos/all-videos.repository.ts';
import type { VideoDocument } from './videos/video.schema.ts';

/** The record for staff lists: with its owner, without the description and the urls that the tables do not show. */
function toWireStaffVideo(video: ListedVideo, host: VideoHost): uploadRpc.Video {
  const message = toWireVideo({ ...video, description: '' }, host);
  const omitted = { contents: [], streamUrl: '', storyboardUrl: '', captionsUrl: '' };
  const withoutFile = { downloadUrl: '', downloadBytes: undefined };
  return { ...message, ...omitted, ...withoutFile, ownerId: video.ownerId };
}

type WireSource = ListedVideo & Pick<VideoDocument, 'description'>;

/** The record as an rpc message. */
function toWireVideo(video: WireSource, host: VideoHost): uploadRpc.Video {
  const { _id: id, createdAt, stepPercent: progress, stepWork, failure } = video;
  const urls = video.isPlayable ? host.urls(video.playbackId) : undefined;
  return {
    ...video,
    contents: [...video.contents],
    tracksProblem: video.tracksProblem || undefined,
    canChooseLanguage: host.canChooseLanguage || undefined,
    captionsLanguage: video.captionsTrackId ? (video.captionsLanguage ?? 'en') : undefined,
    id,
    thumbnailUrl: urls?.thumbnail ?? '',
    streamUrl: urls?.stream ?? '',
    storyboardUrl: urls?.storyboard ?? '',
    captionsUrl: urls && video.captionsTrackId ? urls.captions(video.captionsTrackId) : '',
    downloadUrl: urls && video.downloadName ? urls.download(video.downloadName) : '',
    downloadBytes: urls && video.downloadBytes > 0 ? video.downloadBytes : undefined,
    createdAt: Math.floor(createdAt.getTime() / 1_000),
    progress,
    stage: stepWork?.stage,
    queuePosition: stepWork?.ahead,
    secondsLeft: stepWork?.secondsLeft,
    failure: failure ? { ...failure, retryable: failure.isRetryable } : undefined,
    // Only answers for staff name the owner.
    ownerId: undefined,
  };
}

@RpcController(uploadRpc.UploadServiceService)
export class UploadGrpc {
  readonly handlers: RpcHandlers<typeof uploadRpc.UploadServiceService> = {
    createSession: (request) => this.sessions.create(request),
    listVideos: async ({ ownerId, ...request }) => {
      const { videos, ...page } = await this.videos.list(ownerId, request);
      return { ...page, videos: videos.map((video) => toWireVideo(video, this.host)) };
    },
    getVideo: async (identity) => toWireVideo(await this.videos.get(identity), this.host),
    getVideoVersion: async (identity) => ({ version: (await this.videos.get(identity)).version }),
    resolveVideoId: async ({ ownerId, publicId }) => ({
      videoId: await this.videos.resolveId(ownerId, publicId),
    }),
    countVideos: async ({ ownerId }) => ({ used: await this.sessions.countUsed(ownerId) }),
    countVideosOf: async ({ ownerIds }) => ({ counts: await this.all.countOf(ownerIds) }),
    listAllVideos: async (request) => {
      const { videos, total } = await this.all.list(request);
      return { videos: videos.map((video) => toWireStaffVideo(video, this.host)), total };
    },
    getVideosByIds: async ({ ids }) => {
      const videos = await this.all.findByIds(ids);
      return { videos: videos.map((video) => toWireStaffVideo(video, this.host)) };
    },
    getVideoOwners: async ({ ids }) => ({ owners: await this.all.ownersOf(ids) }),
    getPlaybackOwner: async ({ playbackId }) => ({
      ownerId: (await this.all.ownerOfPlayback(playbackId)) ?? '',
    }),
    countAllVideos: async () => {
      const [counts, ofHost] = await Promise.all([this.all.countAll(), this.host.wrongSettings()]);
      return { ...counts, wrongSettings: [...this.health.wrongSettings, ...ofHost] };
    },
    receiveWebhook: ({ body, signature }) =>
      emptyReply(this.hostSync.receiveWebhook(Buffer.from(body), signature)),
  };

  constructor(
    private readonly videos: VideoService,
    private readonly sessions: UploadSessionService,
    private readonly all: AllVideosService,
    private readonly hostSync: HostSyncService,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
    @Inject(HEALTH) private readonly health: Health,
  ) {}
}

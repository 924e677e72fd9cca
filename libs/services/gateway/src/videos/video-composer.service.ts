import { Inject, Injectable } from '@nestjs/common';
import type { ListCursorFields, ListQuery, VideoIdentity, VideoRecord } from '@vault/contracts';
import { chapteringRpc, uploadRpc } from '@vault/contracts/rpc';
import { AppError, RPC, type CallOptions, type Rpc, type RpcClient } from '@vault/platform';
import { toVideoRecord } from './to-video-record.ts';

type VideoListPage = ListCursorFields & { readonly data: VideoRecord[] };

/**
 * Chapter sets may have megabytes, so reads after a save or a generation have a long deadline. Polls keep the default
 * deadline: there are many, and each would wait this long for an unavailable service.
 */
const longDeadline = { deadlineMs: 8_000 };

/** Composes records from the video of upload and the chapters of chaptering. */
@Injectable()
export class VideoComposerService {
  private readonly upload: RpcClient<typeof uploadRpc.UploadServiceService>;
  private readonly chaptering: RpcClient<typeof chapteringRpc.ChapteringServiceService>;

  constructor(@Inject(RPC) rpc: Rpc) {
    this.upload = rpc.client('upload', uploadRpc.UploadServiceService);
    this.chaptering = rpc.client('chaptering', chapteringRpc.ChapteringServiceService);
  }

  /** @throws {AppError} not-found, also when the video is somebody else's */
  get(ownerId: string, anyId: string): Promise<VideoRecord> {
    return this.compose(ownerId, anyId, {});
  }

  /** As {@link get}, with a long deadline, so that a slow answer does not hide a completed generation. */
  getAfterGeneration({ ownerId, videoId }: VideoIdentity): Promise<VideoRecord> {
    return this.compose(ownerId, videoId, longDeadline);
  }

  /**
   * As {@link get}, with a long deadline where chapters were saved.
   * @param version the version of saved chapters, answered also when they cannot be read
   */
  async getAfterSave({ ownerId, videoId }: VideoIdentity, version?: number): Promise<VideoRecord> {
    if (version === undefined) return this.get(ownerId, videoId);
    const record = await this.compose(ownerId, videoId, longDeadline);
    return record.chaptersMissing ? { ...record, version } : record;
  }

  async list(ownerId: string, { view, page, limit, after = '' }: ListQuery): Promise<VideoListPage> {
    const { videos, next, total } = await this.upload.listVideos({ ownerId, page, limit, after });
    const videoIds = videos.map(({ id }) => id);
    const withTranscript = view === 'full';
    const toRecord = await this.recordsOf({ ownerId, videoIds, withTranscript });
    return { data: videos.map(toRecord), next: next || null, ...(total === undefined ? {} : { total }) };
  }

  /** Resolves any of the three ids of a video. @throws {AppError} not-found, also when it is somebody else's */
  async identify(ownerId: string, anyId: string): Promise<VideoIdentity> {
    return { ownerId, videoId: (await this.upload.getVideo({ ownerId, anyId })).id };
  }

  /** The current chapters, with exact starts. */
  async chaptersOf({ ownerId, videoId }: VideoIdentity): Promise<readonly chapteringRpc.Chapter[]> {
    const wanted = { ownerId, videoIds: [videoId], withTranscript: false };
    const { sets } = await this.chaptering.getChapterSets(wanted, longDeadline);
    return sets[0]?.chapters ?? [];
  }

  private async compose(ownerId: string, anyId: string, options: CallOptions): Promise<VideoRecord> {
    const video = await this.upload.getVideo({ ownerId, anyId });
    const toRecord = await this.recordsOf({ ownerId, videoIds: [video.id], withTranscript: true }, options);
    return toRecord(video);
  }

  /**
   * A function that converts the requested videos to records. While chaptering is unavailable, records have no
   * chapters, and `chaptersMissing` is set.
   */
  private async recordsOf(
    request: chapteringRpc.GetChapterSetsRequest,
    options: CallOptions = {},
  ): Promise<(video: uploadRpc.Video) => VideoRecord> {
    const { withTranscript, videoIds } = request;
    if (videoIds.length === 0) return (video) => toVideoRecord(video, undefined, withTranscript);
    try {
      const { sets } = await this.chaptering.getChapterSets(request, options);
      const byId = new Map(sets.map((set) => [set.videoId, set]));
      return (video) => toVideoRecord(video, byId.get(video.id), withTranscript);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'unavailable')) throw error;
      return (video) => ({ ...toVideoRecord(video, undefined, withTranscript), chaptersMissing: true });
    }
  }
}

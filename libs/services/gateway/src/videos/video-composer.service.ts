import { Inject, Injectable } from '@nestjs/common';
import type { ListPlaceFields, ListQuery, VideoRecord } from '@vault/contracts';
import { chapteringRpc, uploadRpc } from '@vault/contracts/rpc';
import { AppError, RPC, type CallOptions, type Rpc, type RpcClient } from '@vault/platform';
import { toVideoRecord } from './to-video-record.ts';

type VideoListPage = ListPlaceFields & { readonly data: VideoRecord[] };

/**
 * What was written has megabytes in the worst case, and is read back with the same patience. Polls keep the usual
 * deadline: there are many of them, and each would hang so long behind an owner that does not answer.
 */
const patient = { deadlineMs: 8_000 };

/** A video by its own id, known to be this owner's. */
export interface VideoIdentity {
  readonly ownerId: string;
  readonly videoId: string;
}

/** Puts together what two services know of a video. */
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

  /** As {@link get}, after chapters were written: that they were must not be lost behind a slow answer. */
  getWritten({ ownerId, videoId }: VideoIdentity): Promise<VideoRecord> {
    return this.compose(ownerId, videoId, patient);
  }

  async list(ownerId: string, { view, page, limit, after = '' }: ListQuery): Promise<VideoListPage> {
    const { videos, next, total } = await this.upload.listVideos({ ownerId, page, limit, after });
    const videoIds = videos.map(({ id }) => id);
    const withTranscript = view === 'full';
    const toRecord = await this.recordsOf({ ownerId, videoIds, withTranscript });
    return { data: videos.map(toRecord), next: next || null, ...(total === undefined ? {} : { total }) };
  }

  /** The video's own id, whichever of its three was given. @throws {AppError} not-found, also when it is somebody else's */
  async identify(ownerId: string, anyId: string): Promise<VideoIdentity> {
    return { ownerId, videoId: (await this.upload.getVideo({ ownerId, anyId })).id };
  }

  /** Its chapters as they are now, starts to the fraction of a second. */
  async chaptersOf({ ownerId, videoId }: VideoIdentity): Promise<readonly chapteringRpc.Chapter[]> {
    const wanted = { ownerId, videoIds: [videoId], withTranscript: false };
    const { sets } = await this.chaptering.getChapterSets(wanted, patient);
    return sets[0]?.chapters ?? [];
  }

  private async compose(ownerId: string, anyId: string, options: CallOptions): Promise<VideoRecord> {
    const video = await this.upload.getVideo({ ownerId, anyId });
    const toRecord = await this.recordsOf({ ownerId, videoIds: [video.id], withTranscript: true }, options);
    return toRecord(video);
  }

  /**
   * How the wanted videos become records. Chapters only add to a record: while their owner does not answer, records go
   * without them, and say so.
   */
  private async recordsOf(
    wanted: chapteringRpc.GetChapterSetsRequest,
    options: CallOptions = {},
  ): Promise<(video: uploadRpc.Video) => VideoRecord> {
    const { withTranscript, videoIds } = wanted;
    if (videoIds.length === 0) return (video) => toVideoRecord(video, undefined, withTranscript);
    try {
      const { sets } = await this.chaptering.getChapterSets(wanted, options);
      const byId = new Map(sets.map((set) => [set.videoId, set]));
      return (video) => toVideoRecord(video, byId.get(video.id), withTranscript);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'unavailable')) throw error;
      return (video) => ({ ...toVideoRecord(video, undefined, withTranscript), chaptersMissing: true });
    }
  }
}

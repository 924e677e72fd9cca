import { Injectable } from '@nestjs/common';
import type { ListCursorFields, ListQuery, VideoIdentity, VideoRecord } from '@vault/contracts';
import type { chapteringRpc, uploadRpc } from '@vault/contracts/rpc';
import { AppError, InjectClient, type CallOptions, type ClientOf } from '@vault/platform';
import { toVideoRecord } from './to-video-record.ts';

type ChapterSets = ReadonlyMap<string, chapteringRpc.ChapterSet>;
type VideoListPage = ListCursorFields & { readonly data: VideoRecord[] };

/**
 * Chapter sets may have megabytes, so reads after a save or a generation have a long deadline. Polls keep the default
 * deadline: there are many, and each would wait this long for an unavailable service.
 */
const longDeadline = { deadlineMs: 8_000 };

/** Composes records from the video of upload and the chapters of chaptering. */
@Injectable()
export class VideoComposerService {
  constructor(
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
    @InjectClient('chaptering') private readonly chaptering: ClientOf<'chaptering'>,
  ) {}

  /** @throws {AppError} not-found, also when the video is somebody else's */
  get(ownerId: string, anyId: string): Promise<VideoRecord> {
    return this.compose(ownerId, anyId, {});
  }

  /** As {@link get}, with a long deadline, so that a slow answer does not hide a completed generation. */
  getAfterGeneration({ ownerId, videoId }: VideoIdentity): Promise<VideoRecord> {
    return this.compose(ownerId, videoId, longDeadline);
  }

  /**
   * As {@link get}, with a long deadline where chapters were saved. Reads the video and its chapters at the same time,
   * and the chapters once more if they were not there yet: a video that is ready must not be answered without them.
   * @param version the version of saved chapters, answered also when they cannot be read
   */
  async getAfterSave({ ownerId, videoId }: VideoIdentity, version?: number): Promise<VideoRecord> {
    const options = version === undefined ? {} : longDeadline;
    const ofVideo = (id: string) => this.setsOf({ ownerId, videoIds: [id], withTranscript: true }, options);
    const [video, early] = await Promise.all([
      this.upload.getVideo({ ownerId, anyId: videoId }),
      ofVideo(videoId),
    ]);
    const set = early?.get(video.id);
    const isComplete = early === undefined || (set && !set.isGenerating);
    const record = toRecord(video, isComplete ? early : await ofVideo(video.id), true);
    return record.chaptersMissing && version !== undefined ? { ...record, version } : record;
  }

  async list(ownerId: string, { view, page, limit, after = '' }: ListQuery): Promise<VideoListPage> {
    const { videos, next, total } = await this.upload.listVideos({ ownerId, page, limit, after });
    const videoIds = videos.map(({ id }) => id);
    const withTranscript = view === 'full';
    const sets = await this.setsOf({ ownerId, videoIds, withTranscript });
    const data = videos.map((video) => toRecord(video, sets, withTranscript));
    return { data, next: next || null, ...(total === undefined ? {} : { total }) };
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
    const sets = await this.setsOf({ ownerId, videoIds: [video.id], withTranscript: true }, options);
    return toRecord(video, sets, true);
  }

  /** The chapter sets of the videos by id; undefined while chaptering is unavailable. */
  private async setsOf(
    request: chapteringRpc.GetChapterSetsRequest,
    options: CallOptions = {},
  ): Promise<ChapterSets | undefined> {
    if (request.videoIds.length === 0) return new Map();
    try {
      const { sets } = await this.chaptering.getChapterSets(request, options);
      return new Map(sets.map((set) => [set.videoId, set]));
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'unavailable')) throw error;
      return undefined;
    }
  }
}

/** Without sets, the record has no chapters, and `chaptersMissing` is set. */
function toRecord(
  video: uploadRpc.Video,
  sets: ChapterSets | undefined,
  withTranscript: boolean,
): VideoRecord {
  const record = toVideoRecord(video, sets?.get(video.id), withTranscript);
  return sets ? record : { ...record, chaptersMissing: true };
}

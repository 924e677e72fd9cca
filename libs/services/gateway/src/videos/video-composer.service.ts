import { Injectable } from '@nestjs/common';
import type { ListCursorFields, ListQuery, VideoIdentity, VideoRecord } from '@vault/contracts';
import type { chapteringRpc, uploadRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { VideoKey } from '../messages/read-cache.ts';
import { ChapterSetService, type ChapterSets } from './chapter-set.service.ts';
import { toVideoRecord } from './to-video-record.ts';

/** Undefined for what was not saved. */
interface SavedVersions {
  readonly chapters: number | undefined;
  readonly details: number | undefined;
}

/** An operation and the record of its video. */
export interface GeneratedRecord {
  readonly record: VideoRecord;
  readonly operation: chapteringRpc.Operation;
}

type VideoListPage = ListCursorFields & { readonly data: VideoRecord[] };

/** Composes records from the video of upload and the chapters of chaptering. */
@Injectable()
export class VideoComposerService {
  constructor(
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
    private readonly sets: ChapterSetService,
  ) {}

  /** @throws {AppError} not-found, also when the video is somebody else's */
  async get(ownerId: string, anyId: string): Promise<VideoRecord> {
    const video = await this.upload.getVideo({ ownerId, anyId });
    return toRecord(video, await this.sets.get({ ownerId, videoId: video.id }), true);
  }

  /**
   * The operation and the record as it is afterwards. Has a long deadline, so that a slow answer does not hide a completed
   * generation.
   * @throws {AppError} not-found, unavailable
   */
  async getGenerated(identity: VideoIdentity, operationId: string): Promise<GeneratedRecord> {
    const [video, { sets, operation }] = await Promise.all([
      this.upload.getVideo({ ownerId: identity.ownerId, anyId: identity.videoId }),
      this.sets.getWithOperation(identity, operationId),
    ]);
    return { record: toRecord(video, sets, true), operation };
  }

  /**
   * As {@link get}, with a long deadline where chapters were saved. Reads the video and its chapters at the same time,
   * and the chapters once more if they were missing: a video that is ready must not be answered without them.
   * @param saved the versions of what was saved: the video is read as the save left it, and the version of the chapters is
   * answered also when they cannot be read
   */
  async getAfterSave({ ownerId, videoId }: VideoIdentity, saved: SavedVersions): Promise<VideoRecord> {
    const { chapters: version, details } = saved;
    const ofVideo = (id: string) => {
      const identity = { ownerId, videoId: id };
      return version === undefined ? this.sets.get(identity) : this.sets.getNewest(identity);
    };
    const [video, early] = await Promise.all([
      this.upload.getVideo({ ownerId, anyId: videoId, version: details }),
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
    const sets = await this.sets.list({ ownerId, videoIds, withTranscript });
    const data = videos.map((video) => toRecord(video, sets, withTranscript));
    return { data, next: next || null, ...(total === undefined ? {} : { total }) };
  }

  /** Resolves any of the three ids of a video. @throws {AppError} not-found, also when it is somebody else's */
  async identify(ownerId: string, anyId: string): Promise<VideoIdentity> {
    return { ownerId, videoId: (await this.upload.getVideo({ ownerId, anyId })).id };
  }

  /**
   * Calls chaptering with any of the three ids of a video. It accepts only the video's own id, which nearly every caller
   * sends: on a `conflict`, resolves the id and tries again.
   * @throws {AppError} not-found, also when it is somebody else's
   */
  async withOwnId<Result>(
    { ownerId, anyId }: VideoKey,
    call: (video: VideoIdentity) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await call({ ownerId, videoId: anyId });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'conflict')) throw error;
      const video = await this.identify(ownerId, anyId);
      if (video.videoId === anyId) throw error;
      return await call(video);
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

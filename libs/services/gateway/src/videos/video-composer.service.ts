import { Injectable } from '@nestjs/common';
import type { ListCursorFields, ListQuery, VideoIdentity, VideoRecord } from '@vault/contracts';
import type { chapteringRpc, uploadRpc } from '@vault/contracts/rpc';
import { InjectClient, type ClientOf } from '@vault/rpc';
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
  async get(identity: VideoIdentity): Promise<VideoRecord> {
    const video = await this.upload.getVideo(identity);
    return toRecord(video, await this.sets.get(identity), true);
  }

  /**
   * The operation and the record as it is afterwards. Has a long deadline, so that a slow answer does not hide a completed
   * generation.
   * @throws {AppError} not-found, unavailable
   */
  async getGenerated(identity: VideoIdentity, operationId: string): Promise<GeneratedRecord> {
    const [video, { sets, operation }] = await Promise.all([
      this.upload.getVideo(identity),
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
  async getAfterSave(identity: VideoIdentity, saved: SavedVersions): Promise<VideoRecord> {
    const { chapters: version, details } = saved;
    const readSets = () => (version === undefined ? this.sets.get(identity) : this.sets.getFresh(identity));
    const [video, early] = await Promise.all([
      this.upload.getVideo({ ...identity, version: details }),
      readSets(),
    ]);
    const set = early?.get(video.id);
    const isComplete = early === undefined || (set && !set.isGenerating);
    const record = toRecord(video, isComplete ? early : await readSets(), true);
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

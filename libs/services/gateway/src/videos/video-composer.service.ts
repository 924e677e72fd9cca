import { Injectable } from '@nestjs/common';
import type { ListCursorFields, ListQuery, Transcript, VideoIdentity, VideoRecord } from '@vault/contracts';
import type { chapteringRpc, uploadRpc } from '@vault/contracts/rpc';
import { inTurn } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { FairQueue } from '@vault/worker-pool';
import { ChapterSetService, type ChapterSets } from './chapter-set.service.ts';
import { toVideoRecord } from './to-video-record.ts';

export interface RecordOptions {
  /** Default true. */
  readonly withTranscript?: boolean;
}

/** A record, and what {@link VideoComposerService.getVersion} answered at that time; undefined without its chapters. */
interface VersionedRecord {
  readonly record: VideoRecord;
  readonly version: string | undefined;
}

/** An operation and the record of its video. */
export interface GeneratedRecord {
  readonly record: VideoRecord;
  readonly operation: chapteringRpc.Operation;
}

/** All polls of a video wait for one read of its version. While a service hangs, they read the record instead. */
const shortDeadline = { deadlineMs: 250 };

type VideoListPage = ListCursorFields & { readonly data: VideoRecord[] };

/** A transcript with its recognised words can be 2 MB, and a list has one for each video. */
const transcriptReads = { slots: 4, slotsPerOwner: 2, waiting: 256, waitingPerOwner: 32 };

/** Composes records from the video of upload and the chapters of chaptering. */
@Injectable()
export class VideoComposerService {
  private readonly transcripts = new FairQueue(transcriptReads);

  constructor(
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
    private readonly sets: ChapterSetService,
  ) {}

  /** @throws {AppError} not-found, also when the video is somebody else's */
  async get(identity: VideoIdentity, options: RecordOptions = {}): Promise<VideoRecord> {
    return (await this.getVersioned(identity, options)).record;
  }

  /** @throws {AppError} not-found, also when the video is somebody else's */
  async getVersioned(
    { ownerId, videoId }: VideoIdentity,
    { withTranscript = true }: RecordOptions = {},
  ): Promise<VersionedRecord> {
    const [video, sets] = await Promise.all([
      this.upload.getVideo({ ownerId, videoId }),
      this.sets.list({ ownerId, videoIds: [videoId], withTranscript }),
    ]);
    const version = sets && versionOf(video, sets.get(videoId)?.revision);
    return { record: toRecord(video, sets, withTranscript), version };
  }

  /**
   * Differs after each change of the record that its owner sees.
   * @throws {AppError} not-found, also when the video is somebody else's; unavailable, also without chaptering
   */
  async getVersion(identity: VideoIdentity): Promise<string> {
    const [video, revision] = await Promise.all([
      this.upload.getVideoVersion(identity, shortDeadline),
      this.sets.getRevision(identity, shortDeadline),
    ]);
    return versionOf(video, revision);
  }

  /** The video alone, without its chapters. @throws {AppError} not-found, also when it is somebody else's */
  getVideo(identity: VideoIdentity): Promise<uploadRpc.Video> {
    return this.upload.getVideo(identity);
  }

  /** Seconds; 0 while unknown. @throws {AppError} not-found, also when the video is somebody else's */
  async getDuration(identity: VideoIdentity): Promise<number> {
    return (await this.upload.getVideo(identity)).durationSeconds;
  }

  /** @throws {AppError} not-found, also when the video is somebody else's; unavailable, too-many-requests */
  async getTranscript(identity: VideoIdentity, timedSpan?: chapteringRpc.TimeSpan): Promise<Transcript> {
    const [, set] = await inTurn(this.transcripts, identity.ownerId, () =>
      Promise.all([this.upload.getVideo(identity), this.sets.getWithRecognised(identity, timedSpan)]),
    );
    const { vtt = '', recognisedVtt = vtt, transcriptVersion = 0, transcriptReview } = set ?? {};
    return { vtt, recognisedVtt, transcriptVersion, ...(transcriptReview && { reviewed: transcriptReview }) };
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

  /** @throws {AppError} unavailable, too-many-requests */
  async list(ownerId: string, query: ListQuery): Promise<VideoListPage> {
    const read = () => this.listNow(ownerId, query);
    return query.view === 'full' ? inTurn(this.transcripts, ownerId, read) : read();
  }

  private async listNow(
    ownerId: string,
    { view, page, limit, after = '' }: ListQuery,
  ): Promise<VideoListPage> {
    const { videos, next, total } = await this.upload.listVideos({ ownerId, page, limit, after });
    const videoIds = videos.map(({ id }) => id);
    const withTranscript = view === 'full';
    const sets = await this.sets.list({ ownerId, videoIds, withTranscript });
    const data = videos.map((video) => toRecord(video, sets, withTranscript));
    return { data, next: next || null, ...(total === undefined ? {} : { total }) };
  }
}

function versionOf({ version }: Pick<uploadRpc.Video, 'version'>, revision = ''): string {
  return `${String(version)}-${revision}`;
}

/**
 * `chaptersMissing` is set without sets, and for a video that has moved here before its chapters: every video that is ready
 * has some.
 */
function toRecord(
  video: uploadRpc.Video,
  sets: ChapterSets | undefined,
  withTranscript: boolean,
): VideoRecord {
  const set = sets?.get(video.id);
  const record = toVideoRecord(video, set, withTranscript);
  const isComplete = set !== undefined || (sets !== undefined && video.state !== 'ready');
  return isComplete ? record : { ...record, chaptersMissing: true };
}

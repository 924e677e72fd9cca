import { Inject, Injectable } from '@nestjs/common';
import type { MessageData } from '@vault/contracts';
import { AppError, CLOCK, correlationId, createMessage, type Clock, type Decision } from '@vault/platform';
import { isActive, leaseMs, queueJob, type JobKind } from '../domain/job.ts';
import { TranscriptRepository } from '../transcripts/transcript.repository.ts';
import { ChapterSetRepository, type VideoIdentity } from './chapter-set.repository.ts';
import type { ChapterSetDocument, TranscriptSource } from './chapter-set.schema.ts';
import { notYet } from './not-yet.ts';

/** Longer than a message is retained. */
const tombstoneMs = 8 * 24 * 60 * 60 * 1_000;

interface NewSource {
  readonly source: TranscriptSource | null;
  readonly durationSeconds: number;
}

/** Chapter sets: what is asked of them, and what sets their jobs off. */
@Injectable()
export class ChapterSetService {
  constructor(
    private readonly sets: ChapterSetRepository,
    private readonly transcripts: TranscriptRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async getMany(ownerId: string, videoIds: readonly string[], withTranscript: boolean) {
    const sets = await this.sets.findMany(ownerId, videoIds);
    const ids = sets.map(({ _id }) => _id);
    const transcripts =
      withTranscript && ids.length > 0
        ? await this.transcripts.findMany(ownerId, ids)
        : new Map<string, string>();
    return sets.map((set) => ({ set, vtt: transcripts.get(set._id) ?? '' }));
  }

  /** The captions of a video exist: chapters are made from them. */
  transcriptReady(data: MessageData<'upload.transcript-ready.v1'>, messageId: string): Promise<void> {
    const { playbackId, trackId, language, durationSeconds } = data;
    return this.begin(data, { source: { playbackId, trackId, language }, durationSeconds }, messageId);
  }

  /** There will be no captions: the video becomes one chapter. */
  captionsUnavailable(data: MessageData<'upload.captions-unavailable.v1'>, messageId: string): Promise<void> {
    return this.begin(data, { source: null, durationSeconds: data.durationSeconds }, messageId);
  }

  private begin(identity: VideoIdentity, news: NewSource, messageId: string): Promise<void> {
    return this.sets.changeOrCreate(
      identity,
      (set) => (set.deletedAt ? undefined : this.queue(set, messageId, 'chapters', news)),
      messageId,
    );
  }

  /** A person asks for a job. A second click while it runs joins it. */
  async request(identity: VideoIdentity, kind: JobKind, messageId: string): Promise<void> {
    const set = await this.sets.change(
      identity,
      ({ job, ...rest }) => {
        // Noted as handled all the same: when this message comes again after the job has ended, nothing begins.
        if (isActive(job) && job.kind === kind) return {};
        if (isActive(job))
          throw new AppError('conflict', 'This video is being worked on. Please try again in a moment.');
        return this.queue({ job, ...rest }, messageId, kind);
      },
      messageId,
    );
    if (!set) throw notYet();
  }

  private queue(
    set: ChapterSetDocument,
    jobId: string,
    kind: JobKind,
    news?: NewSource,
  ): Decision<ChapterSetDocument> {
    const identity = { videoId: set._id, ownerId: set.ownerId };
    const data = { ...identity, jobId };
    const now = this.clock.now();
    const origin = { queuedAt: now, correlationId: correlationId() };
    return {
      set: { ...news, job: queueJob(jobId, kind, origin), jobDueAt: now },
      events: [
        createMessage({
          type: 'chaptering.generation-started.v1',
          source: 'chaptering',
          subject: set._id,
          data,
        }),
      ],
    };
  }

  /** The video is gone: nothing of it stays but its id, so that a message that comes late does not bring it back. */
  async forget(identity: VideoIdentity, messageId: string): Promise<void> {
    const deletedAt = this.clock.now();
    const empty = { chapters: [], summary: '', source: null, job: null, durationSeconds: 0 };
    const set = { ...empty, deletedAt, jobDueAt: new Date(deletedAt.getTime() + leaseMs) };
    await this.sets.changeOrCreate(identity, (before) => (before.deletedAt ? undefined : { set }), messageId);
    await this.transcripts.remove(identity.ownerId, identity.videoId);
  }

  /**
   * Looks at a deleted set once more: a worker that was writing at the time may have kept a transcript since. The set
   * itself goes when no late message can be on its way any more.
   */
  async sweep({ _id: videoId, ownerId, deletedAt }: ChapterSetDocument): Promise<void> {
    await this.transcripts.remove(ownerId, videoId);
    const goesAt = new Date((deletedAt?.getTime() ?? 0) + tombstoneMs);
    if (goesAt <= this.clock.now()) await this.sets.remove({ ownerId, videoId });
    else await this.sets.postpone({ ownerId, videoId }, goesAt);
  }
}

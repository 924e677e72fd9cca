import { Inject, Injectable } from '@nestjs/common';
import type { MessageData } from '@vault/contracts';
import { AppError, CLOCK, createMessage, type Clock, type Decision } from '@vault/platform';
import { isActive, queueJob, type JobKind } from '../domain/job.ts';
import { TranscriptRepository } from '../transcripts/transcript.repository.ts';
import { ChapterSetRepository, type VideoIdentity } from './chapter-set.repository.ts';
import type { ChapterSetDocument, TranscriptSource } from './chapter-set.schema.ts';

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
    const transcripts = withTranscript
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
      (set) => this.queue(set, messageId, 'chapters', news),
      messageId,
    );
  }

  /** A person asks for a job. A second click while it runs joins it. */
  async request(identity: VideoIdentity, kind: JobKind, messageId: string): Promise<void> {
    const set = await this.sets.change(
      identity,
      ({ job, ...rest }) => {
        if (isActive(job) && job.kind === kind) return undefined;
        if (isActive(job))
          throw new AppError('conflict', 'This video is being worked on. Please try again in a moment.');
        return this.queue({ job, ...rest }, messageId, kind);
      },
      messageId,
    );
    if (!set)
      throw new AppError(
        'conflict',
        'This video has no chapters yet. Please wait until it has been processed.',
      );
  }

  private queue(
    set: ChapterSetDocument,
    jobId: string,
    kind: JobKind,
    news?: NewSource,
  ): Decision<ChapterSetDocument> {
    const identity = { videoId: set._id, ownerId: set.ownerId };
    const data = { ...identity, jobId };
    return {
      set: { ...news, job: queueJob(jobId, kind), jobDueAt: this.clock.now() },
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

  /** The video is gone: nothing of it stays. */
  async forget({ ownerId, videoId }: VideoIdentity): Promise<void> {
    await this.transcripts.remove(ownerId, videoId);
    await this.sets.remove({ ownerId, videoId });
  }
}

import { Inject, Injectable } from '@nestjs/common';
import {
  CLOCK,
  DueRecordPoller,
  LOGGER,
  PeriodicTaskProvider,
  toAppError,
  type Clock,
  type Logger,
} from '@vault/base';
import { EditTranscriptService } from '../chapters/edit-transcript.service.ts';
import { retryDelayMs } from '../domain/jobs/job.ts';
import {
  afterAttempt,
  afterVideo,
  isRunning,
  nextVideo,
  type JobStep,
  type JobVideo,
  type LibraryJob,
} from '../domain/library-jobs/library-job.ts';
import { LibraryJobRepository } from './library-job.repository.ts';
import type { LibraryJobDocument } from './library-job.schema.ts';

/** Then the jobs of others have their turn. */
const turnMs = 2_000;
/** Longer than the edit of one video takes: another worker goes on when this one has died. */
const leaseMs = 20_000;

/**
 * Changes the videos of jobs one after the other, each by the edit that people make in one video. The message id of an
 * edit names its job and video, so that a worker that repeats it after a crash changes nothing.
 */
@Injectable()
export class LibraryJobWorker extends PeriodicTaskProvider {
  protected override readonly work: DueRecordPoller<LibraryJobDocument>;

  constructor(
    private readonly jobs: LibraryJobRepository,
    private readonly transcripts: EditTranscriptService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
    this.work = new DueRecordPoller({
      name: 'changing many videos',
      clock,
      logger,
      records: jobs.dueRecords,
      check: (job) => this.continue(job),
    });
  }

  private async continue(claimed: LibraryJobDocument): Promise<void> {
    if (!isRunning(claimed)) return this.jobs.remove(claimed);
    const endAt = performance.now() + turnMs;
    let job: LibraryJobDocument | null = claimed;
    for (let video = nextVideo(job); job && video && performance.now() < endAt;) {
      job = await this.change(job, video);
      video = job ? nextVideo(job) : undefined;
    }
    if (job && nextVideo(job)) await this.jobs.dueRecords.postpone(job, this.clock.now());
  }

  /** @returns the job after the video; null when it waits for another attempt, or another worker has gone on with it */
  private async change(job: LibraryJobDocument, video: JobVideo): Promise<LibraryJobDocument | null> {
    const failure = await this.edit(job, video);
    const now = this.clock.now();
    const after = stepAfter(job, failure, now);
    const hasEnded = after.outcomes !== undefined;
    const waitMs = hasEnded ? leaseMs : retryDelayMs(after.attempts);
    const nextCheckAt = after.shownUntil ?? new Date(now.getTime() + waitMs);
    const stepped = await this.jobs.step(job, { ...after, nextCheckAt });
    return hasEnded ? stepped : null;
  }

  /** @returns undefined when the video is changed */
  private async edit(
    { ownerId, jobId, work, outcomes }: LibraryJobDocument,
    { videoId, changes }: JobVideo,
  ): Promise<Failure | undefined> {
    const messageId = `${jobId}.${String(outcomes.length)}`;
    try {
      if (work.kind === 'rename')
        await this.transcripts.renameSpeaker({ ownerId, videoId, ...work }, messageId);
      else await this.transcripts.edit({ ownerId, videoId, changes: [...(changes ?? [])] }, messageId);
      return undefined;
    } catch (error) {
      const { code, message: reason } = toAppError(error);
      if (code === 'conflict') {
        // A video that is gone, or has lost its words meanwhile, has nothing to rename.
        if (work.kind === 'rename') return undefined;
        return { isFinal: true, outcome: 'conflict' };
      }
      const isFinal = code === 'too-large' || code === 'invalid-input';
      if (!isFinal) this.logger.warn({ err: error, videoId, jobId }, 'a video could not be changed yet');
      return { isFinal, outcome: 'failed', reason };
    }
  }
}

/** `isFinal`: another attempt cannot succeed. */
type Failure =
  | { readonly isFinal: true; readonly outcome: 'conflict' }
  | { readonly isFinal: boolean; readonly outcome: 'failed'; readonly reason: string };

function stepAfter(job: LibraryJob, failure: Failure | undefined, now: Date): JobStep {
  if (failure?.outcome !== 'failed') return afterVideo(job, failure?.outcome ?? 'done', { now });
  const { isFinal, reason } = failure;
  return isFinal ? afterVideo(job, 'failed', { now, reason }) : afterAttempt(job, { now, reason });
}

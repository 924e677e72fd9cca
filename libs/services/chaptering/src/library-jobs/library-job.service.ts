import { Inject, Injectable } from '@nestjs/common';
import { transcriptEditProblem, type MessageData } from '@vault/contracts';
import type { chapteringRpc } from '@vault/contracts/rpc';
import { AppError, CLOCK, type Clock } from '@vault/base';
import {
  countsOf,
  isRunning,
  newJob,
  undoableVideos,
  undoOf,
  type LibraryJob,
} from '../domain/library-jobs/library-job.ts';
import { LibraryJobRepository } from './library-job.repository.ts';

/** Begins changes of many videos, and says how far they are. The worker makes them. */
@Injectable()
export class LibraryJobService {
  constructor(
    private readonly jobs: LibraryJobRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws {AppError} `conflict` while another one is running, `too-large` */
  async correct(data: MessageData<'chaptering.correct-library.v1'>, messageId: string): Promise<void> {
    const problem = transcriptEditProblem(data);
    if (problem !== '') throw new AppError('too-large', problem);
    await this.begin(data.ownerId, newJob(messageId, { kind: 'corrections' }, data.videos));
  }

  /** @throws {AppError} `conflict` while another one is running */
  rename(
    { ownerId, from, to, videoIds, mergedIds }: MessageData<'chaptering.rename-everywhere.v1'>,
    messageId: string,
  ): Promise<void> {
    const merged = new Set(mergedIds);
    const videos = videoIds.map((videoId) => ({
      videoId,
      ...(merged.has(videoId) && { isMerged: true as const }),
    }));
    return this.begin(ownerId, newJob(messageId, { kind: 'rename', from, to }, videos));
  }

  /** @throws {AppError} `conflict` when it cannot be undone, or no longer */
  undo({ ownerId, jobId }: MessageData<'chaptering.undo-library-job.v1'>, messageId: string): Promise<void> {
    const now = this.clock.now();
    const decide = (last: LibraryJob | null): LibraryJob => {
      if (last?.jobId !== jobId || !isShown(last, now) || undoableVideos(last).length === 0)
        throw new AppError('conflict', 'This can no longer be undone.');
      return undoOf(last, messageId);
    };
    return this.jobs.begin(ownerId, decide, messageId, now);
  }

  async get(ownerId: string): Promise<chapteringRpc.LibraryJobReply> {
    const job = await this.jobs.find(ownerId);
    return { job: job && isShown(job, this.clock.now()) ? toWireJob(job) : undefined };
  }

  private begin(ownerId: string, job: LibraryJob): Promise<void> {
    const decide = (last: LibraryJob | null): LibraryJob => {
      if (last && isRunning(last)) throw new AppError('conflict', busy);
      return job;
    };
    return this.jobs.begin(ownerId, decide, job.jobId, this.clock.now());
  }
}

const busy = 'Another change of many videos is running. Wait until it is done.';

function isShown({ shownUntil }: LibraryJob, now: Date): boolean {
  return !shownUntil || shownUntil > now;
}

function toWireJob(job: LibraryJob): chapteringRpc.LibraryJob {
  const { jobId: id, work, isUndo, problem, shownUntil } = job;
  const { from, to } = work.kind === 'rename' ? work : { from: '', to: '' };
  const canUndo = undoableVideos(job).length > 0;
  return {
    ...{ id, kind: work.kind, from, to, isUndo, isRunning: isRunning(job), ...countsOf(job), problem },
    undoUntil: canUndo && shownUntil ? shownUntil.getTime() / 1_000 : undefined,
  };
}

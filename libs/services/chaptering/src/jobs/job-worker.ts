import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import {
  AppError,
  CLOCK,
  createMessage,
  LOGGER,
  withCorrelation,
  type Clock,
  type Decision,
  type Logger,
} from '@vault/platform';
import { ChapterSetRepository } from '../chapters/chapter-set.repository.ts';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import { afterFailedTry, heartbeatMs, holdsLease, leaseMs, takeLease, type Job } from '../domain/job.ts';
import { WriteChaptersService, type WrittenSet } from './write-chapters.service.ts';

const tickMs = 250;
const batch = 4;

/** Takes due jobs one after the other, holds each by a lease, and commits results only while the lease is the newest. */
@Injectable()
export class JobWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();

  constructor(
    private readonly sets: ChapterSetRepository,
    private readonly writing: WriteChaptersService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  private schedule(): void {
    if (this.stopping.signal.aborted) return;
    this.timer = setTimeout(() => {
      this.running = this.work()
        .catch((error: unknown) => {
          this.logger.warn({ err: error }, 'looking for chaptering jobs failed; it goes on');
        })
        .finally(() => {
          this.schedule();
        });
    }, tickMs);
  }

  private async work(): Promise<void> {
    for (const set of await this.sets.due(this.clock.now(), batch)) {
      if (this.stopping.signal.aborted) return;
      await withCorrelation(set.job?.id, () => this.run(set));
    }
  }

  private async run({ _id: videoId, ownerId }: ChapterSetDocument): Promise<void> {
    const identity = { videoId, ownerId };
    let lease: Job | undefined;
    const taken = await this.sets.change(identity, ({ job }) => {
      lease = takeLease(job, this.clock.now());
      return lease && { set: { job: lease, jobDueAt: lease.leaseUntil } };
    });
    if (!taken || !lease) return;
    const held = lease;
    const heartbeat = setInterval(() => {
      this.beat(identity, held).catch((error: unknown) => {
        this.logger.warn({ err: error, videoId }, 'the lease of a job could not be prolonged');
      });
    }, heartbeatMs);
    try {
      const written = await this.writing.write(taken, this.stopping.signal);
      const finished = await this.sets.change(identity, (set) => finish(set, held, written));
      if (!finished) await this.writing.discard(identity);
    } catch (error) {
      await this.fail(identity, held, error);
    } finally {
      clearInterval(heartbeat);
    }
  }

  private async beat(identity: { videoId: string; ownerId: string }, lease: Job): Promise<void> {
    const leaseUntil = new Date(this.clock.now().getTime() + leaseMs);
    await this.sets.change(identity, ({ job }) =>
      holdsLease(job, lease) ? { set: { job: { ...job, leaseUntil }, jobDueAt: leaseUntil } } : undefined,
    );
  }

  private async fail(
    identity: { videoId: string; ownerId: string },
    lease: Job,
    error: unknown,
  ): Promise<void> {
    this.logger.warn(
      { err: error, videoId: identity.videoId, attempt: lease.attempts },
      'a chaptering job failed',
    );
    const reason =
      error instanceof AppError ? error.message : 'The chapters could not be written. Please try again.';
    await this.sets.change(identity, (set) => {
      if (!holdsLease(set.job, lease)) return undefined;
      const { job, dueAt } = afterFailedTry(set.job, reason, this.clock.now());
      if (dueAt) return { set: { job, jobDueAt: dueAt } };
      const data = { ...identity, jobId: job.id, reason };
      return {
        set: { job },
        unset: ['jobDueAt'],
        events: [
          createMessage({
            type: 'chaptering.generation-failed.v1',
            source: 'chaptering',
            subject: set._id,
            data,
          }),
        ],
      };
    });
  }
}

/** Result and event in one change; a result that comes after another worker took over changes nothing. */
function finish(
  set: ChapterSetDocument,
  lease: Job,
  written: WrittenSet,
): Decision<ChapterSetDocument> | undefined {
  if (!holdsLease(set.job, lease)) return undefined;
  const about = { videoId: set._id, ownerId: set.ownerId, version: set.version + 1 };
  const source = 'chaptering' as const;
  const chapters = lease.kind === 'chapters' ? [...written.chapters] : set.chapters;
  const events = [
    createMessage({
      type: 'chaptering.chapters-generated.v1',
      source,
      subject: set._id,
      data: { ...about, chapterCount: chapters.length },
    }),
    ...(lease.kind === 'summary'
      ? [createMessage({ type: 'chaptering.summary-generated.v1', source, subject: set._id, data: about })]
      : []),
  ];
  return { set: { chapters, summary: written.summary, job: null }, unset: ['jobDueAt'], events };
}

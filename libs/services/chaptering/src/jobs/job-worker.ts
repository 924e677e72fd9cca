import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import {
  CLOCK,
  LOGGER,
  METRICS,
  queueMetrics,
  RepeatedWork,
  withCorrelation,
  type Clock,
  type Logger,
  type Metrics,
} from '@vault/platform';
import { ChapterSetRepository } from '../chapters/chapter-set.repository.ts';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import { ChapterSetService } from '../chapters/chapter-set.service.ts';
import { dueTimeOf, type Job } from '../domain/job.ts';
import { SettlementService } from './settlement.service.ts';
import { JobRunService } from './job-run.service.ts';

const tickMs = 250;
const batch = 200;
const maxConcurrentJobs = 8;
/** Leaves capacity for the jobs that people wait for. */
const maxConcurrentChapters = 4;

/** Polls for due work and limits concurrency, so that jobs for whole videos do not delay answers to people. */
@Injectable()
export class JobWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly polling: RepeatedWork;
  /** Running work of this process, by kind of work and video. */
  private readonly inProgress = new Map<string, Promise<void>>();

  constructor(
    private readonly repository: ChapterSetRepository,
    private readonly sets: ChapterSetService,
    private readonly runs: JobRunService,
    private readonly settlements: SettlementService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) private readonly metrics: Metrics,
  ) {
    const work = () => this.poll();
    this.polling = new RepeatedWork({ name: 'polling for chaptering jobs', everyMs: tickMs, work, logger });
  }

  onApplicationBootstrap(): void {
    const read = () => this.repository.queue(this.clock.now());
    queueMetrics(this.metrics, { service: 'chaptering', read });
    this.polling.start();
  }

  /** Before the shutdown: a job that ends at this moment still needs the other services. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.polling.stop();
    await Promise.all(this.inProgress.values());
  }

  private async poll(): Promise<void> {
    for (const set of await this.repository.due(this.clock.now(), batch)) {
      const { settlements, jobs } = set;
      if (settlements.some(({ dueAt }) => dueAt <= this.clock.now()))
        this.begin(set, 'settlements', () => this.settlements.settle(set));
      else if (set.deletedAt && settlements.length === 0)
        this.begin(set, 'sweep', () => this.sets.sweep(set));
      else if (Object.keys(jobs).length === 0 && settlements.length === 0)
        this.begin(set, 'due time', () => this.repository.recomputeDueTime(set));
      for (const job of Object.values(jobs)) if (!set.deletedAt && this.isDue(job)) this.take(set, job);
    }
  }

  private isDue(job: Job): boolean {
    return (dueTimeOf(job)?.getTime() ?? 0) <= this.clock.now().getTime();
  }

  private take(set: ChapterSetDocument, { kind, correlationId }: Job): void {
    const running = [...this.inProgress.keys()].filter((key) => key.startsWith('job '));
    const ofKind = running.filter((key) => key.startsWith('job chapters'));
    if (
      running.length >= maxConcurrentJobs ||
      (kind === 'chapters' && ofKind.length >= maxConcurrentChapters)
    )
      return;
    const identity = { videoId: set._id, ownerId: set.ownerId };
    const run = () => this.runs.run(identity, kind, this.polling.signal);
    this.begin(set, `job ${kind}`, () => withCorrelation(correlationId, run));
  }

  /** Does not wait: slow work must not delay other due work. */
  private begin({ _id: videoId }: ChapterSetDocument, task: string, work: () => Promise<void>): void {
    const key = `${task} ${videoId}`;
    if (this.inProgress.has(key)) return;
    const done = work()
      .catch((error: unknown) => {
        this.logger.warn({ err: error, videoId, task }, 'work on a video failed; it will be tried again');
      })
      .finally(() => this.inProgress.delete(key));
    this.inProgress.set(key, done);
  }
}

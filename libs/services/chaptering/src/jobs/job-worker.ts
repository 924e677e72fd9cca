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
import { lookAt, type Job } from '../domain/job.ts';
import { workOf } from '../domain/work.ts';
import { EndingService } from './ending.service.ts';
import { JobRunService } from './job-run.service.ts';

const tickMs = 250;
const batch = 200;
const atOnce = 8;
/** The rest is for what people wait for. */
const chaptersAtOnce = 4;

/** Looks for what is due, and keeps it within bounds: whole videos do not stand in the way of a question. */
@Injectable()
export class JobWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly looking: RepeatedWork;
  /** What is under way in this process, by video and what it is. */
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    private readonly repository: ChapterSetRepository,
    private readonly sets: ChapterSetService,
    private readonly runs: JobRunService,
    private readonly endings: EndingService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) private readonly metrics: Metrics,
  ) {
    const work = () => this.look();
    this.looking = new RepeatedWork({ name: 'looking for chaptering jobs', everyMs: tickMs, work, logger });
  }

  onApplicationBootstrap(): void {
    const read = () => this.repository.queue(this.clock.now());
    queueMetrics(this.metrics, { service: 'chaptering', read });
    this.looking.start();
  }

  /** Before, not after: a job that ends in this moment still needs the other services. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.looking.stop();
    await Promise.all(this.underWay.values());
  }

  private async look(): Promise<void> {
    for (const set of await this.repository.due(this.clock.now(), batch)) {
      const { endings, jobs } = workOf(set);
      if (endings.some(({ dueAt }) => dueAt <= this.clock.now()))
        this.begin(set, 'endings', () => this.endings.settle(set));
      else if (set.deletedAt && endings.length === 0) this.begin(set, 'sweep', () => this.sets.sweep(set));
      else if (Object.keys(jobs).length === 0 && endings.length === 0)
        this.begin(set, 'nothing', () => this.repository.rest(set));
      for (const job of Object.values(jobs)) if (!set.deletedAt && this.isDue(job)) this.take(set, job);
    }
  }

  private isDue(job: Job): boolean {
    return (lookAt(job)?.getTime() ?? 0) <= this.clock.now().getTime();
  }

  private take(set: ChapterSetDocument, { id, kind, correlationId }: Job): void {
    const running = [...this.underWay.keys()].filter((key) => key.startsWith('job '));
    const ofKind = running.filter((key) => key.startsWith('job chapters'));
    if (running.length >= atOnce || (kind === 'chapters' && ofKind.length >= chaptersAtOnce)) return;
    const identity = { videoId: set._id, ownerId: set.ownerId };
    const run = () => this.runs.run(identity, kind, this.looking.signal);
    this.begin(set, `job ${kind}`, () => withCorrelation(correlationId ?? id, run));
  }

  /** Not waited for: what is slow does not hold up what is due elsewhere. */
  private begin({ _id: videoId }: ChapterSetDocument, what: string, work: () => Promise<void>): void {
    const key = `${what} ${videoId}`;
    if (this.underWay.has(key)) return;
    const done = work()
      .catch((error: unknown) => {
        this.logger.warn({ err: error, videoId, what }, 'work on a video failed; it is looked at again');
      })
      .finally(() => this.underWay.delete(key));
    this.underWay.set(key, done);
  }
}

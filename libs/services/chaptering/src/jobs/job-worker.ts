import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import {
  AppError,
  CLOCK,
  createMessage,
  LOGGER,
  METRICS,
  queueMetrics,
  RepeatedWork,
  withCorrelation,
  type Clock,
  type Decision,
  type Logger,
  type Metrics,
} from '@vault/platform';
import { nextRevision } from '../chapters/chapter-content.ts';
import { ChapterSetRepository, type VideoIdentity } from '../chapters/chapter-set.repository.ts';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import { ChapterSetService } from '../chapters/chapter-set.service.ts';
import {
  afterFailedTry,
  giveBack,
  heartbeatMs,
  holdsLease,
  isActive,
  isExhausted,
  leaseMs,
  takeLease,
  withPercent,
  type Job,
} from '../domain/job.ts';
import { WriteChaptersService, type WrittenSet } from './write-chapters.service.ts';

const tickMs = 250;
const batch = 4;

/** Takes due jobs, holds each by a lease, and commits results only while the lease is the newest. */
@Injectable()
export class JobWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly working: RepeatedWork;

  constructor(
    private readonly repository: ChapterSetRepository,
    private readonly sets: ChapterSetService,
    private readonly writing: WriteChaptersService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) private readonly metrics: Metrics,
  ) {
    const work = () => this.work();
    this.working = new RepeatedWork({ name: 'looking for chaptering jobs', everyMs: tickMs, work, logger });
  }

  onApplicationBootstrap(): void {
    const read = () => this.repository.queue(this.clock.now());
    queueMetrics(this.metrics, { service: 'chaptering', read });
    this.working.start();
  }

  /** Before, not after: a job that ends in this moment still needs the other services. */
  beforeApplicationShutdown(): Promise<void> {
    return this.working.stop();
  }

  private async work(): Promise<void> {
    const due = await this.repository.due(this.clock.now(), batch);
    await Promise.all(
      due.map((set) => withCorrelation(set.job?.correlationId ?? set.job?.id, () => this.look(set))),
    );
  }

  private async look(set: ChapterSetDocument): Promise<void> {
    if (set.deletedAt) await this.sets.sweep(set);
    else await this.take(set);
  }

  private async take({ _id: videoId, ownerId }: ChapterSetDocument): Promise<void> {
    const identity = { videoId, ownerId };
    let lease: Job | undefined;
    const taken = await this.repository.change(identity, ({ job }) => {
      lease = takeLease(job, this.clock.now());
      if (lease) return { set: { job: lease, jobDueAt: lease.leaseUntil } };
      return isActive(job) ? undefined : { unset: ['jobDueAt'] };
    });
    if (taken && lease) await this.run(identity, taken, lease);
  }

  private async run(identity: VideoIdentity, set: ChapterSetDocument, lease: Job): Promise<void> {
    const heartbeat = setInterval(() => {
      this.prolong(identity, lease).catch((error: unknown) => {
        this.logger.warn({ err: error, ...identity }, 'the lease of a job could not be prolonged');
      });
    }, heartbeatMs);
    const log = this.stepLog(identity, lease);
    log('begun');
    try {
      if (isExhausted(lease)) throw new Error('The job ended its workers too often.');
      const report = (percent: number, step: string) => {
        log(step);
        return this.prolong(identity, lease, percent);
      };
      const written = await this.writing.write(set, this.working.signal, report);
      const finished = await this.repository.change(identity, (now) => finish(now, lease, written));
      if (!finished) await this.writing.discard(identity);
      log('finished');
    } catch (error) {
      await this.fail(identity, lease, error);
    } finally {
      clearInterval(heartbeat);
    }
  }

  /** Writes a line for each step of a job; never what it works on. */
  private stepLog({ videoId }: VideoIdentity, { id: jobId, kind, attempts: attempt }: Job) {
    const begin = performance.now();
    return (step: string) => {
      const ms = Math.round(performance.now() - begin);
      this.logger.info({ videoId, jobId, kind, attempt, step, ms }, 'job');
    };
  }

  private async prolong(identity: VideoIdentity, lease: Job, percent = 0): Promise<void> {
    const leaseUntil = new Date(this.clock.now().getTime() + leaseMs);
    await this.repository.change(identity, ({ job }) =>
      holdsLease(job, lease)
        ? { set: { job: { ...withPercent(job, percent), leaseUntil }, jobDueAt: leaseUntil } }
        : undefined,
    );
  }

  private async fail(identity: VideoIdentity, lease: Job, error: unknown): Promise<void> {
    const wasStopped = this.working.signal.aborted;
    const { attempts } = lease;
    if (!wasStopped) this.logger.warn({ err: error, ...identity, attempts }, 'a chaptering job failed');
    const reason =
      error instanceof AppError ? error.message : 'The chapters could not be written. Please try again.';
    const failed = await this.repository.change(identity, (set) => {
      if (!holdsLease(set.job, lease)) return undefined;
      const now = this.clock.now();
      if (wasStopped) return { set: { job: giveBack(set.job), jobDueAt: now } };
      const { job, dueAt } = afterFailedTry(set.job, reason, now);
      if (dueAt) return { set: { job, jobDueAt: dueAt } };
      const data = { ...identity, jobId: job.id, reason, hasChapters: set.chapters.length > 0 };
      const about = { source: 'chaptering', subject: set._id, data } as const;
      const events = [createMessage({ type: 'chaptering.generation-failed.v1', ...about })];
      return { set: { job }, unset: ['jobDueAt'], events };
    });
    if (!failed) await this.writing.discard(identity);
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
  const revision = nextRevision(set);
  return { set: { chapters, summary: written.summary, revision, job: null }, unset: ['jobDueAt'], events };
}

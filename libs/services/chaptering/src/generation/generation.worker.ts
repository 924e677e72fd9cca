import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { VideoIdentity } from '@vault/contracts';
import {
  CLOCK,
  LOGGER,
  METRICS,
  type Clock,
  inSpan,
  PeriodicTask,
  withOrigin,
  type Logger,
} from '@vault/base';
import { queueMetrics, type Metrics } from '@vault/platform';
import type { Decision } from '@vault/store';
import { POLL_MS } from '../config/chaptering.tokens.ts';
import { ChapterSetRepository } from '../chapter-sets/chapter-set.repository.ts';
import { captionsIdOf, type ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import { ChapterSetService } from '../chapters/chapter-set.service.ts';
import { toWorkChange } from '../chapters/work-change.ts';
import { failureOf } from '../domain/jobs/failure-message.ts';
import {
  afterFailedAttempt,
  dueTimeOf,
  heartbeatMs,
  holdsLease,
  leaseMs,
  requeue,
  takeLease,
  withoutLostAttempt,
  withPercent,
  type Job,
  type JobKind,
} from '../domain/jobs/job.ts';
import { withJob } from '../domain/jobs/work.ts';
import { commitFailure, commitResult } from './commit-result.ts';
import { SettlementService } from './settlement.service.ts';
import { TextGenerationService, type LeasedJob } from './text-generation.service.ts';

/** Until the first poll, the other parts of this process have time to start. */
const firstPollMs = 250;
const batch = 200;
const maxConcurrentJobs = 8;
/** Leaves capacity for the jobs that people wait for. */
const maxConcurrentChapters = 4;

/** Decides on the change of a set by the worker that holds the lease of the job. */
type Decide = (set: ChapterSetDocument, job: Job, now: Date) => Decision<ChapterSetDocument>;

/**
 * Does all due work: takes a job under a lease, runs it, commits its result with the settlement, and settles. Changes
 * of this process wake it; it polls for the work of other processes, which may have died.
 */
@Injectable()
export class GenerationWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly polling: PeriodicTask;
  /** Running work of this process, by kind of work and video. */
  private readonly inProgress = new Map<string, Promise<void>>();

  constructor(
    private readonly sets: ChapterSetRepository,
    private readonly videos: ChapterSetService,
    private readonly generation: TextGenerationService,
    private readonly settlements: SettlementService,
    @Inject(POLL_MS) private readonly pollMs: number,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) private readonly metrics: Metrics,
  ) {
    const work = () => this.poll();
    this.polling = new PeriodicTask({ name: 'chaptering jobs', everyMs: pollMs, work, logger });
  }

  onApplicationBootstrap(): void {
    const read = () => this.sets.queue(this.clock.now());
    queueMetrics(this.metrics, { service: 'chaptering', read });
    this.polling.wake(firstPollMs);
    this.sets.work.on('due', (at) => this.wakeAt(at));
  }

  /** Before the shutdown: a job that ends at this moment still needs the other services. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.polling.stop();
    await Promise.all(this.inProgress.values());
  }

  private wakeAt(time: Date): void {
    this.polling.wake(time.getTime() - this.clock.now().getTime());
  }

  /** Starts all due work. Also reads work due before the next poll, and sets a timer for it. */
  private async poll(): Promise<void> {
    const now = this.clock.now();
    for (const set of await this.sets.due(new Date(now.getTime() + this.pollMs), batch)) {
      if (set.jobDueAt && set.jobDueAt > now) {
        this.wakeAt(set.jobDueAt);
        return;
      }
      if (set.settlements.some(({ dueAt }) => dueAt <= now))
        this.begin(set, 'settlements', () => this.settlements.settle(set));
      else if (set.deletedAt && set.settlements.length === 0)
        this.begin(set, 'sweep', () => this.videos.sweep(set));
      for (const job of Object.values(set.jobs)) if ((dueTimeOf(job) ?? now) <= now) this.take(set, job);
    }
  }

  private take(set: ChapterSetDocument, job: Job): void {
    const { kind } = job;
    const running = [...this.inProgress.keys()].filter((key) => key.startsWith('job '));
    const ofKind = running.filter((key) => key.startsWith('job chapters'));
    if (
      running.length >= maxConcurrentJobs ||
      (kind === 'chapters' && ofKind.length >= maxConcurrentChapters)
    )
      return;
    const identity = { videoId: set._id, ownerId: set.ownerId };
    const attributes = { jobId: job.id, videoId: set._id };
    this.begin(set, `job ${kind}`, () =>
      withOrigin(job, () => inSpan(`job ${kind}`, { attributes }, () => this.run(identity, kind))),
    );
  }

  /** Does not wait: slow work must not delay other due work. After a failure the next poll tries again. */
  private begin({ _id: videoId }: ChapterSetDocument, task: string, work: () => Promise<void>): void {
    const key = `${task} ${videoId}`;
    if (this.inProgress.has(key)) return;
    const done = work()
      .finally(() => this.inProgress.delete(key))
      .then(
        // There is capacity for another job, and this video may have new work.
        () => this.polling.wake(),
        (error: unknown) => {
          this.logger.warn({ err: error, videoId, task }, 'work on a video failed; it will be tried again');
        },
      );
    this.inProgress.set(key, done);
  }

  /** Leases the job of a kind if it is due, and works on it until it ends or is queued for its next attempt. */
  private async run(identity: VideoIdentity, kind: JobKind): Promise<void> {
    let lease: Job | undefined;
    const set = await this.sets.change(identity, (now) => {
      lease = takeLease(now.jobs[kind], this.clock.now());
      return lease && toWorkChange(withJob(now, lease), this.clock.now());
    });
    if (!set || !lease) return;
    const after = await this.work({ identity, set, lease });
    if (after) await this.settlements.settle(after);
    // The video was deleted meanwhile, so what this job stored for it is removed; or it has moved.
    else await this.videos.discardLate(identity);
  }

  /** @returns the set after the work; null when the video was deleted */
  private async work(leased: LeasedJob): Promise<ChapterSetDocument | null> {
    // Without the lease the result would be refused, so the generation is aborted when the lease is lost.
    const leaseLoss = new AbortController();
    const renew = async (percent?: number): Promise<void> => {
      if (!(await this.renewLease(leased, percent))) leaseLoss.abort();
    };
    const heartbeat = setInterval(() => {
      renew().catch((error: unknown) => {
        this.logger.warn({ err: error, ...leased.identity }, 'the lease of a job could not be renewed');
      });
    }, heartbeatMs);
    const log = this.stepLog(leased);
    log('started');
    try {
      const signal = AbortSignal.any([this.polling.signal, leaseLoss.signal]);
      const result = await this.generation.generate(leased, signal, (percent, step) => {
        log(step);
        return renew(percent);
      });
      const after = await this.endAttempt(leased, (set, job, now) =>
        hasOtherCaptions(set, leased)
          ? toWorkChange(withJob(set, requeue(job)), now)
          : commitResult(set, job, result, now),
      );
      log('finished');
      return after;
    } catch (error) {
      return await this.fail(leased, error, leaseLoss.signal);
    } finally {
      clearInterval(heartbeat);
    }
  }

  /** Queues the job for its next attempt, at once when this worker was stopped or captions were replaced, or commits its failure. */
  private fail(
    leased: LeasedJob,
    error: unknown,
    leaseLoss: AbortSignal,
  ): Promise<ChapterSetDocument | null> {
    const wasStopped = this.polling.signal.aborted;
    const { attempts, kind } = leased.lease;
    if (!wasStopped && !leaseLoss.aborted)
      this.logger.warn({ err: error, ...leased.identity, kind, attempts }, 'a chaptering job failed');
    return this.endAttempt(leased, (set, job, now) => {
      const failure = failureOf(error, job);
      const isRepeated = wasStopped || hasOtherCaptions(set, leased);
      const next = isRepeated ? requeue(job) : failure.isFinal ? undefined : afterFailedAttempt(job, now);
      return next ? toWorkChange(withJob(set, next), now) : commitFailure(set, job, failure, now);
    });
  }

  /** @returns false when another worker holds the lease, or the job has ended */
  private async renewLease(leased: LeasedJob, percent = 0): Promise<boolean> {
    const after = await this.changeLeased(leased, (set, job, now) => {
      const leaseUntil = new Date(now.getTime() + leaseMs);
      return toWorkChange(withJob(set, { ...withPercent(job, percent), leaseUntil }), now);
    });
    return after !== null && holdsLease(after.jobs[leased.lease.kind], leased.lease);
  }

  /** Changes what the attempt has led to, unless the lease was lost: then the attempt does not count. */
  private endAttempt({ identity, lease }: LeasedJob, decide: Decide): Promise<ChapterSetDocument | null> {
    return this.sets.change(identity, (set) => {
      const now = this.clock.now();
      const job = set.jobs[lease.kind];
      if (holdsLease(job, lease)) return decide(set, job, now);
      const spared = withoutLostAttempt(job, lease);
      return spared && toWorkChange(withJob(set, spared), now);
    });
  }

  /** Changes nothing unless the lease is the newest one of the job. */
  private changeLeased({ identity, lease }: LeasedJob, decide: Decide): Promise<ChapterSetDocument | null> {
    return this.sets.change(identity, (set) => {
      const job = set.jobs[lease.kind];
      return holdsLease(job, lease) ? decide(set, job, this.clock.now()) : undefined;
    });
  }

  /** Logs each step of a job, without any content. */
  private stepLog({ identity: { videoId }, lease: { id: jobId, kind, attempts: attempt } }: LeasedJob) {
    const begin = performance.now();
    return (step: string) => {
      const ms = Math.round(performance.now() - begin);
      this.logger.info({ videoId, jobId, kind, attempt, step, ms }, 'job');
    };
  }
}

/** What was generated is from captions that were replaced meanwhile. */
function hasOtherCaptions(set: ChapterSetDocument, leased: LeasedJob): boolean {
  return captionsIdOf(set) !== captionsIdOf(leased.set);
}

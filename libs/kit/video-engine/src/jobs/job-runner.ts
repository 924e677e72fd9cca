import { MediaStoreError } from '@vault/media-store';
import { TranscriberUnavailable } from '@vault/speech';
import { ToolCrashedError, MediaError, type WorkStage, type DiskSpace, isDiskFull } from '@vault/media';
import type { LeasedJob } from '../catalogue/assets.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { completeJob, nextDueAt, roleOf } from '../catalogue/job-queue.ts';
import {
  type AssetRecord,
  type Failure,
  type JobKind,
  type JobLane,
  jobLanes,
} from '../catalogue/records.ts';
import { backOffMs } from '../common/back-off.ts';
import type { EngineRole, Limits, Logger, Trace } from '../common/options.ts';
import type { ProgressTracker } from '../common/progress-tracker.ts';

/** Stores the outcome of a job, in the change of the asset that completes it. */
export type StoreOutcome = (asset: AssetRecord) => void;

/** Executes one kind of job. */
export interface JobHandler {
  /** Does the work, and returns what stores the result. */
  run(job: LeasedJob, signal: AbortSignal): Promise<StoreOutcome>;
  /** Stores a permanent failure. */
  fail(asset: AssetRecord, subjectId: string, failure: Failure): void;
}

/** The result of a job that has nothing to store. */
export const nothingToStore: StoreOutcome = () => undefined;

const retryDelayMs = 2000;
/** Due times are looked at this often, because clocks may be set. */
const maxSleepMs = 60_000;
const failureDelayMs = { first: 500, max: 60_000 };
/** Delays between attempts of a job while the disk is full, or the media store does not answer. */
const waitingDelayMs = { first: 2000, max: 60_000 };

/** Dependencies of {@link JobRunner}. */
interface RunnerParts {
  /** Deletes what ended jobs of an asset have left. */
  mediaSweep: { clean(assetId: string): Promise<void> };
  /** Whether media are on the disk. */
  storage: { readonly isLocal: boolean };
  roles: readonly EngineRole[];
  limits: Limits;
  logger: Logger;
  disk: DiskSpace;
  trace: Trace;
  progress: ProgressTracker;
}

/** Earlier failures of a job. */
interface RetryState {
  /** How often the disk was full, or the media store did not answer. */
  waits: number;
  /** Whether its program has crashed once. */
  hasCrashed: boolean;
}

/** A job to release to the queue. */
interface PendingRelease {
  job: LeasedJob;
  dueAt: number;
  /** Whether the attempt counts: it may be the work that ends it. */
  isCounted: boolean;
}

interface Running {
  job: LeasedJob;
  controller: AbortController;
  done: Promise<void>;
}

/**
 * Executes the jobs of the durable queue. A result is stored only in the change that ends its lease, so a job
 * that was interrupted by a crash or a deletion stores nothing. Transient failures are retried with back-off. A job for
 * which the disk has no space, or a store or a recogniser does not answer, waits without a limit.
 */
export class JobRunner {
  private readonly catalogue: Catalogue;
  private readonly capacity: Record<JobLane, number>;
  private readonly limits: Limits;
  private readonly logger: Logger;
  private readonly disk: DiskSpace;
  private readonly trace: Trace;
  private readonly progress: ProgressTracker;
  private readonly mediaSweep: RunnerParts['mediaSweep'];
  private readonly storage: RunnerParts['storage'];
  private readonly running = new Set<Running>();
  /** Jobs whose release is not stored in the catalogue yet. */
  private readonly pendingReleases = new Set<PendingRelease>();
  /** Earlier failures of waiting jobs, by asset and seq: jobs of several engines may have the same seq. */
  private readonly retryStates = new Map<string, RetryState>();
  private handlers: Record<JobKind, JobHandler> | undefined;
  private hasReleasedLeases = false;
  private starting: Promise<void> = Promise.resolve();
  private renewing: Promise<void> = Promise.resolve();
  private isStopping = false;
  private isWoken = false;
  private isWaitingForSpace = false;
  private dueTimer: NodeJS.Timeout | undefined;
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(catalogue: Catalogue, concurrency: number, parts: RunnerParts) {
    this.catalogue = catalogue;
    const capacityOf = (lane: JobLane): number => {
      if (!parts.roles.includes(roleOf(lane))) return 0;
      return lane === 'speech' ? 1 : concurrency;
    };
    this.capacity = Object.fromEntries(jobLanes.map((lane) => [lane, capacityOf(lane)])) as Record<
      JobLane,
      number
    >;
    this.limits = parts.limits;
    this.logger = parts.logger;
    this.disk = parts.disk;
    this.trace = parts.trace;
    this.progress = parts.progress;
    this.mediaSweep = parts.mediaSweep;
    this.storage = parts.storage;
  }

  /** Starts executing jobs, including those that a crash interrupted. */
  start(handlers: Record<JobKind, JobHandler>): void {
    this.handlers = handlers;
    this.wake();
    this.heartbeat = setInterval(() => {
      this.renewing = this.renewing.then(() => this.renewLeases());
    }, this.leaseMs / 3);
    this.heartbeat.unref();
  }

  /** Looks for due jobs soon; cheap. */
  wake(): void {
    if (this.isWoken || this.isStopping) return;
    this.isWoken = true;
    this.starting = this.starting.then(async () => {
      this.isWoken = false;
      await this.startJobsSafely();
    });
  }

  /** Notes the progress of the running jobs in the catalogue, for the answers of other engines. */
  async noteProgress(): Promise<void> {
    for (const { job } of this.running) {
      const progress = this.progress.get(job.subjectId);
      if (progress.stage !== undefined) await this.catalogue.assets.noteProgress(job, progress);
    }
  }

  /** Kills the running jobs that match and waits until they have ended. */
  async abort(matches: (job: LeasedJob) => boolean): Promise<void> {
    // A job that is being claimed runs after that.
    await this.starting;
    const matchingJobs = [...this.running].filter((one) => matches(one.job));
    for (const one of matchingJobs) one.controller.abort(new Error('the subject was deleted'));
    await Promise.all(matchingJobs.map((one) => one.done));
  }

  /** Kills all running jobs; they start again at the next start. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.dueTimer);
    clearInterval(this.heartbeat);
    await this.renewing;
    await this.starting;
    for (const one of this.running) one.controller.abort(new Error('the engine stops'));
    await Promise.all([...this.running].map((one) => one.done));
  }

  /** A catalogue that cannot be written (a full disk) delays the jobs instead of ending the process. */
  private async startJobsSafely(): Promise<void> {
    try {
      await this.startJobs();
    } catch (error) {
      this.logger.error({ err: error }, 'the job queue could not be read');
      this.wakeLater(retryDelayMs);
    }
  }

  private wakeLater(milliseconds: number): void {
    setTimeout(() => this.wake(), milliseconds).unref();
  }

  private async startJobs(): Promise<void> {
    if (this.isStopping || this.handlers === undefined || this.waitsForSpace()) return;
    await this.releaseLeases();
    await this.releaseJobs();
    // One time for both: a job is either due now, or wakes the runner later.
    const now = this.catalogue.now();
    const queue = await this.catalogue.assets.queued();
    for (const lane of jobLanes) {
      let busySlots = [...this.running].filter((one) => one.job.lane === lane).length;
      for (; busySlots < this.capacity[lane]; busySlots += 1) {
        const job = await this.catalogue.assets.claim(lane, { now, until: now + this.leaseMs }, queue);
        if (job === undefined) break;
        this.begin(job, this.handlers[job.kind]);
      }
    }
    this.wakeAfter(nextDueAt(queue, now) - now);
  }

  /** Also after a wake that came too early: timers and due times have different clocks. */
  private wakeAfter(milliseconds: number): void {
    clearTimeout(this.dueTimer);
    if (milliseconds === Infinity || this.isStopping) return;
    const delayMs = Math.min(maxSleepMs, Math.max(1, milliseconds));
    this.dueTimer = setTimeout(() => this.wake(), delayMs).unref();
  }

  private get leaseMs(): number {
    return 1000 * this.limits.leaseSeconds;
  }

  /** Renews the leases of the running jobs, ends jobs whose lease is lost, and releases those of silent engines. */
  private async renewLeases(): Promise<void> {
    try {
      for (const { job, controller } of this.running) {
        if (await this.catalogue.assets.renew(job, this.catalogue.now() + this.leaseMs)) continue;
        controller.abort(new Error('the lease of the job has ended'));
      }
      await this.catalogue.releaseExpired(this.leaseMs);
      this.wake();
    } catch (error) {
      this.logger.error({ err: error }, 'the leases of jobs could not be renewed');
    }
  }

  /** Runs once, but not in `start()`: a read-only catalogue must not stop the engine, which still serves videos. */
  private async releaseLeases(): Promise<void> {
    if (this.hasReleasedLeases || !this.catalogue.isExclusive) return;
    await this.catalogue.assets.releaseAll();
    this.hasReleasedLeases = true;
  }

  /** No job starts while the disk is too full even for the catalogue, because each would fail. */
  private waitsForSpace(): boolean {
    const isWaiting = !this.disk.hasWorkSpace;
    if (isWaiting !== this.isWaitingForSpace) {
      const details = { freeBytes: this.disk.freeBytes };
      if (isWaiting) this.logger.error(details, 'jobs wait for free disk space');
      else this.logger.info(details, 'there is free disk space again');
    }
    this.isWaitingForSpace = isWaiting;
    if (isWaiting) this.wakeLater(retryDelayMs);
    return isWaiting;
  }

  private begin(job: LeasedJob, handler: JobHandler): void {
    const controller = new AbortController();
    const running: Running = { job, controller, done: Promise.resolve() };
    running.done = this.trace
      .within(job.trace, `job ${job.kind}`, () => this.work(job, handler, controller.signal))
      .finally(() => {
        this.running.delete(running);
        this.wake();
      });
    this.running.add(running);
  }

  private async work(job: LeasedJob, handler: JobHandler, signal: AbortSignal): Promise<void> {
    try {
      if (job.attempts > this.limits.maxJobAttempts) {
        throw new MediaError(
          'internal_error',
          'Processing was interrupted too often. Please upload the file again.',
        );
      }
      const isStored = await this.settle(job, await handler.run(job, signal));
      if (!isStored) await this.requeue(job, 0);
      if (!isStored || job.attempts > 1) await this.clean(job);
    } catch (error) {
      await this.recover(job, handler, signal, error);
      await this.clean(job);
    }
  }

  private async clean({ assetId }: LeasedJob): Promise<void> {
    await this.mediaSweep.clean(assetId).catch((error: unknown) => {
      this.logger.warn({ err: error, assetId }, 'results of an ended job will be deleted later');
    });
  }

  private async recover(
    job: LeasedJob,
    handler: JobHandler,
    signal: AbortSignal,
    error: unknown,
  ): Promise<void> {
    this.progress.clear(job.subjectId);
    if (signal.aborted) {
      await this.requeue(job, 0);
      return;
    }
    const details = { kind: job.kind, assetId: job.assetId, attempts: job.attempts, err: error };
    const stage = this.waitingStageOf(error);
    if (stage !== undefined) {
      this.logger.warn({ ...details, stage }, 'a job waits');
      this.progress.set(job.subjectId, stage);
      const { retryAfterMs = 0 } = error instanceof TranscriberUnavailable ? error : {};
      await this.requeue(job, Math.max(retryAfterMs, this.waitingDelay(job)));
      return;
    }
    const failure = this.permanentFailureOf(job, error);
    if (failure === undefined) {
      this.logger.error(details, 'a job will be retried');
      await this.requeue(job, backOffMs(failureDelayMs, job.attempts), { isCounted: true });
      return;
    }
    this.logger.warn(details, 'a job failed permanently');
    try {
      await this.settle(job, (asset) => {
        handler.fail(asset, job.subjectId, { type: failure.type, message: failure.message });
      });
    } catch (cause) {
      this.logger.error({ ...details, err: cause }, 'the failure of a job could not be stored');
      await this.requeue(job, retryDelayMs);
    }
  }

  /** What a job waits for, without an end and without counting attempts; undefined after other errors. */
  private waitingStageOf(error: unknown): WorkStage | undefined {
    if (error instanceof TranscriberUnavailable)
      return error.reason === 'used-up' ? 'waiting-for-tomorrow' : 'waiting-for-recognition';
    const isOfStore = error instanceof MediaStoreError && error.problem !== 'missing';
    if (isDiskFull(error) && (this.storage.isLocal || !isOfStore)) return 'waiting-for-space';
    return isOfStore ? 'waiting-for-storage' : undefined;
  }

  /** Returns the failure to store when the job must not be retried; undefined when it may be. */
  private permanentFailureOf(job: LeasedJob, error: unknown): MediaError | undefined {
    if (error instanceof MediaError) return error;
    if (!(error instanceof ToolCrashedError)) return undefined;
    const state = this.retryStateOf(job);
    if (state.hasCrashed) {
      return new MediaError(
        'invalid_input',
        'The file needs more memory than there is for one file. Please export it again: MP4 with H.264 and AAC works.',
      );
    }
    state.hasCrashed = true;
    return undefined;
  }

  private waitingDelay(job: LeasedJob): number {
    const state = this.retryStateOf(job);
    state.waits += 1;
    return backOffMs(waitingDelayMs, state.waits - 1);
  }

  private retryStateOf(job: LeasedJob): RetryState {
    // Bounds the map, because the states of deleted jobs are not removed one by one.
    if (this.retryStates.size > this.limits.maxQueuedJobs) this.retryStates.clear();
    const key = retryKeyOf(job);
    const state = this.retryStates.get(key) ?? { waits: 0, hasCrashed: false };
    this.retryStates.set(key, state);
    return state;
  }

  /** Releases a job to the queue; it becomes due again after the delay. */
  private async requeue(job: LeasedJob, delayMs: number, { isCounted = false } = {}): Promise<void> {
    const dueAt = delayMs === 0 ? 0 : this.catalogue.now() + delayMs;
    this.pendingReleases.add({ job, dueAt, isCounted });
    try {
      await this.releaseJobs();
    } catch (error) {
      this.logger.error({ err: error, kind: job.kind, assetId: job.assetId }, 'a job will be requeued later');
      this.wakeLater(retryDelayMs);
    }
  }

  private async releaseJobs(): Promise<void> {
    for (const one of [...this.pendingReleases]) {
      await this.catalogue.assets.release(one.job, one);
      this.pendingReleases.delete(one);
    }
  }

  /** @returns whether the result is stored; not when the lease was lost, or the asset was deleted */
  private async settle(job: LeasedJob, store: StoreOutcome): Promise<boolean> {
    const changed = await this.catalogue.assets.change(job.assetId, (asset) => {
      if (!completeJob(asset, job)) return false;
      store(asset);
      return true;
    });
    this.retryStates.delete(retryKeyOf(job));
    // The next piece goes on from here.
    const hasPieces = changed?.jobs.some((one) => one.subjectId === job.subjectId && one.piece !== undefined);
    if (hasPieces !== true) this.progress.clear(job.subjectId);
    return changed !== undefined;
  }
}

function retryKeyOf({ assetId, seq }: LeasedJob): string {
  return `${assetId} ${String(seq)}`;
}

import type { Catalogue } from '../catalogue/catalogue.ts';
import type { JobKind, JobLane, JobRecord } from '../catalogue/job-table.ts';
import { JOB_LANES } from '../catalogue/job-table.ts';
import type { Failure } from '../catalogue/records.ts';
import { MediaError } from '../media/media-error.ts';
import type { Limits, Logger } from '../options.ts';

/** How one kind of job is done. */
export interface JobHandler {
  /** Does the work and returns what stores its result; that runs in one transaction with the job's end. */
  run(job: JobRecord, signal: AbortSignal): Promise<() => void>;
  /** Stores that the work failed for good; in one transaction with the job's end. */
  fail(job: JobRecord, failure: Failure): void;
}

const TROUBLE_DELAY_MS = 2000;

interface Running {
  job: JobRecord;
  controller: AbortController;
  done: Promise<void>;
}

/**
 * Works the durable queue. A result is stored only together with the end of its lease, so work that a crash or a
 * deletion overtook leaves no trace; transient trouble is retried with back-off.
 */
export class JobRunner {
  private readonly catalogue: Catalogue;
  private readonly capacity: Record<JobLane, number>;
  private readonly limits: Limits;
  private readonly logger: Logger;
  private readonly running = new Set<Running>();
  private handlers: Record<JobKind, JobHandler> | undefined;
  private isStopping = false;
  private isWoken = false;

  constructor(catalogue: Catalogue, concurrency: number, limits: Limits, logger: Logger) {
    this.catalogue = catalogue;
    this.capacity = Object.fromEntries(
      JOB_LANES.map((lane) => [lane, lane === 'speech' ? 1 : concurrency]),
    ) as Record<JobLane, number>;
    this.limits = limits;
    this.logger = logger;
  }

  /** Takes up what a crash left and begins. */
  start(handlers: Record<JobKind, JobHandler>): void {
    this.handlers = handlers;
    this.catalogue.jobs.releaseAll();
    this.wake();
  }

  /** Looks for work soon; cheap, and safe inside a transaction. */
  wake(): void {
    if (this.isWoken || this.isStopping) return;
    this.isWoken = true;
    setImmediate(() => {
      this.isWoken = false;
      this.pumpSafely();
    });
  }

  /** Kills the running jobs that match and waits until they have ended. */
  async abort(matches: (job: JobRecord) => boolean): Promise<void> {
    const affected = [...this.running].filter((one) => matches(one.job));
    for (const one of affected) one.controller.abort(new Error('the subject was deleted'));
    await Promise.all(affected.map((one) => one.done));
  }

  /** Kills all work; it begins anew at the next start. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const one of this.running) one.controller.abort(new Error('the engine stops'));
    await Promise.all([...this.running].map((one) => one.done));
  }

  /** A catalogue that cannot be written (a full disk) must delay the work, not end the process. */
  private pumpSafely(): void {
    try {
      this.pump();
    } catch (error) {
      this.logger.error({ err: error }, 'the job queue could not be read');
      this.wakeLater(TROUBLE_DELAY_MS);
    }
  }

  private wakeLater(milliseconds: number): void {
    setTimeout(() => {
      this.wake();
    }, milliseconds).unref();
  }

  private pump(): void {
    if (this.isStopping || this.handlers === undefined) return;
    for (const lane of JOB_LANES) {
      let busy = [...this.running].filter((one) => one.job.lane === lane).length;
      for (; busy < this.capacity[lane]; busy += 1) {
        const job = this.catalogue.jobs.claim(lane, Date.now());
        if (job === undefined) break;
        this.begin(job, this.handlers[job.kind]);
      }
    }
  }

  private begin(job: JobRecord, handler: JobHandler): void {
    const controller = new AbortController();
    const running: Running = { job, controller, done: Promise.resolve() };
    running.done = this.work(job, handler, controller.signal)
      .catch((error: unknown) => {
        this.logger.error({ err: error, kind: job.kind, assetId: job.assetId }, 'a job could not be settled');
      })
      .finally(() => {
        this.running.delete(running);
        this.wake();
      });
    this.running.add(running);
  }

  private async work(job: JobRecord, handler: JobHandler, signal: AbortSignal): Promise<void> {
    try {
      if (job.attempts > this.limits.maxJobAttempts) {
        throw new MediaError(
          'internal_error',
          'Processing was interrupted too often. Please upload the file again.',
        );
      }
      const commit = await handler.run(job, signal);
      this.settle(job, commit);
    } catch (error) {
      this.recover(job, handler, signal, error);
    }
  }

  private recover(job: JobRecord, handler: JobHandler, signal: AbortSignal, error: unknown): void {
    if (signal.aborted) {
      this.catalogue.jobs.release(job, 0, job.attempts - 1);
      return;
    }
    const details = { kind: job.kind, assetId: job.assetId, attempts: job.attempts, err: error };
    if (error instanceof MediaError) {
      this.logger.warn(details, 'a job failed for good');
      this.settle(job, () => {
        handler.fail(job, { type: error.type, message: error.message });
      });
      return;
    }
    this.logger.error(details, 'a job will be tried again');
    const delay = Math.min(60_000, 500 * 2 ** job.attempts);
    this.catalogue.jobs.release(job, Date.now() + delay);
    this.wakeLater(delay);
  }

  private settle(job: JobRecord, store: () => void): void {
    this.catalogue.transaction(() => {
      if (this.catalogue.jobs.complete(job)) store();
    });
  }
}

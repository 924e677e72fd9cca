import type { Catalogue } from '../catalogue/catalogue.ts';
import type { JobKind, JobLane, JobRecord } from '../catalogue/job-table.ts';
import { JOB_LANES } from '../catalogue/job-table.ts';
import type { Failure } from '../catalogue/records.ts';
import { ToolDiedError } from '../media/assert-success.ts';
import { MediaError } from '../media/media-error.ts';
import type { Limits, Logger, Trace } from '../options.ts';
import type { Room } from '../room.ts';
import { isNoRoom } from '../room.ts';

/** How one kind of job is done. */
export interface JobHandler {
  /** Does the work and returns what stores its result; that runs in one transaction with the job's end. */
  run(job: JobRecord, signal: AbortSignal): Promise<() => void>;
  /** Stores that the work failed for good; in one transaction with the job's end. */
  fail(job: JobRecord, failure: Failure): void;
}

const TROUBLE_DELAY_MS = 2000;
/** Between tries of a job that the disk had no room for. */
const ROOM_DELAY_MS = { first: 2000, longest: 300_000 };

/** What a job has met before. */
interface Trouble {
  /** How often it found no room. */
  roomTries: number;
  /** Whether its program died once. */
  hasDied: boolean;
}

/** A job to be given back to the queue. */
interface Returned {
  job: JobRecord;
  dueAt: number;
  attempts: number;
}

interface Running {
  job: JobRecord;
  controller: AbortController;
  done: Promise<void>;
}

/**
 * Works the durable queue. A result is stored only together with the end of its lease, so work that a crash or a
 * deletion overtook leaves no trace; transient trouble is retried with back-off. What the disk has no room for waits until
 * there is some, however long that takes.
 */
export class JobRunner {
  private readonly catalogue: Catalogue;
  private readonly capacity: Record<JobLane, number>;
  private readonly limits: Limits;
  private readonly logger: Logger;
  private readonly room: Room;
  private readonly trace: Trace;
  private readonly running = new Set<Running>();
  /** Jobs whose return the catalogue has not taken yet. */
  private readonly returned = new Set<Returned>();
  /** What waiting jobs have met. */
  private readonly troubles = new Map<number, Trouble>();
  private handlers: Record<JobKind, JobHandler> | undefined;
  private hasTakenUp = false;
  private isStopping = false;
  private isWoken = false;
  private isWaitingForRoom = false;

  constructor(
    catalogue: Catalogue,
    concurrency: number,
    parts: { limits: Limits; logger: Logger; room: Room; trace: Trace },
  ) {
    this.catalogue = catalogue;
    this.capacity = Object.fromEntries(
      JOB_LANES.map((lane) => [lane, lane === 'speech' ? 1 : concurrency]),
    ) as Record<JobLane, number>;
    this.limits = parts.limits;
    this.logger = parts.logger;
    this.room = parts.room;
    this.trace = parts.trace;
  }

  /** Begins, with what a crash left. */
  start(handlers: Record<JobKind, JobHandler>): void {
    this.handlers = handlers;
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
    if (this.isStopping || this.handlers === undefined || this.waitsForRoom()) return;
    this.takeUp();
    this.returnJobs();
    for (const lane of JOB_LANES) {
      let busy = [...this.running].filter((one) => one.job.lane === lane).length;
      for (; busy < this.capacity[lane]; busy += 1) {
        const job = this.catalogue.jobs.claim(lane, Date.now());
        if (job === undefined) break;
        this.begin(job, this.handlers[job.kind]);
      }
    }
  }

  /** Once: a catalogue that cannot be written at the start must not end the engine, which can still show videos. */
  private takeUp(): void {
    if (this.hasTakenUp) return;
    this.catalogue.jobs.releaseAll();
    this.hasTakenUp = true;
  }

  /** While the catalogue itself may not be written, no job is begun: each would only find that out. */
  private waitsForRoom(): boolean {
    const isWaiting = !this.room.isWorkable;
    if (isWaiting !== this.isWaitingForRoom) {
      const details = { freeBytes: this.room.freeBytes };
      if (isWaiting) this.logger.error(details, 'work waits for room on the disk');
      else this.logger.info(details, 'there is room on the disk again');
    }
    this.isWaitingForRoom = isWaiting;
    if (isWaiting) this.wakeLater(TROUBLE_DELAY_MS);
    return isWaiting;
  }

  private begin(job: JobRecord, handler: JobHandler): void {
    const controller = new AbortController();
    const running: Running = { job, controller, done: Promise.resolve() };
    running.done = this.trace
      .within(job.trace, () => this.work(job, handler, controller.signal))
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
      this.giveBack(job, 0, job.attempts - 1);
      return;
    }
    const details = { kind: job.kind, assetId: job.assetId, attempts: job.attempts, err: error };
    if (isNoRoom(error)) {
      this.logger.warn(details, 'a job waits for room on the disk');
      this.giveBack(job, this.roomDelay(job), job.attempts - 1);
      return;
    }
    const refusal = this.refusalOf(job, error);
    if (refusal === undefined) {
      this.logger.error(details, 'a job will be tried again');
      this.giveBack(job, Math.min(60_000, 500 * 2 ** job.attempts));
      return;
    }
    this.logger.warn(details, 'a job failed for good');
    try {
      this.settle(job, () => {
        handler.fail(job, { type: refusal.type, message: refusal.message });
      });
    } catch (cause) {
      this.logger.error({ ...details, err: cause }, 'the end of a job could not be stored');
      this.giveBack(job, TROUBLE_DELAY_MS, job.attempts - 1);
    }
  }

  /** Why another try of a job is of no use, if that is so. */
  private refusalOf(job: JobRecord, error: unknown): MediaError | undefined {
    if (error instanceof MediaError) return error;
    if (!(error instanceof ToolDiedError)) return undefined;
    const trouble = this.troubleOf(job);
    if (trouble.hasDied) {
      return new MediaError(
        'invalid_input',
        'The file needs more memory than there is for one file. Please export it again: MP4 with H.264 and AAC works.',
      );
    }
    trouble.hasDied = true;
    return undefined;
  }

  private roomDelay(job: JobRecord): number {
    const trouble = this.troubleOf(job);
    trouble.roomTries += 1;
    return Math.min(ROOM_DELAY_MS.longest, ROOM_DELAY_MS.first * 2 ** (trouble.roomTries - 1));
  }

  private troubleOf({ seq }: JobRecord): Trouble {
    // Jobs that are deleted while they wait leave theirs behind.
    if (this.troubles.size > this.limits.maxQueuedJobs) this.troubles.clear();
    const trouble = this.troubles.get(seq) ?? { roomTries: 0, hasDied: false };
    this.troubles.set(seq, trouble);
    return trouble;
  }

  /** Puts a job back into the queue, to be begun again after a while. */
  private giveBack(job: JobRecord, delayMs: number, attempts = job.attempts): void {
    this.returned.add({ job, dueAt: delayMs === 0 ? 0 : Date.now() + delayMs, attempts });
    try {
      this.returnJobs();
    } catch (error) {
      this.logger.error({ err: error, kind: job.kind, assetId: job.assetId }, 'a job is put back later');
      this.wakeLater(TROUBLE_DELAY_MS);
    }
    if (delayMs > 0) this.wakeLater(delayMs);
  }

  private returnJobs(): void {
    for (const one of this.returned) {
      this.catalogue.jobs.release(one.job, one.dueAt, one.attempts);
      this.returned.delete(one);
    }
  }

  private settle(job: JobRecord, store: () => void): void {
    this.catalogue.transaction(() => {
      if (this.catalogue.jobs.complete(job)) store();
    });
    this.troubles.delete(job.seq);
  }
}

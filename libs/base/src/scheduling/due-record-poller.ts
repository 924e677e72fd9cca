import type { Clock } from '../injection/tokens.ts';
import type { Logger } from '../logging/logger.ts';
import { withOrigin, type Origin } from '../tracing/origin.ts';
import { PeriodicTask } from './periodic-task.ts';

const tickMs = 500;
const batch = 20;
const retryAfterMs = 5_000;
/** More than a check takes: a few calls of other services, each with a deadline of seconds. */
const claimMs = 20_000;

/** A record with the time of its next check. */
export interface PolledRecord extends Partial<Origin> {
  readonly _id: string;
  readonly nextCheckAt?: Date;
}

export interface DueRecordPollerOptions<Row extends PolledRecord> {
  /** The name in the log: `polling videos`. */
  readonly name: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly records: {
    /** Records whose check is due, the longest overdue first. */
    due(now: Date, limit: number): Promise<readonly Row[]>;
    /** Claims a record's check until `until`; false when another process has claimed it. */
    claim(row: Row, until: Date): Promise<boolean>;
    /** Sets the time of the next check after a failed one. */
    postpone(row: Row, until: Date): Promise<void>;
  };
  /** Checks a record. It must also set or clear the time of the next check. */
  readonly check: (row: Row) => Promise<void>;
}

/**
 * Checks every due record. Replicas read the same due records, but only one claims a check. If it dies, the check runs
 * again after the claim has expired.
 */
export class DueRecordPoller<Row extends PolledRecord> {
  private readonly task: PeriodicTask;

  constructor(private readonly options: DueRecordPollerOptions<Row>) {
    const { name, logger } = options;
    this.task = new PeriodicTask({ name, everyMs: tickMs, work: () => this.checkAll(), logger });
  }

  start(): void {
    this.task.start();
  }

  /** Starts no more checks, and waits for running ones. */
  stop(): Promise<void> {
    return this.task.stop();
  }

  private async checkAll(): Promise<void> {
    const { records, clock } = this.options;
    const due = await records.due(clock.now(), batch);
    await Promise.all(due.map((row) => withOrigin(row, () => this.claimAndCheck(row))));
  }

  private async claimAndCheck(row: Row): Promise<void> {
    const { name, logger, records, check } = this.options;
    const nextCheckAt = this.in(claimMs);
    if (!(await records.claim(row, nextCheckAt))) return;
    const claimed = { ...row, nextCheckAt };
    try {
      await check(claimed);
    } catch (error) {
      logger.warn({ err: error, id: row._id }, `${name}: a check failed and will be retried`);
      await records.postpone(claimed, this.in(retryAfterMs));
    }
  }

  private in(ms: number): Date {
    return new Date(this.options.clock.now().getTime() + ms);
  }
}

import type { Clock } from '../host/tokens.ts';
import { withCorrelation } from '../logging/correlation.ts';
import type { Logger } from '../logging/logger.ts';
import { RepeatedWork } from './repeated-work.ts';

const tickMs = 500;
const batch = 20;
const retryAfterMs = 5_000;
/** A look takes a few calls of others, each with a deadline of seconds. */
const claimMs = 20_000;

/** A record that says when it is to be looked at. */
export interface WatchedRecord {
  readonly _id: string;
  readonly correlationId: string;
  readonly nextCheckAt?: Date;
}

export interface RecordWatchOptions<Row extends WatchedRecord> {
  /** What it is, for the log: `watching videos`. */
  readonly name: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly records: {
    /** Those that should be looked at now, the longest overdue first. */
    due(now: Date, limit: number): Promise<readonly Row[]>;
    /** Takes one to look at it, until then; false when another process has. */
    claim(row: Row, until: Date): Promise<boolean>;
  };
  /** One look. It sees to it that the next one comes at its time, or none. */
  readonly look: (row: Row) => Promise<void>;
  /** After a look that failed: the next one comes then. */
  readonly putOff: (row: Row, until: Date) => Promise<void>;
}

/**
 * Looks at every record whose time has come. Replicas see the same ones due: one of them looks. Should it die, the next
 * look comes all the same.
 */
export class RecordWatch<Row extends WatchedRecord> {
  private readonly watching: RepeatedWork;

  constructor(private readonly options: RecordWatchOptions<Row>) {
    const { name, logger } = options;
    this.watching = new RepeatedWork({ name, everyMs: tickMs, work: () => this.lookAtAll(), logger });
  }

  start(): void {
    this.watching.start();
  }

  /** Begins no more looks, and waits for those that have begun. */
  stop(): Promise<void> {
    return this.watching.stop();
  }

  private async lookAtAll(): Promise<void> {
    const { records, clock } = this.options;
    const due = await records.due(clock.now(), batch);
    await Promise.all(due.map((row) => withCorrelation(row.correlationId, () => this.lookAlone(row))));
  }

  private async lookAlone(row: Row): Promise<void> {
    const { name, logger, records, look, putOff } = this.options;
    const nextCheckAt = this.in(claimMs);
    if (!(await records.claim(row, nextCheckAt))) return;
    const claimed = { ...row, nextCheckAt };
    try {
      await look(claimed);
    } catch (error) {
      logger.warn({ err: error, id: row._id }, `${name}: a look has failed; another one will come`);
      await putOff(claimed, this.in(retryAfterMs));
    }
  }

  private in(ms: number): Date {
    return new Date(this.options.clock.now().getTime() + ms);
  }
}

import type { DatabaseSync } from 'node:sqlite';

/** How long one transaction may hold the event loop before it commits what it has, in milliseconds. */
const turnLimit = 15;

// Read at load time, because fake timers of a test must not stop the store.
const { setImmediate, performance } = globalThis;

interface Job {
  work: () => unknown;
  settle: (outcome: Outcome) => void;
}

interface WriteListeners {
  onRollback: () => void;
  /** Called with the error of each write that failed. */
  onFailure: (error: unknown) => void;
}

type Outcome = { isDone: true; value: unknown } | { isDone: false; error: unknown };

/**
 * Runs writes one after the other, each atomically. Writes that arrive in the same turn share one commit, and so one
 * sync to disk; each resolves after that commit.
 */
export class WriteQueue {
  private readonly database: DatabaseSync;
  private readonly onRollback: () => void;
  private readonly onFailure: (error: unknown) => void;
  private waiting: Job[] = [];
  private isScheduled = false;

  constructor(database: DatabaseSync, { onRollback, onFailure }: WriteListeners) {
    this.database = database;
    this.onRollback = onRollback;
    this.onFailure = onFailure;
  }

  /** Resolves with the result of `work` after the commit. `work` must be synchronous. */
  run<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = (outcome: Outcome): void => {
        if (outcome.isDone) resolve(outcome.value as T);
        // The reason is what the work threw, unchanged.
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors
        else reject(outcome.error);
      };
      this.waiting.push({ work, settle });
      this.schedule();
    });
  }

  /** A part of a running write that may fail alone: then only its own changes are rolled back. */
  runPart<T>(work: () => T): T {
    this.database.exec('SAVEPOINT part');
    try {
      const value = work();
      this.database.exec('RELEASE part');
      return value;
    } catch (error) {
      // SQLite rolls everything back automatically on some errors (disk full).
      if (this.database.isTransaction) this.database.exec('ROLLBACK TO part; RELEASE part');
      this.onRollback();
      throw error;
    }
  }

  /** Runs all waiting writes. */
  flush(): void {
    while (this.waiting.length > 0) this.commitSome();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      if (this.waiting.length > 0) this.commitSome();
      if (this.waiting.length > 0) this.schedule();
    });
  }

  private commitSome(): void {
    const done: { job: Job; outcome: Outcome }[] = [];
    try {
      this.database.exec('BEGIN IMMEDIATE');
      const until = performance.now() + turnLimit;
      do {
        const job = this.waiting.shift() as Job;
        done.push({ job, outcome: { isDone: false, error: undefined } });
        (done.at(-1) as { outcome: Outcome }).outcome = this.runAlone(job);
      } while (this.waiting.length > 0 && performance.now() < until);
      this.database.exec('COMMIT');
    } catch (error) {
      this.giveUp(done, error);
    }
    for (const { job, outcome } of done) job.settle(outcome);
  }

  /** One job inside the transaction: when it fails, only its own changes are rolled back. */
  private runAlone({ work }: Job): Outcome {
    try {
      return { isDone: true, value: this.runPart(work) };
    } catch (error) {
      // Without the transaction, the writes before this one are lost as well.
      if (!this.database.isTransaction) throw error;
      this.onFailure(error);
      return { isDone: false, error };
    }
  }

  private giveUp(done: { job: Job; outcome: Outcome }[], error: unknown): void {
    if (this.database.isOpen && this.database.isTransaction) this.database.exec('ROLLBACK');
    this.onRollback();
    this.onFailure(error);
    if (done.length === 0) done.push({ job: this.waiting.shift() as Job, outcome: { isDone: false, error } });
    for (const entry of done) entry.outcome = { isDone: false, error };
  }
}

import mongoose, { type Connection } from 'mongoose';
import type { Logger } from '../logging/logger.ts';
import { RepeatedWork } from '../scheduling/repeated-work.ts';
import { missingIndexes } from './missing-indexes.ts';

const everyMs = 1_000;

/** Checks the indexes of a service until all exist; without unique ones, concurrent writes could both succeed. */
export class IndexCheck {
  private readonly checks: RepeatedWork;
  private logged = '';
  private isComplete = false;

  constructor(
    private readonly connection: Connection,
    private readonly logger: Logger,
  ) {
    const work = () => this.check();
    this.checks = new RepeatedWork({ name: 'checking the indexes of the store', everyMs, work, logger });
  }

  get areComplete(): boolean {
    return this.isComplete;
  }

  /** The first check starts when the store is connected. Without models it would find everything complete. */
  start(): void {
    const begin = () => {
      this.checks.start({ isFirstAtOnce: true });
    };
    if (this.isConnected) begin();
    else this.connection.once('connected', begin);
  }

  stop(): Promise<void> {
    return this.checks.stop();
  }

  private get isConnected(): boolean {
    return this.connection.readyState === mongoose.ConnectionStates.connected;
  }

  private async check(): Promise<void> {
    // Without a connection mongoose would wait without a time limit.
    if (!this.isConnected) return;
    const missing = await missingIndexes(this.connection);
    if (missing.length > 0) {
      this.logMissing(missing.join(', '));
      return;
    }
    this.isComplete = true;
    // Not awaited, because it waits for the current run.
    void this.checks.stop();
  }

  private logMissing(missing: string): void {
    if (missing !== this.logged)
      this.logger.error(
        { missing },
        'the store lacks indexes: run the migrate command; this process is not ready until then',
      );
    this.logged = missing;
  }
}

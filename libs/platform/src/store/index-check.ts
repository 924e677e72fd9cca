import mongoose, { type Connection } from 'mongoose';
import type { Logger } from '../logging/logger.ts';
import { RepeatedWork } from '../scheduling/repeated-work.ts';
import { missingIndexes } from './missing-indexes.ts';

const everyMs = 1_000;

/** Looks for the indexes of a service until they all stand; without the unique ones two writers could both win. */
export class IndexCheck {
  private readonly looking: RepeatedWork;
  private told = '';
  private areThere = false;

  constructor(
    private readonly connection: Connection,
    private readonly logger: Logger,
  ) {
    const work = () => this.look();
    this.looking = new RepeatedWork({ name: 'looking for the indexes of the store', everyMs, work, logger });
  }

  get stand(): boolean {
    return this.areThere;
  }

  /** The first look comes with the connection: before, nothing can be seen. */
  start(): void {
    this.connection.once('connected', () => {
      this.looking.start({ isFirstAtOnce: true });
    });
  }

  stop(): Promise<void> {
    return this.looking.stop();
  }

  private async look(): Promise<void> {
    // Asked before, mongoose would wait for the connection without an end.
    if (this.connection.readyState !== mongoose.ConnectionStates.connected) return;
    const missing = await missingIndexes(this.connection);
    if (missing.length > 0) {
      this.tell(missing.join(', '));
      return;
    }
    this.areThere = true;
    // Not waited for: this is the run that it would wait for.
    void this.looking.stop();
  }

  private tell(missing: string): void {
    if (missing !== this.told)
      this.logger.error(
        { missing },
        'the store lacks indexes: run the migrate command; nothing is served until then',
      );
    this.told = missing;
  }
}

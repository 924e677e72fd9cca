import type { Logger } from '../logging/logger.ts';

export interface RepeatedWorkOptions {
  /** What it is, for the log: `watching videos`. */
  readonly name: string;
  /** Milliseconds from the end of one run to the next. */
  readonly everyMs: number;
  /** One run; `signal` is aborted when it should come to its end. A failure is logged, and the next run comes as usual. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly logger: Logger;
}

/**
 * Work that is done again and again, one run at a time, until it is stopped. A timer between runs keeps no process alive.
 * A failure is logged when it begins and when it has passed, not at each run.
 */
export class RepeatedWork {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isFailing = false;

  constructor(private readonly options: RepeatedWorkOptions) {}

  /** The first run begins after `everyMs`, or at once. */
  start({ isFirstAtOnce = false } = {}): void {
    this.schedule(isFirstAtOnce ? 0 : this.options.everyMs);
  }

  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Begins no more runs, tells the one under way, and waits for its end. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  private schedule(ms: number): void {
    if (this.stopping.signal.aborted) return;
    this.timer = setTimeout(() => {
      this.running = this.run().finally(() => this.schedule(this.options.everyMs));
    }, ms).unref();
  }

  private async run(): Promise<void> {
    const { name, work, logger } = this.options;
    try {
      await work(this.stopping.signal);
      if (this.isFailing) logger.info({}, `${name} works again`);
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) logger.warn({ err: error }, `${name} failed; it is tried again and again`);
      this.isFailing = true;
    }
  }
}

import type { Logger } from '../logging/logger.ts';
import { withoutTrace } from '../tracing/tracing.ts';

export interface PeriodicTaskOptions {
  /** The name in the log: `polling videos`. */
  readonly name: string;
  /** Milliseconds from the end of one run to the next. */
  readonly everyMs: number;
  /** One run; `signal` is aborted when it should end. After a failure the next run starts after ten seconds at most. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly logger: Logger;
}

/** What failed, such as a store that does not answer yet, may work again long before the next run of rare work. */
const retryAfterMs = 10_000;

/**
 * Repeats work, one run at a time, until it is stopped. The timer between runs does not keep the process alive.
 * Failures are logged when they begin and when they end, not at each run.
 */
export class PeriodicTask {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  /** When the next run starts, in the time of `performance.now()`. */
  private nextAt = Infinity;
  private isRunning = false;
  private running: Promise<void> = Promise.resolve();
  private isFailing = false;

  constructor(private readonly options: PeriodicTaskOptions) {}

  /** Starts the first run after `everyMs`, or at once. */
  start({ isFirstAtOnce = false } = {}): void {
    this.wake(isFirstAtOnce ? 0 : this.options.everyMs);
  }

  /** Starts the next run after `ms` if that is earlier than planned; during a run, at the earliest after its end. */
  wake(ms = 0): void {
    const at = performance.now() + ms;
    if (this.stopping.signal.aborted || at >= this.nextAt) return;
    this.nextAt = at;
    if (!this.isRunning) this.setTimer();
  }

  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Starts no more runs, aborts the running one, and waits for its end. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  private setTimer(): void {
    clearTimeout(this.timer);
    const ms = Math.max(0, this.nextAt - performance.now());
    this.timer = setTimeout(() => {
      // Whoever woke it does not cause this run alone.
      this.running = withoutTrace(() => this.run());
    }, ms).unref();
  }

  private async run(): Promise<void> {
    const { name, work, logger } = this.options;
    this.isRunning = true;
    this.nextAt = Infinity;
    try {
      await work(this.stopping.signal);
      if (this.isFailing) logger.info({}, `${name} works again`);
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) logger.warn({ err: error }, `${name} failed and will be retried`);
      this.isFailing = true;
    }
    this.isRunning = false;
    const pauseMs = this.isFailing ? Math.min(this.options.everyMs, retryAfterMs) : this.options.everyMs;
    this.nextAt = Math.min(this.nextAt, performance.now() + pauseMs);
    if (!this.stopping.signal.aborted) this.setTimer();
  }
}

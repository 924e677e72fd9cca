import type { Logger } from '../logging/logger.ts';
import { PeriodicTask } from '../scheduling/periodic-task.ts';

/**
 * An outside system refuses every call because of a setting, so another try cannot help. The message is a sentence that names
 * the variables and says what does not work; it contains no values.
 */
export class WrongSetting extends Error {
  override readonly name = 'WrongSetting';
}

/** Times in milliseconds. */
export interface SettingTiming {
  /** How often changes of the settings are looked for. */
  readonly everyMs: number;
  /** From a failure to the next try; doubled with each further failure. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** Deadline of one try. */
  readonly withinMs: number;
}

const defaultTiming: SettingTiming = {
  everyMs: 1_000,
  firstWaitMs: 10_000,
  longestWaitMs: 600_000,
  withinMs: 15_000,
};

export interface SettingCheckOptions {
  /** The outside system, as in a sentence: `language model`. */
  readonly name: string;
  /** The present values, which may change: they are tried at the start and after each change. */
  readonly read: () => readonly (string | undefined)[];
  /** One cheap call. @throws {WrongSetting} when a setting is refused; any other failure says nothing about the settings */
  readonly attempt: (signal: AbortSignal) => Promise<unknown>;
  readonly logger: Logger;
  readonly timing?: SettingTiming;
}

/**
 * Whether the settings of an outside system are right: tried in the background until the first answer and while they are
 * wrong, and told by the calls of the product. Each change is logged once.
 */
export class SettingCheck {
  private wrong: string | undefined;
  private tried: string | undefined;
  private failures = 0;
  /** When to try next, by `performance.now()`. */
  private nextAt = 0;
  private readonly timing: SettingTiming;
  private readonly task: PeriodicTask;

  constructor(private readonly options: SettingCheckOptions) {
    const { name, logger, timing = defaultTiming } = options;
    this.timing = timing;
    const work = (signal: AbortSignal) => this.tryWhenDue(signal);
    this.task = new PeriodicTask({ name: `trying the ${name}`, everyMs: timing.everyMs, work, logger });
  }

  /** What does not work and which setting is the reason, as a sentence; undefined while nothing is known to be wrong. */
  get problem(): string | undefined {
    return this.wrong;
  }

  /** Returns at once. */
  start(): void {
    this.task.start({ isFirstAtOnce: true });
  }

  stop(): Promise<void> {
    return this.task.stop();
  }

  /** A call was refused because of a setting. */
  setWrong({ message }: WrongSetting): void {
    if (this.wrong !== message) this.options.logger.error({}, message);
    if (this.wrong === undefined) this.wait();
    this.wrong = message;
  }

  /** A call has succeeded. */
  setRight(): void {
    if (this.wrong !== undefined)
      this.options.logger.info({}, `The settings of the ${this.options.name} are right again.`);
    this.wrong = undefined;
    this.failures = 0;
    this.nextAt = Infinity;
  }

  private async tryWhenDue(stopping: AbortSignal): Promise<void> {
    const values = JSON.stringify(this.options.read());
    const hasChanged = values !== this.tried;
    if (!hasChanged && performance.now() < this.nextAt) return;
    if (hasChanged) this.failures = 0;
    this.tried = values;
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(this.timing.withinMs)]);
    try {
      await untilAborted(this.options.attempt(signal), signal);
      this.setRight();
    } catch (error) {
      if (stopping.aborted) return;
      this.wait();
      if (error instanceof WrongSetting) this.setWrong(error);
      // The system is away: what was refused before says nothing about other values.
      else if (hasChanged) this.wrong = undefined;
    }
  }

  private wait(): void {
    const { firstWaitMs, longestWaitMs } = this.timing;
    this.nextAt = performance.now() + Math.min(longestWaitMs, firstWaitMs * 2 ** this.failures);
    this.failures += 1;
  }
}

/** Libraries may not know signals. */
function untilAborted(work: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  const aborted = new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([work, aborted]);
}

import type { Logger } from '../logging/logger.ts';
import { within } from './within.ts';

interface Step {
  readonly name: string;
  readonly close: () => unknown;
  readonly withinMs: number;
}

const defaultWithinMs = 3_000;

/**
 * Everything that was opened, closed again in reverse order and in bounded time: after a start that failed half way as
 * well as after a run. A step that hangs or fails is logged and does not keep the later ones from closing.
 */
export class Teardown {
  private readonly steps: Step[] = [];
  private running: Promise<void> | undefined;

  constructor(private readonly logger: Logger) {}

  /** @param withinMs milliseconds that closing may take */
  add(name: string, close: () => unknown, withinMs = defaultWithinMs): void {
    this.steps.push({ name, close, withinMs });
  }

  /**
   * Closes all; a second call waits for the first.
   * @throws {AggregateError} once everything was tried, when a step failed or hung
   */
  run(): Promise<void> {
    this.running ??= this.closeAll();
    return this.running;
  }

  private async closeAll(): Promise<void> {
    const problems: unknown[] = [];
    for (const { name, close, withinMs } of this.steps.splice(0).reverse()) {
      try {
        await within(withinMs, Promise.resolve().then(close));
      } catch (error) {
        this.logger.error({ err: error, step: name }, 'this did not close cleanly');
        problems.push(error);
      }
    }
    if (problems.length > 0) throw new AggregateError(problems, 'Not everything closed cleanly.');
  }
}

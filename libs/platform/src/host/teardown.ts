import type { Logger } from '../logging/logger.ts';
import { within } from './within.ts';

interface Step {
  readonly name: string;
  readonly close: () => unknown;
  readonly withinMs: number;
}

const defaultWithinMs = 3_000;
/** What a process that is asked to stop may take in all. */
const allWithinMs = 25_000;

/**
 * Everything that was opened, closed again in reverse order and in bounded time: after a start that failed half way as
 * well as after a run. A step that hangs or fails is logged and does not keep the later ones from closing. Time that
 * others have not needed is a slow step's.
 */
export class Teardown {
  private readonly steps: Step[] = [];
  private running: Promise<void> | undefined;

  constructor(
    private readonly logger: Logger,
    private readonly allMs = allWithinMs,
  ) {}

  /** @param withinMs milliseconds that closing may take in any case */
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
    const endAt = performance.now() + this.allMs;
    let keptMs = this.steps.reduce((sum, step) => sum + step.withinMs, 0);
    for (const { name, close, withinMs } of this.steps.splice(0).reverse()) {
      keptMs -= withinMs;
      try {
        const leftMs = endAt - performance.now() - keptMs;
        await within(Math.max(withinMs, leftMs), Promise.resolve().then(close));
      } catch (error) {
        this.logger.error({ err: error, step: name }, 'this did not close cleanly');
        problems.push(error);
      }
    }
    if (problems.length > 0) throw new AggregateError(problems, 'Not everything closed cleanly.');
  }
}

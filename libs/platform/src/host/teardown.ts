import { type Logger, withinTime } from '@vault/base';

interface Step {
  readonly name: string;
  readonly close: () => unknown;
  readonly withinMs: number;
}

const defaultWithinMs = 3_000;
/** The total time that a process may take to stop. */
const allWithinMs = 25_000;

/**
 * Closes everything that was opened, in reverse order and in bounded time: after a failed start as well as after a run.
 * A step that hangs or fails is logged and does not stop the later ones. A slow step may use the time that earlier
 * steps did not need.
 */
export class Teardown {
  private readonly steps: Step[] = [];
  private running: Promise<void> | undefined;

  constructor(
    private readonly logger: Logger,
    private readonly allMs = allWithinMs,
  ) {}

  /** @param withinMs milliseconds that are reserved for closing */
  add(name: string, close: () => unknown, withinMs = defaultWithinMs): void {
    this.steps.push({ name, close, withinMs });
  }

  /**
   * Closes all; a second call waits for the first.
   * @throws {AggregateError} after all steps, when a step failed or hung
   */
  run(): Promise<void> {
    this.running ??= this.closeAll();
    return this.running;
  }

  private async closeAll(): Promise<void> {
    const problems: unknown[] = [];
    const endAt = performance.now() + this.allMs;
    let reservedMs = this.steps.reduce((sum, step) => sum + step.withinMs, 0);
    for (const { name, close, withinMs } of this.steps.splice(0).reverse()) {
      reservedMs -= withinMs;
      try {
        const leftMs = endAt - performance.now() - reservedMs;
        await withinTime(Promise.resolve().then(close), Math.max(withinMs, leftMs));
      } catch (error) {
        this.logger.error({ err: error, step: name }, 'this did not close cleanly');
        problems.push(error);
      }
    }
    if (problems.length > 0) throw new AggregateError(problems, 'Not everything closed cleanly.');
  }
}

import { Piscina } from 'piscina';
import { FairQueue } from './fair-queue.ts';
import type { WorkerTask } from './worker-task.ts';

/** A task ran longer than its deadline, and was ended. */
export class WorkerDeadlineError extends Error {
  override readonly name = 'WorkerDeadlineError';

  constructor(task: string, deadlineMs: number) {
    super(`${task} was ended after ${String(deadlineMs)} ms.`);
  }
}

export interface WorkerPoolOptions {
  /** At least two, so that no owner can take all of them. */
  readonly threads: number;
  /** How many tasks may wait, of all owners and of one. */
  readonly waiting: number;
  readonly waitingPerOwner: number;
  /** The heap of a thread, in MiB: a task that needs more fails, alone. */
  readonly memoryMiB: number;
}

export interface RunOptions {
  /** Whose work it is: owners take turns. */
  readonly owner: string;
  /** The longest time in a thread, in milliseconds; the time in the queue does not count. */
  readonly deadlineMs: number;
  /** Ends the task, also while it runs. */
  readonly signal?: AbortSignal | undefined;
}

const idleMs = 60_000;
/** Threads yield to the event loop, which answers everybody. */
const niceIncrement = 5;
/**
 * Node ends a thread only if it takes less than 16 MiB more while the thread is beyond its limit; else the process
 * crashes. A young generation of the usual size may hand on as much at once.
 */
const youngMiB = 12;

/**
 * Runs functions in threads, so that work on one person's input never stops the event loop. A deadline really ends a
 * task: its thread is terminated and replaced. Threads start with the first task and end a minute after the last one.
 */
export class WorkerPool {
  private readonly queue: FairQueue;
  private readonly threads: Piscina;

  constructor({ threads, waiting, waitingPerOwner, memoryMiB }: WorkerPoolOptions) {
    this.queue = new FairQueue({ slots: threads, slotsPerOwner: threads - 1, waiting, waitingPerOwner });
    this.threads = new Piscina({
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      niceIncrement,
      resourceLimits: { maxOldGenerationSizeMb: memoryMiB, maxYoungGenerationSizeMb: youngMiB },
      ...(isSource ? { execArgv: sourceFlags } : {}),
    });
  }

  /**
   * Calls a task's function in a thread. Input and result are copied, so they are plain data, as are properties of
   * errors: a class is lost.
   * @throws QueueFullError, WorkerDeadlineError, the signal's reason, what the function has thrown
   */
  run<Input, Result>(task: WorkerTask<Input, Result>, input: Input, options: RunOptions): Promise<Result> {
    const { owner, signal } = options;
    return this.queue.run(owner, () => this.inThread(task, input, options), signal);
  }

  /** Ends all threads, and tasks that run. */
  close(): Promise<void> {
    return this.threads.destroy();
  }

  private async inThread<Input, Result>(
    { module, name }: WorkerTask<Input, Result>,
    input: Input,
    { deadlineMs, signal }: RunOptions,
  ): Promise<Result> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), deadlineMs);
    const signals = signal ? [deadline.signal, signal] : [deadline.signal];
    try {
      return (await this.threads.run(input, {
        filename: sourceOf(module).href,
        name,
        signal: AbortSignal.any(signals),
      })) as Result;
    } catch (error) {
      signal?.throwIfAborted();
      if (deadline.signal.aborted) throw new WorkerDeadlineError(name, deadlineMs);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Specs run sources, where Node itself removes the types. */
const isSource = import.meta.url.endsWith('.ts');
const sourceFlags = [
  ...process.execArgv,
  '--experimental-transform-types',
  '--disable-warning=ExperimentalWarning',
];

function sourceOf(module: URL): URL {
  return isSource ? new URL(module.href.replace(/\.js$/, '.ts')) : module;
}

import { availableParallelism } from 'node:os';
import { AppError } from '@vault/contracts';
import {
  type FairQueue,
  QueueFullError,
  type RunOptions,
  WorkerDeadlineError,
  WorkerPool,
  type WorkerTask,
} from '@vault/worker-pool';

/** A container has few processors and little memory, whatever its machine has. */
const maxThreads = 4;
/** Three times what the work at its limits needs. */
const memoryMiB = 192;
const retryAfterMs = 5_000;
const defaultDeadlineMs = 20_000;

/** One pool for all services of the process. */
let pool: WorkerPool | undefined;

/**
 * Runs work on a person's input in a thread, when it may take longer than 50 ms at its limits.
 * @param options.owner whose input it is: owners take turns, and none takes all threads
 * @throws AppError `too-many-requests` or `unavailable` when too much work waits, `too-large` when the work was ended at
 *   its deadline (20 s), the signal's reason, what the work has thrown
 */
export async function inWorker<Input, Result>(
  task: WorkerTask<Input, Result>,
  input: Input,
  options: Omit<RunOptions, 'deadlineMs'> & Partial<RunOptions>,
): Promise<Result> {
  pool ??= new WorkerPool({
    threads: Math.min(maxThreads, Math.max(2, availableParallelism())),
    waiting: 200,
    waitingPerOwner: 10,
    memoryMiB,
  });
  try {
    return await pool.run(task, input, { deadlineMs: defaultDeadlineMs, ...options });
  } catch (error) {
    throw appErrorOf(error);
  }
}

/** Runs work in a slot of a queue in which owners take turns. @throws AppError when the queue is full */
export async function inTurn<Result>(
  queue: FairQueue,
  owner: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  try {
    return await queue.run(owner, work, signal);
  } catch (error) {
    throw appErrorOf(error);
  }
}

function appErrorOf(error: unknown): unknown {
  if (error instanceof QueueFullError) {
    const code = error.isOwnersShare ? 'too-many-requests' : 'unavailable';
    return new AppError(code, 'Too much is being processed right now. Please try again in a moment.', {
      cause: error,
      retryAfterMs,
    });
  }
  if (error instanceof WorkerDeadlineError)
    return new AppError('too-large', 'This takes too long to process. Please try it with less.', {
      cause: error,
    });
  return error;
}

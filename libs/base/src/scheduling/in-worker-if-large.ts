import type { RunOptions, WorkerTask } from '@vault/worker-pool';
import { inWorker } from './in-worker.ts';

/** Work on an input whose size is known before. */
export interface SizedWork<Input, Result> {
  readonly task: WorkerTask<Input, Result>;
  /** The function of the task. */
  readonly work: (input: Input) => Result | Promise<Result>;
  readonly input: Input;
  /** Of the input, such as its characters. */
  readonly size: number;
  /** Up to this size a thread costs more than it saves: the copies of input and result, and perhaps its start. */
  readonly directUpTo: number;
}

/** Works on a small input at once, and on another one as {@link inWorker} does. */
export async function inWorkerIfLarge<Input, Result>(
  { task, work, input, size, directUpTo }: SizedWork<Input, Result>,
  options: Omit<RunOptions, 'deadlineMs'> & Partial<RunOptions>,
): Promise<Result> {
  if (size > directUpTo) return inWorker(task, input, options);
  options.signal?.throwIfAborted();
  return work(input);
}

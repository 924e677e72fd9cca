export { FairQueue, type FairQueueOptions, QueueFullError } from './fair-queue.ts';
export { type RunOptions, WorkerDeadlineError, WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';
export { type WorkerTask, workerTask } from './worker-task.ts';

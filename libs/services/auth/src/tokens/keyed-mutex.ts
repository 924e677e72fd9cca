import { AppError } from '@vault/base';
import PQueue from 'p-queue';

/** Longer queues would exceed the callers' deadlines. */
const maxQueued = 200;

/** Runs work with the same key one after the other, within this process. */
export class KeyedMutex {
  private readonly queues = new Map<string, PQueue>();

  /** @throws {AppError} `unavailable` when the queue of the key is full */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.queues.get(key) ?? new PQueue({ concurrency: 1 });
    if (queue.size >= maxQueued) throw AppError.unavailable();
    this.queues.set(key, queue);
    try {
      return await queue.add(work);
    } finally {
      if (queue.size + queue.pending === 0) this.queues.delete(key);
    }
  }

  /** Keys with running or queued work. */
  get count(): number {
    return this.queues.size;
  }
}

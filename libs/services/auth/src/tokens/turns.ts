import { AppError } from '@vault/platform';
import PQueue from 'p-queue';

/** Longer lines than this would outlive the patience of whoever stands in them. */
const mostWaiting = 200;

/** Work on the same thing is done in turn within this process. */
export class Turns {
  private readonly queues = new Map<string, PQueue>();

  /** @throws {AppError} `unavailable` when too many wait */
  async take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.queues.get(key) ?? new PQueue({ concurrency: 1 });
    if (queue.size >= mostWaiting) throw AppError.unavailable();
    this.queues.set(key, queue);
    try {
      return await queue.add(work);
    } finally {
      if (queue.size + queue.pending === 0) this.queues.delete(key);
    }
  }

  /** Things that somebody works on or waits for. */
  get count(): number {
    return this.queues.size;
  }
}

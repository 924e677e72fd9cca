/** A queue takes no more work: all places, or all places of this owner, are taken. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
  /** Whether the owner has used up its own share, while others may go on. */
  readonly isOwnersShare: boolean;

  constructor(isOwnersShare: boolean) {
    super(isOwnersShare ? 'This owner has too much work waiting.' : 'Too much work is waiting.');
    this.isOwnersShare = isOwnersShare;
  }
}

export interface FairQueueOptions {
  /** How much work runs at the same time. */
  readonly slots: number;
  /** How much of it may be of one owner. */
  readonly slotsPerOwner: number;
  /** How much work may wait. */
  readonly waiting: number;
  /** How much of it may be of one owner. */
  readonly waitingPerOwner: number;
}

interface Waiting {
  readonly start: () => void;
}

interface Share {
  running: number;
  /** In the order of arrival; a set, so that work that is given up leaves at once. */
  readonly waiting: Set<Waiting>;
}

/**
 * Runs asynchronous work in a number of slots. Owners take turns, and none takes all slots or all places of the queue,
 * so work of one owner never stops that of another. Owners without work cost nothing.
 */
export class FairQueue {
  private readonly options: FairQueueOptions;
  /** Owners with work; those who wait longest for a turn come first. */
  private readonly shares = new Map<string, Share>();
  private running = 0;
  private waiting = 0;

  constructor(options: FairQueueOptions) {
    this.options = options;
  }

  /**
   * Runs `work` in a slot, as soon as it is this owner's turn.
   * @param signal gives up waiting; running work has to obey it by itself
   * @throws QueueFullError at once when no place is free; the signal's reason; the error of the work
   */
  async run<Result>(owner: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    await this.slot(owner, signal);
    try {
      return await work();
    } finally {
      this.leave(owner);
    }
  }

  /** @throws QueueFullError when no more work of this owner may wait */
  assertRoom(owner: string): void {
    const own = this.shares.get(owner)?.waiting.size ?? 0;
    if (own >= this.options.waitingPerOwner) throw new QueueFullError(true);
    if (this.waiting >= this.options.waiting) throw new QueueFullError(false);
  }

  private async slot(owner: string, signal: AbortSignal | undefined): Promise<void> {
    const share = this.shares.get(owner) ?? { running: 0, waiting: new Set<Waiting>() };
    if (this.mayStart(share)) {
      this.shares.set(owner, share);
      this.begin(share);
      return;
    }
    this.assertRoom(owner);
    this.shares.set(owner, share);
    await this.turn(owner, share, signal);
  }

  private turn(owner: string, share: Share, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        share.waiting.delete(entry);
        this.waiting -= 1;
        this.forget(owner, share);
        reject(signal?.reason as Error);
      };
      const entry: Waiting = {
        start: () => {
          signal?.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      share.waiting.add(entry);
      this.waiting += 1;
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  private mayStart(share: Share): boolean {
    return (
      this.running < this.options.slots &&
      share.running < this.options.slotsPerOwner &&
      share.waiting.size === 0
    );
  }

  private begin(share: Share): void {
    share.running += 1;
    this.running += 1;
  }

  private leave(owner: string): void {
    const share = this.shares.get(owner);
    if (share) {
      share.running -= 1;
      this.forget(owner, share);
    }
    this.running -= 1;
    this.startNext();
  }

  private startNext(): void {
    for (const [owner, share] of this.shares) {
      if (this.running >= this.options.slots) return;
      const [next] = share.waiting;
      if (!next || share.running >= this.options.slotsPerOwner) continue;
      share.waiting.delete(next);
      this.waiting -= 1;
      this.begin(share);
      // The owner goes to the end of the line.
      this.shares.delete(owner);
      this.shares.set(owner, share);
      next.start();
      return;
    }
  }

  private forget(owner: string, share: Share): void {
    if (share.running === 0 && share.waiting.size === 0) this.shares.delete(owner);
  }
}

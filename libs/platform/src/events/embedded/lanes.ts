import type { LogRecord } from './message-table.ts';

/** A message that a group has read and not settled. */
export interface Entry extends LogRecord {
  /** Failed attempts so far. */
  attempts: number;
  /** True when it is stored in the table `deferred`, not in the window. */
  isDeferred: boolean;
}

/** The unhandled messages of one key of a topic; they run one at a time, in order. */
export interface Lane {
  readonly key: string;
  /** Messages read ahead, in order; they come before the deferred ones. */
  queue: Entry[];
  /** Number of messages deferred on disk. */
  deferred: number;
  isRunning: boolean;
  /** True while it is in the queue of lanes that may run. */
  isReady: boolean;
  /** Set while it waits for the retry of its first message. */
  timer?: NodeJS.Timeout;
}

/** The lanes of a topic, and the queue of those that may run. */
export class Lanes {
  readonly #onReady: () => void;
  readonly #now: () => number;
  #lanes = new Map<string, Lane>();
  #ready: Lane[] = [];
  #deferred = 0;

  constructor(now: () => number, onReady: () => void) {
    this.#now = now;
    this.#onReady = onReady;
  }

  /** Number of messages deferred on disk, over all lanes. */
  get deferred(): number {
    return this.#deferred;
  }

  /** The lane that runs next, if any. */
  get first(): Lane | undefined {
    return this.#ready[0];
  }

  find(key: string): Lane | undefined {
    return this.#lanes.get(key);
  }

  /** The lane of a key, created if necessary. */
  open(key: string): Lane {
    const known = this.#lanes.get(key);
    if (known) return known;
    const lane = { key, queue: [], deferred: 0, isRunning: false, isReady: false };
    this.#lanes.set(key, lane);
    return lane;
  }

  /** Removes the first lane from the queue. */
  shift(): void {
    const lane = this.#ready.shift();
    if (lane) lane.isReady = false;
  }

  /** Queues the lane if it has work and is free; deletes it if it has no work. */
  offer(lane: Lane): void {
    if (lane.isRunning || lane.isReady || lane.timer) return;
    if (lane.queue.length === 0 && lane.deferred === 0) {
      if (this.#lanes.get(lane.key) === lane) this.#lanes.delete(lane.key);
      return;
    }
    lane.isReady = true;
    this.#ready.push(lane);
    this.#onReady();
  }

  /** Offers the lane at `dueAt`. */
  offerAt(lane: Lane, dueAt: number): void {
    const delay = dueAt - this.#now();
    if (delay <= 0) {
      this.offer(lane);
      return;
    }
    lane.timer ??= setTimeout(() => {
      delete lane.timer;
      this.offer(lane);
    }, delay);
  }

  /** Sets how many of the lane's messages are deferred on disk. */
  setDeferred(lane: Lane, count: number): void {
    this.#deferred += count - lane.deferred;
    lane.deferred = count;
  }

  /** Deletes all lanes; those of running handlers stay occupied until {@link offer}. */
  clear(): void {
    const running = [...this.#lanes.values()].filter((lane) => lane.isRunning);
    for (const lane of this.#lanes.values()) clearTimeout(lane.timer);
    this.#lanes = new Map();
    this.#ready = [];
    this.#deferred = 0;
    for (const { key } of running) this.open(key).isRunning = true;
  }
}

import type { LogRecord } from './message-table.ts';

/** A message on its way through a group. */
export interface Entry extends LogRecord {
  /** Failed tries so far. */
  attempts: number;
  /** It stands among the deferred on disk, not in the window. */
  isDeferred: boolean;
}

/** All that a group has to do under one key of a topic; one message at a time, in order. */
export interface Lane {
  readonly key: string;
  /** Read ahead, in order; they come before what is deferred. */
  queue: Entry[];
  /** How many wait on disk. */
  deferred: number;
  isRunning: boolean;
  /** It stands in the line of lanes that may run. */
  isReady: boolean;
  /** Set while it waits for the retry of its first message. */
  timer?: NodeJS.Timeout;
}

/** The lanes of a topic, and the line of those that may run. */
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

  /** How many messages wait on disk, over all lanes. */
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

  /** The lane of a key, a new one if need be. */
  open(key: string): Lane {
    const known = this.#lanes.get(key);
    if (known) return known;
    const lane = { key, queue: [], deferred: 0, isRunning: false, isReady: false };
    this.#lanes.set(key, lane);
    return lane;
  }

  /** Takes the first lane out of the line. */
  shift(): void {
    const lane = this.#ready.shift();
    if (lane) lane.isReady = false;
  }

  /** Puts the lane into the line if it has work and is free, and forgets it if it has none. */
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

  /** Offers the lane when its time has come. */
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

  /** Sets how many of the lane's messages wait on disk. */
  setDeferred(lane: Lane, count: number): void {
    this.#deferred += count - lane.deferred;
    lane.deferred = count;
  }

  /** Forgets all; the lanes of running handlers stay taken until {@link offer}. */
  clear(): void {
    const running = [...this.#lanes.values()].filter((lane) => lane.isRunning);
    for (const lane of this.#lanes.values()) clearTimeout(lane.timer);
    this.#lanes = new Map();
    this.#ready = [];
    this.#deferred = 0;
    for (const { key } of running) this.open(key).isRunning = true;
  }
}

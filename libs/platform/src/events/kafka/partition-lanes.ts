import type { KafkaRecord } from './kafka-types.ts';
import { OffsetWindow } from '../offset-window.ts';

/** How much of a partition a member may hold. */
export interface WindowLimits {
  /** Maximum messages in memory. */
  messages: number;
  /** Maximum bytes in memory. */
  bytes: number;
  /** Maximum messages after the first unhandled one, including handled ones: a crash repeats them. */
  span: number;
}

/** The messages of one key, in order; the first is the one that runs. */
export interface Lane {
  readonly key: string;
  readonly queue: KafkaRecord[];
  /** Failed attempts of the first message. */
  attempts: number;
  /** Set when the first message has failed permanently and its dead letter is not stored yet. */
  failed?: { error: unknown };
  isReady: boolean;
  timer?: NodeJS.Timeout;
}

/** A message that a handler processes. */
export interface Task {
  readonly partition: PartitionLanes;
  readonly lane: Lane;
  readonly record: KafkaRecord;
  /** The generation of the partition to which the task belongs. */
  readonly generation: number;
  /** Aborted when the subscription closes, or after a grace period when the partition was revoked. */
  readonly signal: AbortSignal;
}

/**
 * One partition assigned to a member: a lane per key, one message of a lane at a time, and a bounded window. When the
 * partition is revoked its lanes are dropped. A key whose handler still runs stays occupied until the handler ends,
 * even if the partition is assigned again meanwhile.
 */
export class PartitionLanes {
  readonly topic: string;
  readonly partition: number;
  readonly window = new OffsetWindow();
  /** The offset that was last committed. */
  committed = 0;
  /** True while nothing is fetched: its start is not known yet, or the window is full. */
  isPaused = false;
  readonly #limits: WindowLimits;
  readonly #onReady: () => void;
  readonly #lanes = new Map<string, Lane>();
  readonly #running = new Set<string>();
  #ready: Lane[] = [];
  #generation = 0;
  #isOpen = false;
  #stop = new AbortController();

  constructor(topic: string, partition: number, limits: WindowLimits, onReady: () => void) {
    this.topic = topic;
    this.partition = partition;
    this.#limits = limits;
    this.#onReady = onReady;
  }

  /** Counts how often it was closed or reopened. */
  get generation(): number {
    return this.#generation;
  }

  /** True while it is assigned and its start is known. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  /** Aborts the handlers of this generation. */
  stop(): void {
    this.#stop.abort();
  }

  /** Starts a new generation at an offset. */
  open(offset: number): void {
    this.close();
    this.window.moveTo(offset);
    this.committed = offset;
    this.#isOpen = true;
    this.#stop = new AbortController();
  }

  /** Ends this generation: nothing of it is committed any more. @returns a function that aborts its running handlers */
  close(): () => void {
    this.#generation += 1;
    this.#isOpen = false;
    for (const lane of this.#lanes.values()) clearTimeout(lane.timer);
    this.#lanes.clear();
    this.#ready = [];
    const stop = this.#stop;
    return () => stop.abort();
  }

  /** Accepts records while the window has room. @returns the offset of the last accepted record, if any */
  add(records: readonly KafkaRecord[], isForGroup: (record: KafkaRecord) => boolean): number | undefined {
    let last: number | undefined;
    for (const record of records) {
      if (record.offset < this.window.next) continue;
      if (!isForGroup(record)) {
        this.window.skip(record.offset);
        last = record.offset;
        continue;
      }
      if (this.#isFull(record)) break;
      this.window.add(record.offset, sizeOf(record), undefined);
      const lane = this.#lane(record.key);
      lane.queue.push(record);
      this.offer(lane);
      last = record.offset;
    }
    return last;
  }

  /** Whether at least half of the window is free, so that a fetch is worthwhile. */
  get hasRoom(): boolean {
    const { messages, bytes, span } = this.#limits;
    const { window } = this;
    return window.size <= messages / 2 && window.bytes <= bytes / 2 && window.span <= span / 2;
  }

  get hasWork(): boolean {
    return this.#ready.length > 0;
  }

  /** The next message for a handler; its key is occupied until {@link finish}. */
  take(): Task | undefined {
    const lane = this.#ready.shift();
    const record = lane?.queue[0];
    if (!lane || !record) return undefined;
    lane.isReady = false;
    this.#running.add(lane.key);
    return { partition: this, lane, record, generation: this.#generation, signal: this.#stop.signal };
  }

  isCurrent({ generation }: Task): boolean {
    return this.#isOpen && generation === this.#generation;
  }

  /** The message was handled. */
  settle(task: Task): void {
    if (!this.isCurrent(task)) return;
    const { lane, record } = task;
    lane.queue.shift();
    lane.attempts = 0;
    delete lane.failed;
    this.window.settle(record.offset);
  }

  /** The handler has ended: the key continues at once or after `delay` milliseconds. */
  finish(task: Task, delay = 0): void {
    this.#running.delete(task.lane.key);
    const lane = this.#lanes.get(task.lane.key);
    if (!lane) return;
    if (lane !== task.lane || delay <= 0) {
      this.offer(lane);
      return;
    }
    lane.timer = setTimeout(() => {
      delete lane.timer;
      this.offer(lane);
    }, delay);
  }

  offer(lane: Lane): void {
    if (lane.isReady || lane.timer || this.#running.has(lane.key)) return;
    if (lane.queue.length === 0) {
      this.#lanes.delete(lane.key);
      return;
    }
    lane.isReady = true;
    this.#ready.push(lane);
    this.#onReady();
  }

  #lane(key: string): Lane {
    const known = this.#lanes.get(key);
    if (known) return known;
    const lane = { key, queue: [], attempts: 0, isReady: false };
    this.#lanes.set(key, lane);
    return lane;
  }

  #isFull(record: KafkaRecord): boolean {
    if (this.window.size === 0) return false;
    const { messages, bytes, span } = this.#limits;
    const { window } = this;
    return window.size >= messages || window.span >= span || window.bytes + sizeOf(record) > bytes;
  }
}

function sizeOf({ value, key }: KafkaRecord): number {
  return (value?.length ?? 0) + key.length + 256;
}

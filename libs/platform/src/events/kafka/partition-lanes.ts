import type { KafkaRecord } from './kafka-types.ts';
import { OffsetWindow } from './offset-window.ts';

/** How much of a partition may be in the hands of a member. */
export interface WindowLimits {
  /** Messages in memory. */
  messages: number;
  /** Their bytes. */
  bytes: number;
  /** Messages behind the first that is not dealt with, those that are done included: they come again after a crash. */
  span: number;
}

/** The messages under one key, in order; the first is the one at work. */
export interface Lane {
  readonly key: string;
  readonly queue: KafkaRecord[];
  /** Failed tries of the first message. */
  attempts: number;
  /** Set when the first message is given up: what is left to do is to keep it among the dead letters. */
  lost?: { error: unknown };
  isReady: boolean;
  timer?: NodeJS.Timeout;
}

/** A message that a handler works on. */
export interface Task {
  readonly partition: PartitionLanes;
  readonly lane: Lane;
  readonly record: KafkaRecord;
  /** Which life of the partition it belongs to. */
  readonly life: number;
  /** Aborted when the subscription closes, or some time after the partition went away. */
  readonly signal: AbortSignal;
}

/**
 * One partition in the hands of a member: a lane per key, one message of a lane at a time, and a bounded window. When
 * the partition goes away its lanes are forgotten; a key whose handler still runs stays taken until that ends, also
 * when the partition comes back meanwhile.
 */
export class PartitionLanes {
  readonly topic: string;
  readonly partition: number;
  readonly window = new OffsetWindow(0);
  /** What the broker was last told. */
  committed = 0;
  /** Nothing is fetched: its start is not known yet, or the window is full. */
  isPaused = false;
  readonly #limits: WindowLimits;
  readonly #onReady: () => void;
  readonly #lanes = new Map<string, Lane>();
  readonly #running = new Set<string>();
  #ready: Lane[] = [];
  #life = 0;
  #isOpen = false;
  #stop = new AbortController();

  constructor(topic: string, partition: number, limits: WindowLimits, onReady: () => void) {
    this.topic = topic;
    this.partition = partition;
    this.#limits = limits;
    this.#onReady = onReady;
  }

  /** Counts the times that it was opened and closed. */
  get life(): number {
    return this.#life;
  }

  /** It is ours and its start is known. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  /** Tells the handlers of this life to stop. */
  stop(): void {
    this.#stop.abort();
  }

  /** Begins a life at an offset. */
  open(offset: number): void {
    this.close();
    this.window.moveTo(offset);
    this.committed = offset;
    this.#isOpen = true;
    this.#stop = new AbortController();
  }

  /** Ends this life: nothing of it will be committed. @returns tells its running handlers to stop */
  close(): () => void {
    this.#life += 1;
    this.#isOpen = false;
    for (const lane of this.#lanes.values()) clearTimeout(lane.timer);
    this.#lanes.clear();
    this.#ready = [];
    const stop = this.#stop;
    return () => stop.abort();
  }

  /** Takes records while there is room. @returns the offset of the last one taken, if any */
  add(records: readonly KafkaRecord[], isForUs: (record: KafkaRecord) => boolean): number | undefined {
    let last: number | undefined;
    for (const record of records) {
      if (record.offset < this.window.next) continue;
      if (!isForUs(record)) {
        this.window.skip(record.offset);
        last = record.offset;
        continue;
      }
      if (this.#isFull(record)) break;
      this.window.add(record.offset, sizeOf(record));
      const lane = this.#lane(record.key);
      lane.queue.push(record);
      this.offer(lane);
      last = record.offset;
    }
    return last;
  }

  /** Whether there is room worth a fetch. */
  get hasRoom(): boolean {
    const { messages, bytes, span } = this.#limits;
    const { window } = this;
    return window.size <= messages / 2 && window.bytes <= bytes / 2 && window.span <= span / 2;
  }

  get hasWork(): boolean {
    return this.#ready.length > 0;
  }

  /** The next message to hand to a handler; its key is taken until {@link finish}. */
  take(): Task | undefined {
    const lane = this.#ready.shift();
    const record = lane?.queue[0];
    if (!lane || !record) return undefined;
    lane.isReady = false;
    this.#running.add(lane.key);
    return { partition: this, lane, record, life: this.#life, signal: this.#stop.signal };
  }

  isCurrent({ life }: Task): boolean {
    return this.#isOpen && life === this.#life;
  }

  /** The message is dealt with. */
  settle(task: Task): void {
    if (!this.isCurrent(task)) return;
    const { lane, record } = task;
    lane.queue.shift();
    lane.attempts = 0;
    delete lane.lost;
    this.window.settle(record.offset);
  }

  /** The handler has ended: the key goes on, at once or after `delay` milliseconds. */
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

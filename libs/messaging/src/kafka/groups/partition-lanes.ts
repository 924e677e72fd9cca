import { Lanes, type Lane } from '../../events/lanes.ts';
import { OffsetWindow } from '../../events/offset-window.ts';
import type { KafkaRecord } from '../connection/kafka-types.ts';
import { PartitionStarts } from './partition-starts.ts';

/** How much of a partition a member may hold. */
export interface WindowLimits {
  /** Maximum messages in memory. */
  messages: number;
  /** Maximum bytes in memory. */
  bytes: number;
  /** Maximum messages after the first unhandled one, including handled ones: a crash repeats them. */
  span: number;
}

/** A message that was read, and how its handling has failed. */
export interface Entry extends KafkaRecord {
  /** Failed attempts so far. */
  attempts: number;
  /** Set when it has failed permanently and its dead letter is not stored yet. */
  failed?: { error: unknown };
}

/** A message that a handler processes. */
export interface Task {
  readonly partition: PartitionLanes;
  readonly lane: Lane<Entry>;
  readonly record: Entry;
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
  /** The text that was last committed with it. */
  committedNote = '';
  /** True while nothing is fetched: its start is not known yet, or the window is full. */
  isPaused = false;
  starts = new PartitionStarts();
  private readonly limits: WindowLimits;
  private readonly lanes: Lanes<Entry>;
  private currentGeneration = 0;
  private isStarted = false;
  private stopping = new AbortController();

  constructor(topic: string, partition: number, limits: WindowLimits, onReady: () => void) {
    this.topic = topic;
    this.partition = partition;
    this.limits = limits;
    this.lanes = new Lanes(onReady);
  }

  /** Counts how often it was closed or reopened. */
  get generation(): number {
    return this.currentGeneration;
  }

  /** True while it is assigned and its start is known. */
  get isOpen(): boolean {
    return this.isStarted;
  }

  get isIdle(): boolean {
    return this.lanes.areIdle;
  }

  /** Aborts the handlers of this generation. */
  stop(): void {
    this.stopping.abort();
  }

  /** Starts a new generation at an offset. */
  open(offset: number): void {
    this.close();
    this.window.moveTo(offset);
    this.committed = offset;
    this.isStarted = true;
    this.stopping = new AbortController();
  }

  /** Ends this generation: commits nothing more. @returns a function that aborts its running handlers */
  close(): () => void {
    this.currentGeneration += 1;
    this.isStarted = false;
    this.lanes.clear();
    const stop = this.stopping;
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
      if (this.isFull(record)) break;
      this.window.add(record.offset, sizeOf(record), undefined);
      const lane = this.lanes.open(record.key);
      lane.queue.push({ ...record, attempts: 0 });
      this.lanes.offer(lane);
      last = record.offset;
    }
    return last;
  }

  /** Whether at least half of the window is free, so that a fetch is worthwhile. */
  get hasRoom(): boolean {
    const { messages, bytes, span } = this.limits;
    const { window } = this;
    return window.size <= messages / 2 && window.bytes <= bytes / 2 && window.span <= span / 2;
  }

  get hasWork(): boolean {
    return this.lanes.first !== undefined;
  }

  /** The next message for a handler; its key is occupied until {@link finish}. */
  take(): Task | undefined {
    const lane = this.lanes.first;
    const record = lane?.queue[0];
    if (!lane || !record) return undefined;
    this.lanes.shift();
    lane.isRunning = true;
    return {
      partition: this,
      lane,
      record,
      generation: this.currentGeneration,
      signal: this.stopping.signal,
    };
  }

  isCurrent({ generation }: Task): boolean {
    return this.isStarted && generation === this.currentGeneration;
  }

  /** The message was handled. */
  settle(task: Task): void {
    if (!this.isCurrent(task)) return;
    task.lane.queue.shift();
    this.window.settle(task.record.offset);
  }

  /** The handler has ended: the key continues at once or after `delay` milliseconds. */
  finish(task: Task, delay = 0): void {
    const lane = this.lanes.find(task.lane.key);
    if (lane) this.lanes.release(lane, lane === task.lane ? delay : 0);
  }

  private isFull(record: KafkaRecord): boolean {
    if (this.window.size === 0) return false;
    const { messages, bytes, span } = this.limits;
    const { window } = this;
    return window.size >= messages || window.span >= span || window.bytes + sizeOf(record) > bytes;
  }
}

function sizeOf({ value, key }: KafkaRecord): number {
  return (value?.length ?? 0) + key.length + 256;
}

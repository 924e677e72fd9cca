import type { Logger } from '@vault/base';
import type { KafkaAdmin } from '../connection/kafka-admin.ts';
import type {
  Assignment,
  Bounds,
  KafkaRecord,
  RecordBatch,
  RecordConsumer,
} from '../connection/kafka-types.ts';
import type { ThrottledOutageLog } from '../connection/throttled-outage-log.ts';
import type { WindowLimits } from './partition-lanes.ts';
import { PartitionLanes } from './partition-lanes.ts';
import { PartitionStarts } from './partition-starts.ts';
import type { Start } from '../topics/start-offsets.ts';
import { clampOffset, nameOf } from '../topics/start-offsets.ts';

/** Pause before a failed request to Kafka is retried. */
const retryDelayMs = 1000;
/** Not an offset: the committed offset at the broker is no longer valid. */
const unknownOffset = -1;

export interface AssignedOptions {
  group: string;
  /** A name of this member that no other process has; absent when it keeps no dead letters. */
  owner: string | undefined;
  /** The current consumer. */
  consumer: () => RecordConsumer | undefined;
  admin: KafkaAdmin;
  limits: WindowLimits;
  /** How long handlers of a revoked partition may go on, in milliseconds. */
  grace: number;
  isForGroup: (record: KafkaRecord) => boolean;
  onWork: () => void;
  logger: Logger;
  outage: ThrottledOutageLog;
}

/** The partitions assigned to a member: reads them and handles their assignment and revocation in a rebalance. */
export class AssignedPartitions {
  private readonly options: AssignedOptions;
  /** By name; a revoked partition stays while one of its handlers runs. */
  private readonly lanes = new Map<string, PartitionLanes>();
  private readonly overdue = new Set<() => void>();
  private isClosed = false;

  constructor(options: AssignedOptions) {
    this.options = options;
  }

  all(): Iterable<PartitionLanes> {
    return this.lanes.values();
  }

  /** The offset before which every message is handled, if the partition is read here. */
  lowWater(partition: { topic: string; partition: number }): number | undefined {
    const lanes = this.lanes.get(nameOf(partition));
    return lanes?.isOpen ? lanes.window.lowWater : undefined;
  }

  /** Applies a new assignment; new partitions are not read before {@link begin}. */
  assign(assignment: Assignment): void {
    const assigned = new Set<PartitionLanes>();
    for (const [topic, partitions] of Object.entries(assignment)) {
      for (const partition of partitions) assigned.add(this.find(topic, partition));
    }
    for (const lanes of this.lanes.values()) if (!assigned.has(lanes)) this.revoke(lanes);
    for (const lanes of assigned) {
      // A partition that it already had continues after the messages in the window.
      if (lanes.isOpen) this.seek(lanes, lanes.window.next);
      else this.pause(lanes);
    }
  }

  /** Opens the assigned partitions that are not read yet; {@link read} them once that is committed. */
  begin(starts: readonly Start[]): void {
    for (const start of starts) {
      const lanes = this.lanes.get(nameOf(start));
      if (!lanes || lanes.isOpen || !lanes.isPaused) continue;
      const { owner, limits } = this.options;
      lanes.starts = new PartitionStarts(owner, start, limits.span);
      lanes.committedNote = start.metadata;
      lanes.open(start.offset);
      this.seek(lanes, start.offset);
      if (!start.isMoved) continue;
      lanes.committed = unknownOffset;
      const { group, logger } = this.options;
      logger.error({ ...start, group }, 'The messages at the committed offset of the group were deleted.');
    }
  }

  read(): void {
    for (const lanes of this.lanes.values()) this.readOn(lanes);
  }

  /** Moves the partitions that are read here to an offset. */
  move(bounds: readonly Bounds[], fromOffset: number): void {
    for (const bound of bounds) {
      const lanes = this.lanes.get(nameOf(bound));
      if (!lanes?.isOpen) continue;
      this.open(lanes, clampOffset(fromOffset, bound));
      lanes.committed = unknownOffset;
    }
  }

  /** @returns the offset of the last accepted record */
  receive(batch: RecordBatch): number | undefined {
    const lanes = this.lanes.get(nameOf(batch));
    if (!lanes?.isOpen || lanes.isPaused || this.isClosed) return undefined;
    if (batch.from !== lanes.window.next) {
      this.pause(lanes);
      void this.seekToValidOffset(lanes);
      return undefined;
    }
    const last = lanes.add(batch.records, this.options.isForGroup);
    if (last !== batch.records.at(-1)?.offset || !lanes.hasRoom) this.pause(lanes);
    return last;
  }

  /** Call it when a handler has ended: reads on if there is room, or drops a finished revoked partition. */
  afterWork(lanes: PartitionLanes): void {
    this.readOn(lanes);
    this.dropIfDone(lanes);
  }

  revokeAll(): void {
    for (const lanes of this.lanes.values()) this.revoke(lanes);
  }

  /** Stops reading and aborts all handlers; messages they still handle can be committed. */
  stop(): void {
    this.isClosed = true;
    for (const lanes of this.lanes.values()) {
      lanes.stop();
      if (lanes.isOpen) this.pause(lanes);
    }
    for (const end of [...this.overdue]) end();
  }

  /** The broker answered from another offset: retention deleted the next messages, or the end of the topic was lost. */
  private async seekToValidOffset(lanes: PartitionLanes): Promise<void> {
    const { admin, logger, outage, group } = this.options;
    const { topic, partition, generation } = lanes;
    try {
      const bound = (await admin.bounds([topic])).find((each) => each.partition === partition);
      if (!bound || !lanes.isOpen || lanes.generation !== generation) return;
      const next = clampOffset(lanes.window.next, bound);
      if (next !== lanes.window.next) {
        logger.error({ ...bound, group }, 'Messages were deleted before the group read them.');
        lanes.open(next);
      }
      this.seek(lanes, next);
      this.resume(lanes);
    } catch (error) {
      outage.begin(error);
      if (!this.isClosed) setTimeout(() => void this.seekToValidOffset(lanes), retryDelayMs);
    }
  }

  private readOn(lanes: PartitionLanes): void {
    if (lanes.isPaused && lanes.isOpen && lanes.hasRoom && !this.isClosed) this.resume(lanes);
  }

  private find(topic: string, partition: number): PartitionLanes {
    const name = nameOf({ topic, partition });
    const existing = this.lanes.get(name);
    if (existing) return existing;
    const { limits, onWork } = this.options;
    const lanes = new PartitionLanes(topic, partition, limits, onWork);
    this.lanes.set(name, lanes);
    return lanes;
  }

  private open(lanes: PartitionLanes, offset: number): void {
    lanes.open(offset);
    this.seek(lanes, offset);
    this.resume(lanes);
  }

  private revoke(lanes: PartitionLanes): void {
    if (lanes.isOpen) {
      const stop = lanes.close();
      if (!lanes.isIdle) this.stopLater(stop);
    }
    lanes.isPaused = false;
    this.dropIfDone(lanes);
  }

  /** Aborts the handlers of a revoked partition after the grace period. */
  private stopLater(stop: () => void): void {
    const end = () => {
      clearTimeout(timer);
      this.overdue.delete(end);
      stop();
    };
    const timer = setTimeout(end, this.options.grace);
    this.overdue.add(end);
  }

  private dropIfDone(lanes: PartitionLanes): void {
    if (!lanes.isOpen && !lanes.isPaused && lanes.isIdle) this.lanes.delete(nameOf(lanes));
  }

  private seek({ topic, partition }: PartitionLanes, offset: number): void {
    this.options.consumer()?.seek({ topic, partition, offset });
  }

  private pause(lanes: PartitionLanes): void {
    lanes.isPaused = true;
    this.options.consumer()?.pause(lanes.topic, lanes.partition);
  }

  private resume(lanes: PartitionLanes): void {
    lanes.isPaused = false;
    this.options.consumer()?.resume(lanes.topic, lanes.partition);
  }
}

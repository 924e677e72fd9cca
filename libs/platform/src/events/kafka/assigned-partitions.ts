import type { Logger } from '../../logging/logger.ts';
import type { KafkaOperator } from './kafka-operator.ts';
import type { Assignment, Bounds, KafkaRecord, RecordBatch, RecordConsumer } from './kafka-types.ts';
import type { Outage } from './outage.ts';
import type { WindowLimits } from './partition-lanes.ts';
import { PartitionLanes } from './partition-lanes.ts';
import type { Start } from './start-offsets.ts';
import { clampOffset, nameOf } from './start-offsets.ts';

/** Pause before a question that Kafka did not answer is asked again, in milliseconds. */
const REPAIR_DELAY = 1000;
/** No offset: what the broker was told does not hold any more. */
const UNKNOWN = -1;

export interface AssignedOptions {
  group: string;
  /** The consumer of the moment. */
  consumer: () => RecordConsumer | undefined;
  operator: KafkaOperator;
  limits: WindowLimits;
  /** How long handlers of a partition that went away may go on, in milliseconds. */
  grace: number;
  isForUs: (record: KafkaRecord) => boolean;
  onWork: () => void;
  logger: Logger;
  outage: Outage;
}

/** The partitions in the hands of a member: what is read of them, and what becomes of them when the group regroups. */
export class AssignedPartitions {
  readonly #options: AssignedOptions;
  /** By name; those that went away stay while a handler of theirs runs. */
  readonly #lanes = new Map<string, PartitionLanes>();
  readonly #overdue = new Set<() => void>();
  #isClosed = false;

  constructor(options: AssignedOptions) {
    this.#options = options;
  }

  all(): Iterable<PartitionLanes> {
    return this.#lanes.values();
  }

  /** The offset before which all is dealt with, of a partition that is read here. */
  lowWater(partition: { topic: string; partition: number }): number | undefined {
    const lanes = this.#lanes.get(nameOf(partition));
    return lanes?.isOpen ? lanes.window.lowWater : undefined;
  }

  /** Takes a new assignment; what comes new is not read before {@link begin}. */
  assign(assignment: Assignment): void {
    const assigned = new Set<PartitionLanes>();
    for (const [topic, partitions] of Object.entries(assignment)) {
      for (const partition of partitions) assigned.add(this.#find(topic, partition));
    }
    for (const lanes of this.#lanes.values()) if (!assigned.has(lanes)) this.#lose(lanes);
    for (const lanes of assigned) {
      // What it had before stays as it is: it reads on behind what is in the window.
      if (lanes.isOpen) this.#seek(lanes, lanes.window.next);
      else this.#pause(lanes);
    }
  }

  /** Begins to read the assigned partitions that are not read yet. */
  begin(starts: readonly Start[]): void {
    for (const start of starts) {
      const lanes = this.#lanes.get(nameOf(start));
      if (!lanes || lanes.isOpen || !lanes.isPaused) continue;
      this.#open(lanes, start.offset);
      if (!start.isMoved) continue;
      lanes.committed = UNKNOWN;
      const { group, logger } = this.#options;
      logger.error({ ...start, group }, 'The group stood where its topic has no messages any more.');
    }
  }

  /** Reads again from an offset what is read here. */
  move(bounds: readonly Bounds[], fromOffset: number): void {
    for (const bound of bounds) {
      const lanes = this.#lanes.get(nameOf(bound));
      if (!lanes?.isOpen) continue;
      this.#open(lanes, clampOffset(fromOffset, bound));
      lanes.committed = UNKNOWN;
    }
  }

  /** @returns the offset of the last record that was taken */
  receive(batch: RecordBatch): number | undefined {
    const lanes = this.#lanes.get(nameOf(batch));
    if (!lanes?.isOpen || lanes.isPaused || this.#isClosed) return undefined;
    if (batch.from !== lanes.window.next) {
      this.#pause(lanes);
      void this.#findAgain(lanes);
      return undefined;
    }
    const last = lanes.add(batch.records, this.#options.isForUs);
    if (last !== batch.records.at(-1)?.offset || !lanes.hasRoom) this.#pause(lanes);
    return last;
  }

  /** A handler has ended: there may be room to read on, or nothing left to remember. */
  afterWork(lanes: PartitionLanes): void {
    if (lanes.isPaused && lanes.isOpen && lanes.hasRoom && !this.#isClosed) this.#resume(lanes);
    this.#forgetIfDone(lanes);
  }

  loseAll(): void {
    for (const lanes of this.#lanes.values()) this.#lose(lanes);
  }

  /** Reads no more and tells all handlers to stop; what they finish can still be committed. */
  stop(): void {
    this.#isClosed = true;
    for (const lanes of this.#lanes.values()) {
      lanes.stop();
      if (lanes.isOpen) this.#pause(lanes);
    }
    for (const end of [...this.#overdue]) end();
  }

  /** The broker went on elsewhere: retention deleted what was to be read next, or the end of the topic was lost. */
  async #findAgain(lanes: PartitionLanes): Promise<void> {
    const { operator, logger, outage, group } = this.#options;
    const { topic, partition, life } = lanes;
    try {
      const bound = (await operator.bounds([topic])).find((each) => each.partition === partition);
      if (!bound || !lanes.isOpen || lanes.life !== life) return;
      const next = clampOffset(lanes.window.next, bound);
      if (next !== lanes.window.next) {
        logger.error({ ...bound, group }, 'Messages were deleted before the group read them.');
        lanes.open(next);
      }
      this.#seek(lanes, next);
      this.#resume(lanes);
    } catch (error) {
      outage.begin(error);
      if (!this.#isClosed) setTimeout(() => void this.#findAgain(lanes), REPAIR_DELAY);
    }
  }

  #find(topic: string, partition: number): PartitionLanes {
    const name = nameOf({ topic, partition });
    const known = this.#lanes.get(name);
    if (known) return known;
    const { limits, onWork } = this.#options;
    const lanes = new PartitionLanes(topic, partition, limits, onWork);
    this.#lanes.set(name, lanes);
    return lanes;
  }

  #open(lanes: PartitionLanes, offset: number): void {
    lanes.open(offset);
    this.#seek(lanes, offset);
    this.#resume(lanes);
  }

  #lose(lanes: PartitionLanes): void {
    if (lanes.isOpen) {
      const stop = lanes.close();
      if (!lanes.isIdle) this.#stopLater(stop);
    }
    lanes.isPaused = false;
    this.#forgetIfDone(lanes);
  }

  /** Handlers of a partition that went away may end, but not for ever. */
  #stopLater(stop: () => void): void {
    const end = () => {
      clearTimeout(timer);
      this.#overdue.delete(end);
      stop();
    };
    const timer = setTimeout(end, this.#options.grace);
    this.#overdue.add(end);
  }

  #forgetIfDone(lanes: PartitionLanes): void {
    if (!lanes.isOpen && !lanes.isPaused && lanes.isIdle) this.#lanes.delete(nameOf(lanes));
  }

  #seek({ topic, partition }: PartitionLanes, offset: number): void {
    this.#options.consumer()?.seek({ topic, partition, offset });
  }

  #pause(lanes: PartitionLanes): void {
    lanes.isPaused = true;
    this.#options.consumer()?.pause(lanes.topic, lanes.partition);
  }

  #resume(lanes: PartitionLanes): void {
    lanes.isPaused = false;
    this.#options.consumer()?.resume(lanes.topic, lanes.partition);
  }
}

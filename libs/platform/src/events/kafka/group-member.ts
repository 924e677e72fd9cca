import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../logging/logger.ts';
import type { SubscribeOptions, Subscription } from '../event-bus.ts';
import { backOff } from '../retry-policy.ts';
import type { DeadLetterTopic } from './dead-letter-topic.ts';
import { HandlerPool } from './handler-pool.ts';
import type { KafkaClient } from './kafka-client.ts';
import type { KafkaOperator } from './kafka-operator.ts';
import type {
  Assignment,
  Bounds,
  KafkaRecord,
  OffsetOf,
  RecordBatch,
  RecordConsumer,
} from './kafka-types.ts';
import { LastingConsumer } from './lasting-consumer.ts';
import { OffsetCommitter } from './offset-committer.ts';
import type { Outage } from './outage.ts';
import type { Task, WindowLimits } from './partition-lanes.ts';
import { PartitionLanes } from './partition-lanes.ts';
import { REPLAY_HEADER } from './dead-letter-record.ts';
import { runHandler } from './run-handler.ts';
import { clampOffset, findStarts, nameOf } from './start-offsets.ts';
import { endsWithin } from './within-time.ts';

/** Pause before something that Kafka did not take is tried again, in milliseconds. */
const REPAIR_DELAY = 1000;
const LEAVE_WITHIN = 3000;
/** No offset: what the broker was told does not hold any more. */
const UNKNOWN = -1;

/** Times in milliseconds. */
export interface MemberSettings {
  sessionTimeout: number;
  heartbeatInterval: number;
  maxWaitTime: number;
  commitInterval: number;
  closeTimeout: number;
  limits: WindowLimits;
}

/** What a member needs of its bus. */
export interface MemberContext {
  client: KafkaClient;
  operator: KafkaOperator;
  deadLetters: DeadLetterTopic;
  settings: MemberSettings;
  logger: Logger;
  outage: Outage;
}

/** How much a group has to do in a partition. */
export interface PartitionLag {
  group: string;
  topic: string;
  partition: number;
  lag: number;
}

/** One member of a consumer group: what it is assigned, what it works on, what it has committed. */
export class GroupMember implements Subscription {
  readonly group: string;
  readonly topics: readonly string[];
  readonly #options: SubscribeOptions;
  readonly #context: MemberContext;
  readonly #consumer: LastingConsumer;
  readonly #committer: OffsetCommitter;
  readonly #pool: HandlerPool;
  /** By name; those that went away stay while a handler of theirs runs. */
  readonly #partitions = new Map<string, PartitionLanes>();
  readonly #overdue = new Set<() => void>();
  readonly #ready = Promise.withResolvers<void>();
  readonly #refused = Promise.withResolvers<void>();
  /** Counts assignments: what was begun under an older one is void. */
  #join = 0;
  #isSettled = false;
  #closing: Promise<void> | undefined;

  constructor(options: SubscribeOptions, context: MemberContext) {
    this.group = options.group;
    this.topics = [...new Set(options.topics)];
    this.#options = options;
    this.#context = context;
    const { settings, client, outage } = context;
    const { group, topics } = this;
    this.#consumer = new LastingConsumer({
      open: (watch) => client.openConsumer({ ...settings, group, topics }, watch),
      watch: {
        onJoined: (joined) => this.#assign(joined),
        onRegroup: () => void this.#committer.commit(),
        onLost: () => this.#loseAll(),
        onBatch: (batch) => this.#receive(batch),
      },
      sessionTimeout: settings.sessionTimeout,
      outage,
    });
    this.#committer = new OffsetCommitter({
      partitions: () => this.#partitions.values(),
      commit: (offsets) => this.#write(offsets),
      interval: settings.commitInterval,
      onFailure: (error) =>
        context.logger.debug({ group, err: error }, 'Offsets could not be committed yet.'),
    });
    this.#pool = new HandlerPool(
      options.concurrency ?? 8,
      () => this.#partitions.values(),
      (task) => this.#work(task),
    );
  }

  get isHealthy(): boolean {
    return !this.#closing && this.#isSettled && this.#consumer.isInTouch && this.#committer.isWorking;
  }

  /** Begins to join. @returns when the group's starting point stands, or when it seems that this takes long */
  async start(patience: number, patienceOnFailure: number): Promise<void> {
    this.#consumer.start();
    const timers = new AbortController();
    const { signal } = timers;
    const impatient = this.#refused.promise.then(() => sleep(patienceOnFailure, undefined, { signal }));
    const late = sleep(patience, undefined, { signal });
    await Promise.race([this.#ready.promise, impatient, late]);
    for (const timer of [impatient, late]) timer.catch(() => undefined);
    timers.abort();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async lag(): Promise<number> {
    const lags = await this.lags();
    return lags.reduce((sum, { lag }) => sum + lag, 0);
  }

  /** {@link lag} by partition, those of other members included. */
  async lags(): Promise<PartitionLag[]> {
    const { operator } = this.#context;
    const committed = new Map(
      (await operator.committed(this.group, this.topics)).map((each) => [nameOf(each), each.offset]),
    );
    const bounds = await operator.bounds(this.topics);
    return bounds.map((bound) => {
      const ours = this.#partitions.get(nameOf(bound));
      const offset = ours?.isOpen ? ours.window.lowWater : (committed.get(nameOf(bound)) ?? bound.low);
      const { topic, partition, high } = bound;
      return { group: this.group, topic, partition, lag: Math.max(0, high - Math.max(offset, bound.low)) };
    });
  }

  /** Reads the partitions of a topic again that this member has. */
  async replay(bounds: readonly Bounds[], fromOffset: number): Promise<void> {
    for (const bound of bounds) {
      const lanes = this.#partitions.get(nameOf(bound));
      if (!lanes?.isOpen) continue;
      this.#open(lanes, clampOffset(fromOffset, bound));
      lanes.committed = UNKNOWN;
    }
    await this.#committer.commitAll();
  }

  #assign({ isLeader, assignment }: { isLeader: boolean; assignment: Assignment }): void {
    const join = (this.#join += 1);
    const assigned = new Set<PartitionLanes>();
    for (const [topic, partitions] of Object.entries(assignment)) {
      for (const partition of partitions) assigned.add(this.#lanes(topic, partition));
    }
    for (const lanes of this.#partitions.values()) if (!assigned.has(lanes)) this.#lose(lanes);
    for (const lanes of assigned) {
      // What it had before stays as it is: it reads on behind what is in the window.
      if (lanes.isOpen) this.#seek(lanes, lanes.window.next);
      else this.#pause(lanes);
    }
    this.#isSettled = false;
    void this.#settle(join, isLeader);
  }

  async #settle(join: number, isLeader: boolean): Promise<void> {
    const { group, topics } = this;
    const { operator, outage, logger } = this.#context;
    const { from = 'earliest' } = this.#options;
    while (join === this.#join && !this.#closing) {
      try {
        const commit = (offsets: readonly OffsetOf[]) => this.#write(offsets);
        const starts = await findStarts({ operator, group, topics, from, isLeader, commit });
        if (join !== this.#join) return;
        for (const start of starts) {
          const lanes = this.#partitions.get(nameOf(start));
          if (!lanes || lanes.isOpen || !lanes.isPaused) continue;
          if (start.isMoved)
            logger.error({ ...start, group }, 'The group stood where its topic has no messages any more.');
          this.#open(lanes, start.offset);
          if (start.isMoved) lanes.committed = UNKNOWN;
        }
        this.#isSettled = true;
        outage.end();
        this.#ready.resolve();
        return;
      } catch (error) {
        outage.begin(error);
        await sleep(REPAIR_DELAY / 4);
      }
    }
  }

  #receive({ topic, partition, from, records }: RecordBatch): number | undefined {
    const lanes = this.#partitions.get(nameOf({ topic, partition }));
    if (!lanes?.isOpen || lanes.isPaused || this.#closing) return undefined;
    if (from !== lanes.window.next) {
      this.#pause(lanes);
      void this.#findAgain(lanes);
      return undefined;
    }
    const last = lanes.add(records, (record) => this.#isForUs(record));
    if (last !== records.at(-1)?.offset || !lanes.hasRoom) this.#pause(lanes);
    this.#committer.soon();
    return last;
  }

  /** The broker went on elsewhere, because retention deleted what was to be read next or it lost its end. */
  async #findAgain(lanes: PartitionLanes): Promise<void> {
    const { operator, logger, outage } = this.#context;
    const join = this.#join;
    try {
      const bounds = await operator.bounds([lanes.topic]);
      const bound = bounds.find(({ partition }) => partition === lanes.partition);
      if (!bound || join !== this.#join || !lanes.isOpen) return;
      const next = clampOffset(lanes.window.next, bound);
      if (next !== lanes.window.next) {
        logger.error({ ...bound, group: this.group }, 'Messages were deleted before the group read them.');
        lanes.open(next);
      }
      this.#seek(lanes, next);
      this.#resume(lanes);
    } catch (error) {
      outage.begin(error);
      setTimeout(() => void this.#findAgain(lanes), REPAIR_DELAY);
    }
  }

  #isForUs({ headers }: KafkaRecord): boolean {
    const group = headers[REPLAY_HEADER];
    return group === undefined || group === this.group;
  }

  async #work(task: Task): Promise<void> {
    const { partition, lane, record } = task;
    const { handler, retry = backOff() } = this.#options;
    const { logger } = this.#context;
    const { topic, offset } = record;
    const facts = {
      group: this.group,
      topic,
      partition: record.partition,
      offset,
      attempt: lane.attempts + 1,
    };
    const verdict = lane.lost
      ? { kind: 'give-up' as const, error: lane.lost.error }
      : await runHandler(task, { handler, retry });
    let delay = 0;
    if (verdict.kind === 'done') partition.settle(task);
    if (verdict.kind === 'retry') {
      lane.attempts += 1;
      delay = verdict.delay;
      logger.warn({ ...facts, err: verdict.error, delay }, 'A message failed and will be tried again.');
    }
    if (verdict.kind === 'give-up' && partition.isCurrent(task))
      delay = await this.#bury(task, verdict.error);
    partition.finish(task, delay);
    this.#forgetIfDone(partition);
    if (partition.isPaused && partition.isOpen && partition.hasRoom) this.#resume(partition);
    this.#committer.soon();
  }

  /** @returns how long to wait before it is tried again, when it could not be kept */
  async #bury(task: Task, error: unknown): Promise<number> {
    const { partition, lane, record } = task;
    const { deadLetters, logger, outage } = this.#context;
    const attempts = lane.attempts + 1;
    const facts = { group: this.group, topic: record.topic, offset: record.offset, attempts };
    try {
      await deadLetters.add({ record, group: this.group, attempts, error: String(error) });
      logger.error({ ...facts, err: error }, 'A message failed for good and is a dead letter.');
      partition.settle(task);
      return 0;
    } catch (failure) {
      lane.lost = { error };
      outage.begin(failure);
      return REPAIR_DELAY;
    }
  }

  #open(lanes: PartitionLanes, offset: number): void {
    lanes.open(offset);
    this.#seek(lanes, offset);
    this.#resume(lanes);
  }

  #lanes(topic: string, partition: number): PartitionLanes {
    const name = nameOf({ topic, partition });
    const known = this.#partitions.get(name);
    if (known) return known;
    const { limits } = this.#context.settings;
    const lanes = new PartitionLanes(topic, partition, limits, () => this.#pool.wake());
    this.#partitions.set(name, lanes);
    return lanes;
  }

  #lose(lanes: PartitionLanes): void {
    if (lanes.isOpen) {
      const stop = lanes.close();
      if (!lanes.isIdle) this.#stopLater(stop);
    }
    lanes.isPaused = false;
    this.#forgetIfDone(lanes);
  }

  #loseAll(): void {
    this.#join += 1;
    this.#isSettled = false;
    for (const lanes of this.#partitions.values()) this.#lose(lanes);
    this.#refused.resolve();
  }

  /** Handlers of a partition that went away may end, but not for ever. */
  #stopLater(stop: () => void): void {
    const end = () => {
      clearTimeout(timer);
      this.#overdue.delete(end);
      stop();
    };
    const timer = setTimeout(end, this.#context.settings.closeTimeout);
    this.#overdue.add(end);
  }

  #forgetIfDone(lanes: PartitionLanes): void {
    if (!lanes.isOpen && !lanes.isPaused && lanes.isIdle) this.#partitions.delete(nameOf(lanes));
  }

  #seek({ topic, partition }: PartitionLanes, offset: number): void {
    this.#tell((consumer) => consumer.seek({ topic, partition, offset }));
  }

  #pause(lanes: PartitionLanes): void {
    lanes.isPaused = true;
    this.#tell((consumer) => consumer.pause(lanes.topic, lanes.partition));
  }

  #resume(lanes: PartitionLanes): void {
    lanes.isPaused = false;
    this.#tell((consumer) => consumer.resume(lanes.topic, lanes.partition));
  }

  #tell(order: (consumer: RecordConsumer) => void): void {
    if (this.#consumer.current) order(this.#consumer.current);
  }

  async #write(offsets: readonly OffsetOf[]): Promise<void> {
    const consumer = this.#consumer.current;
    if (!consumer) throw new Error('The member is not in its group.');
    await consumer.commit(offsets);
  }

  async #close(): Promise<void> {
    const { settings, logger } = this.#context;
    this.#pool.close();
    for (const lanes of this.#partitions.values()) {
      lanes.stop();
      if (lanes.isOpen) this.#pause(lanes);
    }
    for (const end of [...this.#overdue]) end();
    if (!(await endsWithin(this.#pool.idle(), settings.closeTimeout))) {
      logger.warn({ group: this.group, running: this.#pool.running }, 'Handlers outlast their subscription.');
    }
    await endsWithin(this.#committer.close(), LEAVE_WITHIN);
    for (const lanes of this.#partitions.values()) lanes.close();
    await endsWithin(this.#consumer.close(), LEAVE_WITHIN);
  }
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, endsWithin, backOff } from '@vault/base';
import type { FairQueue } from '@vault/worker-pool';
import type { SubscribeOptions, Subscription } from '../../events/event-bus.ts';
import { defaultDeadlineMs } from '../../events/run-handler.ts';
import { AssignedPartitions } from './assigned-partitions.ts';
import { replayHeader } from '../topics/dead-letter-record.ts';
import type { DeadLetterTopic } from '../topics/dead-letter-topic.ts';
import { HandlerPool } from './handler-pool.ts';
import type { KafkaClient } from '../connection/kafka-client.ts';
import type { KafkaAdmin } from '../connection/kafka-admin.ts';
import type { Assignment, Bounds, NotedOffset, OffsetOf } from '../connection/kafka-types.ts';
import { ReconnectingConsumer } from './reconnecting-consumer.ts';
import { OffsetCommitter } from './offset-committer.ts';
import type { ThrottledOutageLog } from '../connection/throttled-outage-log.ts';
import type { Task, WindowLimits } from './partition-lanes.ts';
import { ProcessGroup } from './process-group.ts';
import { findStarts, nameOf } from '../topics/start-offsets.ts';
import { workWithNotes, type NotedWorkOptions } from './work-with-notes.ts';

/** Pause before a failed request for the group's offsets is retried. */
const retryDelayMs = 250;
const leaveWithinMs = 3000;
/** Minimum of a batched group: more than arrives in the longest wait. */
const batchBytes = 1_000_000;

/** Times in milliseconds. */
export interface MemberSettings {
  sessionTimeout: number;
  heartbeatInterval: number;
  maxWaitTime: number;
  commitInterval: number;
  closeTimeout: number;
  tidyInterval: number;
  limits: WindowLimits;
}

/** The parts of the bus that a member uses. */
export interface MemberContext {
  client: KafkaClient;
  admin: KafkaAdmin;
  deadLetters: DeadLetterTopic;
  settings: MemberSettings;
  suspects: FairQueue;
  logger: Logger;
  outage: ThrottledOutageLog;
}

/** The number of messages in a partition that a group has not handled. */
export interface PartitionLag {
  group: string;
  topic: string;
  partition: number;
  lag: number;
}

/** One member of a consumer group: joins, handles the messages of its partitions, and commits their offsets. */
export class GroupMember implements Subscription {
  readonly group: string;
  readonly topics: readonly string[];
  private readonly context: MemberContext;
  private readonly from: 'earliest' | 'latest';
  private readonly consumer: ReconnectingConsumer;
  private readonly partitions: AssignedPartitions;
  private readonly committer: OffsetCommitter;
  private readonly pool: HandlerPool;
  /** Set when the group belongs to this process only. */
  private readonly own: ProcessGroup | undefined;
  private readonly ready = Promise.withResolvers<undefined>();
  private readonly refused = Promise.withResolvers<undefined>();
  /** Counts assignments: work that started under an older one is discarded. */
  private join = 0;
  private isSettled = false;
  /** Whether other members may take its partitions now. */
  private isLeaving = false;
  private closing: Promise<void> | undefined;

  constructor({ group, topics, from = 'earliest', ...rest }: SubscribeOptions, context: MemberContext) {
    const { handler, retry = backOff(), concurrency = 8, onDeadLetter, perProcessPrefix: prefix } = rest;
    const { handlerDeadlineMs = defaultDeadlineMs, onGivenUp } = rest;
    const { settings, client, logger } = context;
    const minBytes = rest.isBatched ? batchBytes : 1;
    this.group = group;
    this.topics = [...new Set(topics)];
    this.from = from;
    this.context = context;
    this.consumer = new ReconnectingConsumer({
      ...context,
      open: (listener) =>
        client.openConsumer({ ...settings, group, topics: this.topics, minBytes }, listener),
      listener: {
        onJoined: (joined) => this.assign(joined),
        onRebalance: () => this.leave(),
        onLost: () => this.revokeAll(),
        onBatch: (batch) => {
          this.committer.schedule();
          return this.partitions.receive(batch);
        },
      },
      sessionTimeout: settings.sessionTimeout,
    });
    this.partitions = new AssignedPartitions({
      ...context,
      ...settings,
      group,
      owner: prefix === undefined ? randomUUID() : undefined,
      consumer: () => this.consumer.current,
      grace: settings.closeTimeout,
      isForGroup: ({ headers }) => (headers[replayHeader] ?? group) === group,
      onWork: () => this.pool.wake(),
    });
    this.committer = new OffsetCommitter({
      partitions: () => this.partitions.all(),
      commit: (offsets) => this.write(offsets),
      isLeaving: () => this.isLeaving,
      interval: settings.commitInterval,
      onFailure: (error) => logger.debug({ group, err: error }, 'Offsets could not be committed yet.'),
    });
    if (prefix !== undefined)
      this.own = new ProcessGroup({ ...context, group, prefix, interval: settings.tidyInterval });
    const handling = { handler, retry, handlerDeadlineMs, onGivenUp, isPerProcess: prefix !== undefined };
    const notes = { committer: this.committer, isLeaving: () => this.isLeaving };
    const work = { ...context, ...handling, ...notes, group, onDeadLetter };
    this.pool = new HandlerPool(
      concurrency,
      () => this.partitions.all(),
      (task) => this.work(task, work),
    );
  }

  /** Resolves once the group's start offset is fixed. */
  get started(): Promise<void> {
    return this.ready.promise;
  }

  get isHealthy(): boolean {
    return !this.closing && this.isSettled && this.consumer.isConnected && this.committer.isWorking;
  }

  /** Starts to join. Resolves when the group's start offset is fixed, or after a time-out in milliseconds. */
  async start(timeoutMs: number, timeoutAfterFailureMs: number): Promise<void> {
    this.consumer.start();
    this.own?.start();
    const timers = new AbortController();
    const { signal } = timers;
    const lateAfterFailure = this.refused.promise.then(() =>
      sleep(timeoutAfterFailureMs, undefined, { signal }),
    );
    const late = sleep(timeoutMs, undefined, { signal });
    await Promise.race([this.ready.promise, lateAfterFailure, late]);
    // An aborted timer rejects.
    for (const timer of [lateAfterFailure, late]) timer.catch(() => undefined);
    timers.abort();
  }

  close(): Promise<void> {
    this.closing ??= this.closeOnce();
    return this.closing;
  }

  async lag(topic?: string): Promise<number> {
    const lags = await this.lags(topic === undefined ? this.topics : [topic]);
    return lags.reduce((sum, { lag }) => sum + lag, 0);
  }

  /** {@link lag} by partition, including partitions of other members. */
  async lags(topics = this.topics): Promise<PartitionLag[]> {
    const { admin } = this.context;
    const offsets = await admin.committed(this.group, topics);
    const committed = new Map(offsets.map((each) => [nameOf(each), each.offset]));
    const bounds = await admin.bounds(topics);
    return bounds.map((bound) => {
      const { topic, partition, low, high } = bound;
      const offset = this.partitions.lowWater(bound) ?? committed.get(nameOf(bound)) ?? low;
      return { group: this.group, topic, partition, lag: Math.max(0, high - Math.max(offset, low)) };
    });
  }

  /** Moves this member's partitions of a topic to an offset. */
  async replay(bounds: readonly Bounds[], fromOffset: number): Promise<void> {
    this.partitions.move(bounds, fromOffset);
    await this.committer.commitAll();
  }

  private assign({ isLeader, assignment }: { isLeader: boolean; assignment: Assignment }): void {
    this.join += 1;
    this.isSettled = false;
    this.isLeaving = false;
    this.partitions.assign(assignment);
    void this.settle(this.join, isLeader);
  }

  private async settle(join: number, isLeader: boolean): Promise<void> {
    const { admin, outage } = this.context;
    const { group, topics } = this;
    const commit = (offsets: readonly OffsetOf[]) => this.write(offsets);
    while (join === this.join && !this.closing) {
      try {
        const starts = await findStarts({ admin, group, topics, from: this.from, isLeader, commit });
        if (join !== this.join) return;
        this.partitions.begin(starts);
        if (await this.beginToRead(join)) return;
      } catch (error) {
        outage.begin(error);
      }
      await sleep(retryDelayMs);
    }
  }

  /** Notes with the offsets that this member handles messages, before it does so. @returns whether it succeeded */
  private async beginToRead(join: number): Promise<boolean> {
    const isNoted = await this.committer.commitAll();
    if (!isNoted || join !== this.join) return false;
    this.partitions.read();
    this.isSettled = true;
    this.context.outage.end();
    this.ready.resolve(undefined);
    return true;
  }

  /** Commits what is handled, and that this process has not died. */
  private leave(): void {
    this.isLeaving = true;
    void this.committer.commitAll();
  }

  private revokeAll(): void {
    this.join += 1;
    this.isSettled = false;
    this.partitions.revokeAll();
    this.refused.resolve(undefined);
  }

  private async work(task: Task, options: NotedWorkOptions): Promise<void> {
    const delay = await workWithNotes(task, options);
    task.partition.finish(task, delay);
    this.partitions.afterWork(task.partition);
    this.committer.schedule();
  }

  private async write(offsets: readonly (OffsetOf | NotedOffset)[]): Promise<void> {
    const consumer = this.consumer.current;
    if (!consumer) throw new Error('The member is not in its group.');
    await consumer.commit(offsets);
  }

  private async closeOnce(): Promise<void> {
    const { settings, logger } = this.context;
    this.pool.close();
    this.partitions.stop();
    if (!(await endsWithin(this.pool.idle(), settings.closeTimeout))) {
      logger.warn(
        { group: this.group, running: this.pool.running },
        'Handlers are still running after their subscription was closed.',
      );
    }
    this.isLeaving = true;
    await endsWithin(this.committer.close(), leaveWithinMs);
    this.partitions.revokeAll();
    await endsWithin(this.consumer.close(), leaveWithinMs);
    await this.own?.close();
  }
}

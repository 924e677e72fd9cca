import { FairQueue } from '@vault/worker-pool';
import type {
  DeadLetter,
  DeadLetterFilter,
  DeadLetterPage,
  EventBus,
  EventLogger,
  SubscribeOptions,
  Subscription,
} from '../events/event-bus.ts';
import { EventBusClosedError } from '../events/event-errors.ts';
import { encodeMessage, requireName } from '../events/message-codec.ts';
import type { Message } from '../events/message.ts';
import { AppendQueue } from './append-queue.ts';
import { ConsumerGroup } from './consumer-group.ts';
import { ConsumerLock } from './consumer-lock.ts';
import { LogDatabase } from './log-database.ts';
import { LogTables } from './log-tables.ts';
import { Member } from './member.ts';
import type { RetentionOf } from './retention.ts';
import { Retention } from './retention.ts';
import type { CursorLimits } from './topic-cursor.ts';

const dayMs = 24 * 60 * 60 * 1000;
const firstSweepAfterMs = 60_000;
const defaultLimits: CursorLimits = { window: 512, windowBytes: 8_000_000, perKey: 64, deferred: 10_000 };

/** Settings of an embedded log; times in milliseconds. */
export interface EmbeddedLogOptions {
  /** The SQLite file; its folder must exist. SQLite creates two more files next to it, and there is a lock file. */
  file: string;
  clock?: { now(): number };
  logger?: EventLogger;
  /** Default: 7 days for messages that every group has read, 30 days at most. */
  retentionOf?: RetentionOf;
  /** How often expired messages are deleted, for the first time a minute after the start. Default 1 hour. */
  sweepInterval?: number;
  /** How often to poll for writes of other processes. Default 1 s; writers in this process wake consumers at once. */
  pollInterval?: number;
  /** Longest wait for running handlers on close. Default 10 s. */
  closeTimeout?: number;
  /** Limits of memory and of waiting messages, per group and topic. */
  limits?: Partial<CursorLimits>;
}

/**
 * The event bus in a file: topics, offsets, groups, retries and dead letters in SQLite (WAL).
 * One process consumes from it; meanwhile others may publish and call the operators' methods.
 */
export class EmbeddedLog implements EventBus {
  readonly isRefused = false;
  private readonly options;
  private readonly database: LogDatabase;
  private readonly tables: LogTables;
  private readonly appends: AppendQueue;
  private readonly suspects = new FairQueue({
    slots: 1,
    slotsPerOwner: 1,
    waiting: Infinity,
    waitingPerOwner: Infinity,
  });
  private readonly groups = new Map<string, ConsumerGroup>();
  private readonly members = new Map<Member, () => Promise<void>>();
  private readonly timers: NodeJS.Timeout[] = [];
  private lock: Promise<ConsumerLock> | undefined;
  private closing: Promise<void> | undefined;
  private hasReportedFailure = false;

  constructor(options: EmbeddedLogOptions) {
    this.options = {
      clock: Date,
      logger: { warn: () => undefined, error: () => undefined },
      retentionOf: () => ({ readFor: 7 * dayMs, atMost: 30 * dayMs }),
      sweepInterval: dayMs / 24,
      pollInterval: 1000,
      closeTimeout: 10_000,
      ...options,
      limits: { ...defaultLimits, ...options.limits },
    };
    this.database = new LogDatabase(options.file);
    this.tables = new LogTables(this.database);
    this.appends = new AppendQueue(
      this.tables.messages,
      () => this.now(),
      (topics) => {
        for (const group of this.groups.values()) group.wake(topics);
      },
    );
  }

  /** True while the file cannot be written, because the disk is full for example. */
  get isUnavailable(): boolean {
    return this.failure !== undefined && this.isSound;
  }

  get failure(): unknown {
    return this.database.failure;
  }

  /** False once damage was found in the file. */
  get isSound(): boolean {
    return !this.database.isDamaged;
  }

  async publish(topic: string, messages: readonly Message[]): Promise<void> {
    requireName('topic', topic);
    const records = messages.map((message) => ({
      topic,
      key: message.subject,
      body: encodeMessage(message),
    }));
    await this.appends.add(records);
  }

  async subscribe(options: SubscribeOptions): Promise<Subscription> {
    this.requireOpen();
    requireName('group', options.group);
    for (const topic of options.topics) requireName('topic', topic);
    await this.startConsuming();
    this.requireOpen();
    for (const topic of options.topics) this.begin(options, topic);
    return this.join(new Member(options));
  }

  deadLetters(filter: DeadLetterFilter = {}, page: DeadLetterPage = {}): Promise<DeadLetter[]> {
    return this.promise(() => {
      this.commit();
      return this.tables.deadLetters.list(filter, page);
    });
  }

  replayDeadLetters(filter: DeadLetterFilter = {}): Promise<number> {
    return this.promise(() => {
      this.commit();
      const count = this.tables.deadLetters.replay(filter);
      this.refresh();
      return count;
    });
  }

  replay(group: string, topic: string, fromOffset: number): Promise<void> {
    return this.promise(() => {
      requireName('group', group);
      requireName('topic', topic);
      this.commit();
      this.tables.groups.move(group, topic, fromOffset, this.now());
      this.refresh();
    });
  }

  /** Deletes expired messages now; this also happens automatically. */
  async sweep(): Promise<void> {
    this.requireOpen();
    const now = this.now();
    for (const { name, topics } of this.groups.values()) {
      for (const topic of topics) this.tables.groups.touch(name, topic, now);
    }
    await new Retention(this.database, this.tables, this.options.retentionOf).sweep(now);
  }

  close(): Promise<void> {
    this.closing ??= this.closeOnce();
    return this.closing;
  }

  private async closeOnce(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all([...this.members.values()].map((leave) => leave()));
    this.appends.close();
    const lock = await this.lock?.catch(() => undefined);
    this.database.close();
    lock?.release();
  }

  private begin({ group, from = 'earliest' }: SubscribeOptions, topic: string): void {
    const { messages, groups } = this.tables;
    const start = from === 'earliest' ? messages.start(topic) : messages.end(topic);
    groups.begin(group, topic, start, this.now());
  }

  private join(member: Member): Subscription {
    const group = this.groups.get(member.group) ?? new ConsumerGroup(member.group, this.context());
    this.groups.set(group.name, group);
    group.add(member);
    let leaving: Promise<void> | undefined;
    const close = () => (leaving ??= this.leave(group, member));
    this.members.set(member, close);
    return {
      close,
      started: Promise.resolve(),
      lag: (topic) => this.promise(() => group.lag(topic === undefined ? [...member.topics] : [topic])),
      get isHealthy() {
        return !member.signal.aborted && group.isHealthy;
      },
    };
  }

  private async leave(group: ConsumerGroup, member: Member): Promise<void> {
    if (!(await member.end(this.options.closeTimeout))) {
      this.options.logger.warn(
        { group: group.name, running: member.running },
        'Handlers are still running after their subscription was closed.',
      );
    }
    this.members.delete(member);
    group.remove(member);
    if (group.isEmpty && this.groups.get(group.name) === group) this.groups.delete(group.name);
  }

  private async startConsuming(): Promise<void> {
    this.lock ??= this.acquire();
    await this.lock;
  }

  private async acquire(): Promise<ConsumerLock> {
    const { file, pollInterval, sweepInterval, logger } = this.options;
    try {
      const lock = await ConsumerLock.acquire(`${file}.lock`);
      this.every(pollInterval, () => this.poll());
      const sweep = () => {
        this.sweep().catch((error: unknown) => {
          logger.error({ err: error }, 'Expired messages could not be deleted.');
        });
      };
      this.every(sweepInterval, sweep);
      // A process that always runs for less than the interval sweeps too; by then its groups have subscribed.
      if (!this.closing) this.timers.push(setTimeout(sweep, firstSweepAfterMs).unref());
      return lock;
    } catch (error) {
      this.lock = undefined;
      throw error;
    }
  }

  private every(interval: number, work: () => void): void {
    if (!this.closing) this.timers.push(setInterval(work, interval).unref());
  }

  private commit(): void {
    for (const group of this.groups.values()) group.commit();
  }

  private poll(): void {
    if (this.isUnavailable) this.database.retry();
    try {
      this.refresh();
    } catch (error) {
      this.database.notice(error);
    }
    this.reportFailure();
  }

  /** Once when a failure begins and once when it ends. */
  private reportFailure(): void {
    const { failure, logger } = { failure: this.failure, logger: this.options.logger };
    if ((failure !== undefined) === this.hasReportedFailure) return;
    this.hasReportedFailure = failure !== undefined;
    const { file } = this.options;
    if (failure !== undefined) logger.error({ file, err: failure }, 'The event log does not work.');
    else logger.warn({ file }, 'The event log works again.');
  }

  private refresh(): void {
    for (const group of this.groups.values()) group.refresh();
  }

  private context() {
    const { limits, logger } = this.options;
    const { database, tables, suspects } = this;
    return { database, tables, suspects, limits, logger, now: () => this.now() };
  }

  /** SQLite is synchronous; the port is asynchronous. */
  private promise<T>(work: () => T): Promise<T> {
    return new Promise((resolve) => {
      this.requireOpen();
      resolve(work());
    });
  }

  private requireOpen(): void {
    if (this.closing) throw new EventBusClosedError();
  }

  private now(): number {
    return this.options.clock.now();
  }
}

import { setTimeout as wait } from 'node:timers/promises';
import { changeNotices } from '@vault/contracts';
import type { Model } from 'mongoose';
import { publishAll, type EventBus, type Message } from '@vault/messaging';
import { type Logger, PeriodicTask } from '@vault/base';
import type { OutboxFields } from './documents/aggregate.ts';

const sweepEveryMs = 2_000;
const sweepBatch = 100;
/** Messages that are published together, and then removed from the outbox, which stores the progress. */
const sendBatch = 100;
/**
 * Time from a change to the publication of its {@link changeNotices}, for which nobody waits. It leaves the processor to
 * the person who waits for the outcome of the change. Other events are published at once.
 */
const noticeDelayMs = 50;
/** Time between such publications. Changes in this time share requests, each of which wakes all groups of its topic. */
const noticeEveryMs = 250;

/** Failures that are remembered, so that each is logged once and not at each retry. */
const maxFailing = 1_000;
const maxCounted = 10_000;
/** All queries use the same filter, so that one index serves them. */
const isWaiting = { outboxSince: { $exists: true, $ne: null } };

/** The fields of a document that the relay needs to send its messages. */
export type Outbox = Pick<OutboxFields, 'outbox' | 'version'>;

/** Sends a part of the outbox of a document; may be called twice for a message. */
type Publish = (documentId: string, messages: readonly Message[]) => Promise<void>;

interface Sending {
  current: Promise<void>;
  /** While it waits with its notices, it includes those that are added, and an event is sent by another run. */
  isWaiting: boolean;
  /** The document as it was stored last; undefined when it must be read. */
  stored: Outbox | undefined;
  /** Sends messages that were added after the current run had begun. */
  next?: Promise<void>;
}

/**
 * Publishes the messages in the outboxes of documents: after a change, or by a sweep after a crash or an outage of the
 * broker. A message may be published twice, but none is lost, except a notice that a later one repeats.
 */
export class OutboxRelay {
  private readonly models = new Map<string, Model<OutboxFields>>();
  private readonly publishers = new Map<string, Publish>();
  private readonly running = new Map<string, Sending>();
  private noticeDelay: Promise<void> | undefined;
  private noticedAt = -Infinity;
  private readonly sweeps: PeriodicTask;
  private sweeping: Promise<void> | undefined;
  /** What failed last time: the sweep of a model, or the sending of an outbox. */
  private readonly failing = new Set<string>();

  constructor(
    private readonly bus: EventBus,
    private readonly logger: Logger,
  ) {
    const work = () => this.sweep();
    this.sweeps = new PeriodicTask({ name: 'the sweep of outboxes', everyMs: sweepEveryMs, work, logger });
  }

  /** @param publish where the messages of the model go, in place of the bus */
  register(model: Model<OutboxFields>, publish?: Publish): void {
    this.models.set(model.modelName, model);
    if (publish) this.publishers.set(model.modelName, publish);
  }

  start(): void {
    this.sweeps.start({ isFirstAtOnce: true });
  }

  /**
   * Publishes the outbox of one document, one run at a time; calls during a run share the next one. Failures are left
   * to the sweep, as are all messages while the broker is unavailable.
   * @param stored the document as the caller has just stored it, so that it is not read again
   */
  send(model: Model<OutboxFields>, id: string, stored?: Outbox): Promise<void> {
    if (this.isPaused(model)) return Promise.resolve();
    const key = keyOf(model, id);
    const sending = this.running.get(key);
    if (!sending || (sending.isWaiting && !areNotices(stored))) return this.begin(key, model, id, stored);
    if (sending.isWaiting) {
      sending.stored = undefined;
      return sending.current;
    }
    sending.next ??= sending.current.then(() => this.begin(key, model, id));
    return sending.next;
  }

  private isPaused({ modelName }: Model<OutboxFields>): boolean {
    return this.sweeps.signal.aborted || (this.bus.isUnavailable && !this.publishers.has(modelName));
  }

  private begin(key: string, model: Model<OutboxFields>, id: string, stored?: Outbox): Promise<void> {
    const sending: Sending = { current: Promise.resolve(), isWaiting: areNotices(stored), stored };
    this.running.set(key, sending);
    const isReplaced = () => this.running.get(key) !== sending;
    const work = async () => {
      if (sending.isWaiting) await this.waitWithNotices();
      if (isReplaced()) return;
      sending.isWaiting = false;
      await this.drain(model, id, sending.stored);
    };
    sending.current = this.logChange(`sending the outbox ${key}`, work).finally(() => {
      if (!sending.next && !isReplaced()) this.running.delete(key);
    });
    return sending.current;
  }

  /** Concurrent notices share one timer, so that they share a request. */
  private waitWithNotices(): Promise<void> {
    const untilNext = this.noticedAt + noticeEveryMs - performance.now();
    this.noticeDelay ??= wait(Math.max(noticeDelayMs, untilNext)).then(() => {
      this.noticeDelay = undefined;
      this.noticedAt = performance.now();
    });
    return this.noticeDelay;
  }

  /** Also sends what is added meanwhile. */
  private async drain(model: Model<OutboxFields>, _id: string, stored?: Outbox): Promise<void> {
    const toBus: Publish = (_, messages) => publishAll(this.bus, withoutRepeats(messages));
    const publish = this.publishers.get(model.modelName) ?? toBus;
    for (let found = stored; ; found = undefined) {
      found ??= (await model.findOne({ _id }).select({ outbox: 1, version: 1 }).lean()) ?? undefined;
      if (!found) return;
      const { outbox, version } = found;
      const batch = outbox.slice(0, sendBatch);
      await publish(_id, batch);
      // Every change that adds to an outbox raises the version, so with this version all its messages were sent.
      const cleared = { $set: { outbox: [] }, $unset: { outboxSince: 1 as const } };
      if (
        batch.length === outbox.length &&
        (await model.updateOne({ _id, version }, cleared)).matchedCount > 0
      )
        return;
      await model.updateOne({ _id }, { $pull: { outbox: { id: { $in: batch.map(({ id }) => id) } } } });
    }
  }

  /** Sends outboxes that remained after a crash or an outage, oldest first. Concurrent calls share a sweep. */
  sweep(): Promise<void> {
    this.sweeping ??= this.sweepAll().finally(() => (this.sweeping = undefined));
    return this.sweeping;
  }

  private async sweepAll(): Promise<void> {
    for (const model of this.models.values())
      await this.logChange(`the sweep of outboxes of ${model.modelName}`, () => this.sweepModel(model));
  }

  /** Does work that is retried. Its failures are logged when they begin and when they end. */
  private async logChange(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      if (this.failing.delete(name)) this.logger.info({}, `${name} works again`);
    } catch (error) {
      if (this.failing.has(name)) return;
      if (this.failing.size < maxFailing) this.failing.add(name);
      this.logger.warn({ err: error }, `${name} failed and will be retried`);
    }
  }

  private async sweepModel(model: Model<OutboxFields>): Promise<void> {
    const waiting = await model
      .find(isWaiting)
      .sort({ outboxSince: 1 })
      .limit(sweepBatch)
      .select({ _id: 1 })
      .lean();
    await Promise.all(
      waiting.map(({ _id }) => this.running.get(keyOf(model, _id))?.current ?? this.send(model, _id)),
    );
  }

  /** The number of documents with unsent messages; at most 10,000 of each kind are counted. */
  async countWaiting(): Promise<number> {
    const counts = await Promise.all(
      [...this.models.values()].map((model) => model.countDocuments(isWaiting).limit(maxCounted).exec()),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Since when the oldest waiting document waits. @returns undefined when none waits */
  async waitingSince(): Promise<Date | undefined> {
    const oldest = await Promise.all([...this.models.values()].map((model) => findOldest(model)));
    const times = oldest.flatMap((found) => (found ? [found.getTime()] : []));
    return times.length > 0 ? new Date(Math.min(...times)) : undefined;
  }

  /** Starts no more runs and waits for running ones; other messages are sent after the next start. */
  async stop(): Promise<void> {
    await this.sweeps.stop();
    await this.sweeping;
    await Promise.allSettled([...this.running.values()].map(({ current, next }) => next ?? current));
  }
}

function keyOf(model: Model<OutboxFields>, id: string): string {
  return `${model.modelName}/${id}`;
}

/** Whether nobody waits for any of the messages; false if the outbox must be read. */
function areNotices(stored: Outbox | undefined): boolean {
  return stored?.outbox.every(({ type }) => changeNotices.has(type) || type === 'audit.entry.v1') ?? false;
}

/** Omits notices that a later one of the same type repeats: all messages of a document have its subject. */
function withoutRepeats(messages: readonly Message[]): readonly Message[] {
  const last = new Map(messages.map(({ type }, index) => [type, index]));
  return messages.filter(({ type }, index) => !changeNotices.has(type) || last.get(type) === index);
}

async function findOldest(model: Model<OutboxFields>): Promise<Date | undefined> {
  const [found] = await model
    .find(isWaiting)
    .sort({ outboxSince: 1 })
    .limit(1)
    .select({ outboxSince: 1 })
    .lean();
  return found?.outboxSince ?? undefined;
}

import type { Model } from 'mongoose';
import { publishAll } from '../messaging/publisher.ts';
import type { EventBus } from '../events/event-bus.ts';
import type { Message } from '../events/message.ts';
import type { Logger } from '../logging/logger.ts';
import { RepeatedWork } from '../scheduling/repeated-work.ts';
import type { Aggregate } from './aggregate.ts';

const sweepEveryMs = 2_000;
const sweepBatch = 100;
/** Messages sent before the outbox is shortened: this bounds the size of a batch, and stores progress. */
const sendBatch = 100;

const maxCounted = 10_000;
/** All queries use the same filter, so that one index serves them. */
const isWaiting = { outboxSince: { $exists: true, $ne: null } };

/** The fields of a document that the relay needs to send its messages. */
export type Outbox = Pick<Aggregate, 'outbox' | 'version'>;

interface Sending {
  readonly current: Promise<void>;
  /** Sends messages that were added after the current run had read the outbox. */
  next?: Promise<void>;
}

/**
 * Publishes the messages in the outboxes of documents: at once after a change, after the outcome when a command made
 * it, or by a sweep after a crash or an outage of the broker. A message may be published twice, but it is never lost.
 */
export class OutboxRelay {
  private readonly models = new Map<string, Model<Aggregate>>();
  private readonly running = new Map<string, Sending>();
  private readonly sweeps: RepeatedWork;
  private sweeping: Promise<void> | undefined;

  constructor(
    private readonly bus: EventBus,
    private readonly logger: Logger,
  ) {
    const work = () => this.sweep();
    this.sweeps = new RepeatedWork({ name: 'the sweep of outboxes', everyMs: sweepEveryMs, work, logger });
  }

  register(model: Model<Aggregate>): void {
    this.models.set(model.modelName, model);
  }

  start(): void {
    this.sweeps.start({ isFirstAtOnce: true });
  }

  /**
   * Publishes the outbox of one document, one run at a time; calls during a run share the next one. Failures are left
   * to the sweep, as are all messages while the broker is known to be unavailable.
   * @param known the document as the caller has just stored it, so that it is not read again
   */
  send(model: Model<Aggregate>, id: string, known?: Outbox): Promise<void> {
    if (this.isPaused) return Promise.resolve();
    const key = `${model.modelName}/${id}`;
    const sending = this.running.get(key);
    if (!sending) return this.begin(key, model, id, known);
    sending.next ??= sending.current.then(() => this.begin(key, model, id));
    return sending.next;
  }

  private get isPaused(): boolean {
    return this.sweeps.signal.aborted || this.bus.isUnavailable;
  }

  private begin(key: string, model: Model<Aggregate>, id: string, known?: Outbox): Promise<void> {
    const current = this.drain(model, id, known)
      .catch((error: unknown) =>
        this.logger.warn({ err: error, key }, 'the outbox could not be sent and will be retried'),
      )
      .finally(() => {
        if (!this.running.get(key)?.next) this.running.delete(key);
      });
    this.running.set(key, { current });
    return current;
  }

  private async drain(model: Model<Aggregate>, id: string, known?: Outbox): Promise<void> {
    const found = known ?? (await model.findOne({ _id: id }).select({ outbox: 1, version: 1 }).lean());
    if (!found) return;
    const { outbox, version } = found;
    let batch: readonly Message[] = [];
    for (let sent = 0; sent < outbox.length; sent += batch.length) {
      if (batch.length > 0) await shorten(model, id, batch);
      batch = outbox.slice(sent, sent + sendBatch);
      await publishAll(this.bus, batch);
    }
    // Every change that adds to an outbox raises the version, so with this version all its messages were sent.
    const emptied = { $set: { outbox: [] }, $unset: { outboxSince: 1 as const } };
    const { matchedCount } = await model.updateOne({ _id: id, version }, emptied);
    if (matchedCount > 0) return;
    await shorten(model, id, batch);
    await model.updateOne({ _id: id, outbox: { $size: 0 } }, { $unset: { outboxSince: 1 } });
  }

  /** Sends outboxes that remained after a crash or an outage, oldest first. Concurrent calls share a sweep. */
  sweep(): Promise<void> {
    this.sweeping ??= this.sweepAll().finally(() => (this.sweeping = undefined));
    return this.sweeping;
  }

  private async sweepAll(): Promise<void> {
    for (const model of this.models.values()) {
      try {
        await this.sweepModel(model);
      } catch (error) {
        const { modelName } = model;
        this.logger.warn({ err: error, model: modelName }, 'the outbox sweep failed and will be retried');
      }
    }
  }

  private async sweepModel(model: Model<Aggregate>): Promise<void> {
    const waiting = await model
      .find(isWaiting)
      .sort({ outboxSince: 1 })
      .limit(sweepBatch)
      .select({ _id: 1 })
      .lean();
    for (const { _id } of waiting) {
      if (this.isPaused) return;
      await this.send(model, _id);
    }
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

async function shorten(model: Model<Aggregate>, id: string, sent: readonly Message[]): Promise<void> {
  await model.updateOne({ _id: id }, { $pull: { outbox: { id: { $in: sent.map((m) => m.id) } } } });
}

async function findOldest(model: Model<Aggregate>): Promise<Date | undefined> {
  const [found] = await model
    .find(isWaiting)
    .sort({ outboxSince: 1 })
    .limit(1)
    .select({ outboxSince: 1 })
    .lean();
  return found?.outboxSince ?? undefined;
}

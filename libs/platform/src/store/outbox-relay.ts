import type { Model } from 'mongoose';
import type { EventBus } from '../events/event-bus.ts';
import type { Message } from '../events/message.ts';
import type { Logger } from '../logging/logger.ts';
import { publishAll } from '../messaging/publisher.ts';
import { RepeatedWork } from '../scheduling/repeated-work.ts';
import type { Aggregate } from './aggregate.ts';

const sweepEveryMs = 2_000;
const sweepBatch = 100;
/** Messages sent before the outbox is shortened: a broker takes batches of bounded size, and progress is kept. */
const sendBatch = 100;

const mostCounted = 10_000;
/** The same for all who ask, so that one index serves them. */
const isWaiting = { outboxSince: { $exists: true, $ne: null } };

/** What a relay must know of a document to send its messages. */
export type Outbox = Pick<Aggregate, 'outbox' | 'version'>;

interface Sending {
  readonly current: Promise<void>;
  /** Sends what came in after the current one had read the outbox. */
  next?: Promise<void>;
}

/**
 * Sends what documents hold in their outboxes: at once after a change, and by a sweep after a crash or while the
 * broker was away. A message may be sent twice, never not at all.
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
   * Sends the outbox of one document, one sending at a time; calls during it share the one that follows. Failures are
   * left for the sweep, as is everything while the broker is known to be away.
   * @param known the document as the caller has just stored it: it need not be read again
   */
  send(model: Model<Aggregate>, id: string, known?: Outbox): Promise<void> {
    if (this.isResting) return Promise.resolve();
    const key = `${model.modelName}/${id}`;
    const sending = this.running.get(key);
    if (!sending) return this.begin(key, model, id, known);
    sending.next ??= sending.current.then(() => this.begin(key, model, id));
    return sending.next;
  }

  private get isResting(): boolean {
    return this.sweeps.signal.aborted || this.bus.isAway;
  }

  private begin(key: string, model: Model<Aggregate>, id: string, known?: Outbox): Promise<void> {
    const current = this.drain(model, id, known)
      .catch((error: unknown) =>
        this.logger.warn({ err: error, key }, 'the outbox waits: it could not be sent'),
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
    // Whatever adds to an outbox raises the version: with this one it holds only what was sent.
    const emptied = { $set: { outbox: [] }, $unset: { outboxSince: 1 as const } };
    const { matchedCount } = await model.updateOne({ _id: id, version }, emptied);
    if (matchedCount > 0) return;
    await shorten(model, id, batch);
    await model.updateOne({ _id: id, outbox: { $size: 0 } }, { $unset: { outboxSince: 1 } });
  }

  /** Sends what a crash or an outage left behind, the oldest first. A sweep under way is shared. */
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
        this.logger.warn({ err: error, model: modelName }, 'outbox sweep failed; it will be tried again');
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
      if (this.isResting) return;
      await this.send(model, _id);
    }
  }

  /** Documents whose messages wait to be sent; at most 10,000 of each kind are counted. */
  async countWaiting(): Promise<number> {
    const counts = await Promise.all(
      [...this.models.values()].map((model) => model.countDocuments(isWaiting).limit(mostCounted).exec()),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Since when the longest waiting document waits. @returns undefined when none does */
  async waitingSince(): Promise<Date | undefined> {
    const oldest = await Promise.all([...this.models.values()].map((model) => findOldest(model)));
    const times = oldest.flatMap((found) => (found ? [found.getTime()] : []));
    return times.length > 0 ? new Date(Math.min(...times)) : undefined;
  }

  /** Begins nothing more and waits for what is being sent; the rest is sent after the next start. */
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

import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { changeNotices } from '@vault/contracts';
import type { Model } from 'mongoose';
import { publishAll, type EventBus, type Message } from '@vault/messaging';
import { type Logger, PeriodicTask } from '@vault/base';
import type { OutboxFields } from './aggregate.ts';

const sweepEveryMs = 2_000;
const sweepBatch = 100;
/** Messages per batch. Each batch is removed from the outbox when it is sent, which stores the progress. */
const sendBatch = 100;
/**
 * Time from a change to the publication of its {@link changeNotices}, for which nobody waits. Changes in this time share
 * requests, each of which wakes all groups of its topic, and leave the processor to the person who waits for the outcome
 * of a change. Other events are published at once.
 */
const publishDelayMs = 250;
/** Outboxes that are cleared by one update. */
const clearBatch = 100;

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
  /** Starts the run at once; undefined after its start. Before its start, a run includes the messages that are added. */
  flushSoon: (() => void) | undefined;
  /** The document as it was stored last; undefined when it must be read. */
  stored: Outbox | undefined;
  /** Sends messages that were added after the current run had read the outbox. */
  next?: Promise<void>;
}

/** A document whose messages were sent. */
type Sent = Pick<OutboxFields, '_id' | 'version'> & { readonly batch: readonly Message[] };

/** Documents of one collection whose outboxes are cleared together. */
interface PendingClear {
  readonly all: Sent[];
  readonly end: Promise<void>;
}

/**
 * Publishes the messages in the outboxes of documents: shortly after a change, together with others, or by a sweep after
 * a crash or an outage of the broker. A message may be published twice, but none is lost, except a notice that a later one
 * repeats.
 */
export class OutboxRelay {
  private readonly models = new Map<string, Model<OutboxFields>>();
  private readonly publishers = new Map<string, Publish>();
  private readonly running = new Map<string, Sending>();
  private readonly pendingClears = new Map<Model<OutboxFields>, PendingClear>();
  private delay: Promise<void> | undefined;
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
    if (!sending) return this.begin(key, model, id, stored);
    if (sending.flushSoon) {
      sending.stored = newerOf(sending.stored, stored);
      if (hasPriority(stored)) sending.flushSoon();
      return sending.current;
    }
    sending.next ??= sending.current.then(() => this.begin(key, model, id));
    return sending.next;
  }

  private isPaused({ modelName }: Model<OutboxFields>): boolean {
    return this.sweeps.signal.aborted || (this.bus.isUnavailable && !this.publishers.has(modelName));
  }

  private begin(key: string, model: Model<OutboxFields>, id: string, stored?: Outbox): Promise<void> {
    const { promise: isDue, resolve } = Promise.withResolvers<undefined>();
    const flushSoon = () => resolve(undefined);
    const sending: Sending = { current: Promise.resolve(), flushSoon, stored };
    this.running.set(key, sending);
    if (hasPriority(stored)) flushSoon();
    else void this.publishDelay().then(flushSoon);
    sending.current = isDue
      .then(() => {
        sending.flushSoon = undefined;
        return this.logChange(`sending the outbox ${key}`, () => this.drain(model, id, sending.stored));
      })
      .finally(() => {
        if (!sending.next) this.running.delete(key);
      });
    return sending.current;
  }

  /** Concurrent notices share one timer, so that they share a request. */
  private publishDelay(): Promise<void> {
    this.delay ??= wait(publishDelayMs).then(() => void (this.delay = undefined));
    return this.delay;
  }

  private async drain(model: Model<OutboxFields>, id: string, stored?: Outbox): Promise<void> {
    const found = stored ?? (await model.findOne({ _id: id }).select({ outbox: 1, version: 1 }).lean());
    if (!found) return;
    const { outbox, version } = found;
    const toBus: Publish = (_id, messages) => publishAll(this.bus, withoutRepeats(messages));
    const publish = this.publishers.get(model.modelName) ?? toBus;
    let batch: readonly Message[] = [];
    for (let sent = 0; sent < outbox.length; sent += batch.length) {
      if (batch.length > 0) await removePublished(model, [id], batch);
      batch = outbox.slice(sent, sent + sendBatch);
      await publish(id, batch);
    }
    await this.clearOutbox(model, { _id: id, version, batch });
  }

  /** Removes sent messages from an outbox, in one request with all others of this turn of the event loop. */
  private clearOutbox(model: Model<OutboxFields>, sent: Sent): Promise<void> {
    const joined = this.pendingClears.get(model);
    if (joined && joined.all.length < clearBatch) {
      joined.all.push(sent);
      return joined.end;
    }
    const all = [sent];
    const end = nextTurn().then(() => {
      if (this.pendingClears.get(model)?.all === all) this.pendingClears.delete(model);
      return clearOutboxes(model, all);
    });
    this.pendingClears.set(model, { all, end });
    return end;
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
    // An active run may still be collecting messages.
    const runOf = (id: string) => this.running.get(keyOf(model, id))?.current ?? this.send(model, id);
    await Promise.all(waiting.map(({ _id }) => runOf(_id)));
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

/** The newer of two concurrent changes; undefined if one is unknown and must be read. */
function newerOf(one: Outbox | undefined, other: Outbox | undefined): Outbox | undefined {
  return one && other && one.version > other.version ? one : one && other;
}

/** True if the outbox has more than notices, or must be read. */
function hasPriority(stored: Outbox | undefined): boolean {
  return !stored?.outbox.every(({ type }) => changeNotices.has(type));
}

/** Omits notices that a later one of the same type repeats: all messages of a document have its subject. */
function withoutRepeats(messages: readonly Message[]): readonly Message[] {
  const last = new Map(messages.map(({ type }, index) => [type, index]));
  return messages.filter(({ type }, index) => !changeNotices.has(type) || last.get(type) === index);
}

async function clearOutboxes(model: Model<OutboxFields>, all: readonly Sent[]): Promise<void> {
  const [{ _id, version }] = all as [Sent];
  if (all.length === 1) {
    // Every change that adds to an outbox raises the version, so with this version all its messages were sent.
    const cleared = { $set: { outbox: [] }, $unset: { outboxSince: 1 as const } };
    if ((await model.updateOne({ _id, version }, cleared)).matchedCount > 0) return;
  }
  const ids = all.map((sent) => sent._id);
  await removePublished(
    model,
    ids,
    all.flatMap(({ batch }) => batch),
  );
  await model.updateMany({ _id: { $in: ids }, outbox: { $size: 0 } }, { $unset: { outboxSince: 1 } });
}

async function removePublished(
  model: Model<OutboxFields>,
  ids: readonly string[],
  sent: readonly Message[],
): Promise<void> {
  const wasSent = { id: { $in: sent.map(({ id }) => id) } };
  await model.updateMany({ _id: { $in: [...ids] } }, { $pull: { outbox: wasSent } });
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

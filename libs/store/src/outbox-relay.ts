import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { changeNotices } from '@vault/contracts';
import type { Model } from 'mongoose';
import { publishAll, type EventBus, type Message } from '@vault/messaging';
import { type Logger, RepeatedWork } from '@vault/base';
import type { OutboxFields } from './aggregate.ts';

const sweepEveryMs = 2_000;
const sweepBatch = 100;
/** Messages sent before the outbox is shortened: this bounds the size of a batch, and stores progress. */
const sendBatch = 100;
/**
 * Milliseconds from a change to the publication of {@link changeNotices}, for which nobody waits. Changes in this time
 * share requests, each of which wakes all groups of its topic, and a person who waits for the answer to a change has the
 * processor first. Other events are published at once.
 */
const noticeLingerMs = 250;
/** Outboxes that are emptied by one update. */
const emptyBatch = 100;

/** Failures that are remembered, so that each is logged once and not at each retry. */
const maxFailing = 1_000;
const maxCounted = 10_000;
/** All queries use the same filter, so that one index serves them. */
const isWaiting = { outboxSince: { $exists: true, $ne: null } };

/** The fields of a document that the relay needs to send its messages. */
export type Outbox = Pick<OutboxFields, 'outbox' | 'version'>;

interface Sending {
  current: Promise<void>;
  /** Begins the run soon; undefined once it has begun. Until then, it includes what is added. */
  hurry: (() => void) | undefined;
  /** The document as stored last; undefined when it must be read. */
  known: Outbox | undefined;
  /** Sends messages that were added after the current run had read the outbox. */
  next?: Promise<void>;
}

/** A document whose messages were sent. */
type Sent = Pick<OutboxFields, '_id' | 'version'> & { readonly batch: readonly Message[] };

/** Documents of one collection whose outboxes are emptied together. */
interface Emptying {
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
  private readonly running = new Map<string, Sending>();
  private readonly emptying = new Map<Model<OutboxFields>, Emptying>();
  private linger: Promise<void> | undefined;
  private readonly sweeps: RepeatedWork;
  private sweeping: Promise<void> | undefined;
  /** What failed last time: the sweep of a model, or the sending of an outbox. */
  private readonly failing = new Set<string>();

  constructor(
    private readonly bus: EventBus,
    private readonly logger: Logger,
  ) {
    const work = () => this.sweep();
    this.sweeps = new RepeatedWork({ name: 'the sweep of outboxes', everyMs: sweepEveryMs, work, logger });
  }

  register(model: Model<OutboxFields>): void {
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
  send(model: Model<OutboxFields>, id: string, known?: Outbox): Promise<void> {
    if (this.isPaused) return Promise.resolve();
    const key = keyOf(model, id);
    const sending = this.running.get(key);
    if (!sending) return this.begin(key, model, id, known);
    if (sending.hurry) {
      sending.known = newerOf(sending.known, known);
      if (isUrgent(known)) sending.hurry();
      return sending.current;
    }
    sending.next ??= sending.current.then(() => this.begin(key, model, id));
    return sending.next;
  }

  private get isPaused(): boolean {
    return this.sweeps.signal.aborted || this.bus.isUnavailable;
  }

  private begin(key: string, model: Model<OutboxFields>, id: string, known?: Outbox): Promise<void> {
    const { promise: isDue, resolve } = Promise.withResolvers<undefined>();
    const hurry = () => resolve(undefined);
    const sending: Sending = { current: Promise.resolve(), hurry, known };
    this.running.set(key, sending);
    if (isUrgent(known)) hurry();
    else void this.lingering().then(hurry);
    sending.current = isDue
      .then(() => {
        sending.hurry = undefined;
        return this.logChange(`sending the outbox ${key}`, () => this.drain(model, id, sending.known));
      })
      .finally(() => {
        if (!sending.next) this.running.delete(key);
      });
    return sending.current;
  }

  /** Concurrent notices share one timer, so that they share a request. */
  private lingering(): Promise<void> {
    this.linger ??= wait(noticeLingerMs).then(() => void (this.linger = undefined));
    return this.linger;
  }

  private async drain(model: Model<OutboxFields>, id: string, known?: Outbox): Promise<void> {
    const found = known ?? (await model.findOne({ _id: id }).select({ outbox: 1, version: 1 }).lean());
    if (!found) return;
    const { outbox, version } = found;
    let batch: readonly Message[] = [];
    for (let sent = 0; sent < outbox.length; sent += batch.length) {
      if (batch.length > 0) await shorten(model, [id], batch);
      batch = outbox.slice(sent, sent + sendBatch);
      await publishAll(this.bus, withoutRepeats(batch));
    }
    await this.empty(model, { _id: id, version, batch });
  }

  /** Removes sent messages from an outbox, in one request with all others of this turn of the event loop. */
  private empty(model: Model<OutboxFields>, sent: Sent): Promise<void> {
    const joined = this.emptying.get(model);
    if (joined && joined.all.length < emptyBatch) {
      joined.all.push(sent);
      return joined.end;
    }
    const all = [sent];
    const end = nextTurn().then(() => {
      if (this.emptying.get(model)?.all === all) this.emptying.delete(model);
      return emptyAll(model, all);
    });
    this.emptying.set(model, { all, end });
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

function isUrgent(known: Outbox | undefined): boolean {
  return !known?.outbox.every(({ type }) => changeNotices.has(type));
}

/** Omits notices that a later one of the same type repeats: all messages of a document have its subject. */
function withoutRepeats(messages: readonly Message[]): readonly Message[] {
  const last = new Map(messages.map(({ type }, index) => [type, index]));
  return messages.filter(({ type }, index) => !changeNotices.has(type) || last.get(type) === index);
}

async function emptyAll(model: Model<OutboxFields>, all: readonly Sent[]): Promise<void> {
  const [{ _id, version }] = all as [Sent];
  if (all.length === 1) {
    // Every change that adds to an outbox raises the version, so with this version all its messages were sent.
    const emptied = { $set: { outbox: [] }, $unset: { outboxSince: 1 as const } };
    if ((await model.updateOne({ _id, version }, emptied)).matchedCount > 0) return;
  }
  const ids = all.map((sent) => sent._id);
  await shorten(
    model,
    ids,
    all.flatMap(({ batch }) => batch),
  );
  await model.updateMany({ _id: { $in: ids }, outbox: { $size: 0 } }, { $unset: { outboxSince: 1 } });
}

async function shorten(
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

import { setTimeout as wait } from 'node:timers/promises';
import type { Model, QueryFilter, SortOrder, UpdateQuery } from 'mongoose';
import { AppError } from '@vault/base';
import type { LoggedFields } from '@vault/contracts';
import { entryOfCommand, fieldsOfCommand } from '@vault/messaging';
import { handledLimit, type Aggregate, type OutboxFields, type OutboxItem } from './documents/aggregate.ts';
import type { Outbox, OutboxRelay } from './outbox-relay.ts';

type AnyAggregate = Aggregate<OutboxItem>;
type EventOf<Doc extends AnyAggregate> = Doc['outbox'][number];

/** A filter that requires the owner's id. */
export type Owned<Doc extends AnyAggregate> = QueryFilter<Doc> & { ownerId: string };

/** The changes that a decision makes to a document. */
export interface Decision<Doc extends AnyAggregate> {
  readonly set?: Partial<Omit<Doc, keyof Aggregate>>;
  readonly unset?: readonly (keyof Doc & string)[];
  /** The owner from now on, of a document that is given to another one. */
  readonly ownerId?: string;
  readonly events?: readonly EventOf<Doc>[];
  /** For the audit log, where the fields of the document do not tell it: what the change replaces. */
  readonly before?: LoggedFields;
}

export interface ReadOptions<Doc> {
  readonly sort?: Partial<Record<keyof Doc & string, SortOrder>>;
  readonly skip?: number;
  readonly limit?: number;
  /** Fields to omit, for large ones that a list does not need. */
  readonly omit?: readonly (keyof Doc & string)[];
}

export interface ChangeOptions {
  /** The id of the message that causes the change: a repeat has no effect. */
  readonly messageId?: string;
}

type Outboxed = Pick<OutboxFields, '_id' | 'outboxSince'>;

interface Write<Doc extends AnyAggregate> {
  readonly messageId?: string | undefined;
  /** The document before the change, where it was read. */
  readonly doc?: Doc;
  readonly omit?: readonly string[];
}

const maxReadLimit = 1_000;
/** One of all that change a document at once succeeds in each round. */
const maxConflicts = 100;
const maxWaitMs = 20;
/** Selects the fields that `addAggregateFields` may hide; without effect if they are not hidden. */
const hidden = '+outbox +handled';

/**
 * One service's documents of one kind, changed in three steps: load, decide, commit. A change with the id of the current
 * command is stored together with its entry of the audit log.
 */
export class OwnedCollection<Doc extends AnyAggregate> {
  /** For work without a user, such as webhooks, jobs and sweeps. Never use it to answer a user. */
  readonly acrossOwners = {
    findOne: (filter: QueryFilter<Doc>): Promise<Doc | null> => this.read(filter),
    find: (filter: QueryFilter<Doc>, options: ReadOptions<Doc> & { limit: number }): Promise<Doc[]> =>
      this.readMany(filter, options),
    /** Counts at most `limit` documents; the filter must be served by an index. */
    count: (filter: QueryFilter<Doc>, { limit }: { limit: number }): Promise<number> =>
      this.model.countDocuments(filter).limit(limit).exec(),
    change: (
      filter: QueryFilter<Doc>,
      decide: (doc: Doc) => Decision<Doc> | undefined,
      options?: ChangeOptions,
    ): Promise<Doc | null> => this.commit(filter, decide, options),
  };

  private readonly hasMessages: boolean;

  /** @param publish where the events go, in place of the bus; an event may be published twice */
  constructor(
    private readonly model: Model<Doc>,
    private readonly relay: Pick<OutboxRelay, 'register' | 'send'>,
    publish?: (documentId: string, events: readonly EventOf<Doc>[]) => Promise<void>,
  ) {
    this.hasMessages = publish === undefined;
    relay.register(model as unknown as Model<OutboxFields>, publish);
  }

  findOne(filter: Owned<Doc>): Promise<Doc | null> {
    return this.read(filter);
  }

  /** As {@link findOne}, with the outbox and the handled ids, also where reads omit them. */
  findWhole(filter: Owned<Doc>): Promise<Doc | null> {
    return this.readWhole(filter);
  }

  find(filter: Owned<Doc>, options: ReadOptions<Doc> = {}): Promise<Doc[]> {
    return this.readMany(filter, options);
  }

  count(filter: Owned<Doc>): Promise<number> {
    return this.model.countDocuments(filter).exec();
  }

  /** @throws the store's duplicate-key error (code 11000) when the value of a unique field exists */
  async insert(
    doc: Omit<Doc, 'version' | 'outbox' | 'handled' | 'outboxSince'>,
    events: readonly EventOf<Doc>[] = [],
    { messageId }: ChangeOptions = {},
  ): Promise<Doc> {
    const outbox = this.withEntry({ events }, messageId);
    const since = outbox.length > 0 ? { outboxSince: new Date() } : {};
    const handled = messageId === undefined ? [] : [messageId];
    const fields = { ...doc, ...since, outbox, handled };
    const created = await this.model.create(fields as unknown as Doc);
    const stored = created.toObject() as Doc;
    if (outbox.length > 0) this.send(stored);
    return stored;
  }

  /**
   * Applies a decision to the newest state of a document, together with its events and the handled message id.
   * @returns the document after the change, or null when there is none
   */
  change(
    filter: Owned<Doc>,
    decide: (doc: Doc) => Decision<Doc> | undefined,
    options?: ChangeOptions,
  ): Promise<Doc | null> {
    return this.commit(filter, decide, options);
  }

  /**
   * Applies a decision that was made from a document as it was read, without reading it again.
   * @returns the document after the change, without the fields to omit, or null when it was changed or removed since
   */
  changeSince(
    read: Pick<Doc, '_id' | 'version'>,
    decision: Decision<Doc>,
    { messageId, omit }: ChangeOptions & Pick<ReadOptions<Doc>, 'omit'> = {},
  ): Promise<Doc | null> {
    return this.write(sameVersion(read), decision, { messageId, omit });
  }

  /**
   * Applies a decision that depends on nothing but the filter, in one write without a read.
   * @returns the document after the change, or null when none matches or the message was handled
   */
  changeMatching(
    filter: Owned<Doc>,
    decision: Decision<Doc>,
    { messageId }: ChangeOptions = {},
  ): Promise<Doc | null> {
    const isNotHandled = messageId === undefined ? {} : { handled: { $ne: messageId } };
    return this.write({ ...filter, ...isNotHandled }, decision, { messageId });
  }

  /**
   * Stores the entry of the current command with a document that it has stored without its id: because it might have had
   * to take the document back.
   */
  async log(filter: Owned<Doc>, messageId: string): Promise<void> {
    if (entryOfCommand(messageId)) await this.commit(filter, () => ({}), { messageId });
  }

  /** @throws {AppError} `unavailable`, then it is not removed: its entry of the audit log could not be sent */
  async remove(filter: Owned<Doc>, { messageId }: ChangeOptions = {}): Promise<void> {
    if (messageId !== undefined) await this.sendEntry(filter, messageId);
    await this.model.deleteOne(filter);
  }

  /** With the document its outbox is lost, so it must be empty before. */
  private async sendEntry(filter: Owned<Doc>, messageId: string): Promise<void> {
    await this.log(filter, messageId);
    const doc = await this.model.findOne(filter).select({ outboxSince: 1 }).lean<Outboxed>().exec();
    if (!doc?.outboxSince) return;
    await this.relay.send(this.model as unknown as Model<OutboxFields>, doc._id);
    const isLeft = await this.model.exists({ ...filter, outboxSince: doc.outboxSince });
    if (isLeft) throw AppError.unavailable();
  }

  private async read(filter: QueryFilter<Doc>): Promise<Doc | null> {
    return await this.model.findOne(filter).lean().exec();
  }

  /** Includes the fields that reads may omit. */
  private async readWhole(filter: QueryFilter<Doc>): Promise<Doc | null> {
    return await this.model.findOne(filter).select(hidden).lean().exec();
  }

  private async readMany(filter: QueryFilter<Doc>, options: ReadOptions<Doc>): Promise<Doc[]> {
    const query = this.model.find(filter);
    if (options.sort) query.sort(options.sort as Record<string, SortOrder>);
    if (options.skip) query.skip(options.skip);
    if (options.omit) query.select(Object.fromEntries(options.omit.map((field) => [field, 0])));
    return await query
      .limit(Math.min(options.limit ?? maxReadLimit, maxReadLimit))
      .lean()
      .exec();
  }

  private async commit(
    filter: QueryFilter<Doc>,
    decide: (doc: Doc) => Decision<Doc> | undefined,
    { messageId }: ChangeOptions = {},
  ): Promise<Doc | null> {
    for (let tries = 1; tries <= maxConflicts; tries += 1) {
      const doc = await this.readWhole(filter);
      if (!doc) return null;
      if (messageId !== undefined && doc.handled.includes(messageId)) return doc;
      const decision = decide(doc);
      if (!decision) return doc;
      const changed = await this.write(sameVersion(doc), decision, { messageId, doc });
      if (changed) return changed;
      await wait(Math.random() * Math.min(tries, maxWaitMs));
    }
    throw new AppError('conflict', 'This was changed by someone else at the same time. Please try again.');
  }

  private async write(
    filter: QueryFilter<Doc>,
    decision: Decision<Doc>,
    { messageId, doc, omit = [] }: Write<Doc>,
  ): Promise<Doc | null> {
    const events = this.withEntry(decision, messageId, doc);
    const update = {
      $inc: { version: 1 },
      ...updateOperator('$set', {
        ...decision.set,
        ...(decision.ownerId !== undefined && { ownerId: decision.ownerId }),
        ...(events.length > 0 ? { outboxSince: new Date() } : {}),
      }),
      ...updateOperator('$unset', Object.fromEntries((decision.unset ?? []).map((field) => [field, 1]))),
      ...updateOperator('$push', {
        outbox: events.length > 0 ? { $each: [...events] } : undefined,
        handled: messageId === undefined ? undefined : { $each: [messageId], $slice: -handledLimit },
      }),
    } as UpdateQuery<Doc>;
    const changed = (await this.model
      .findOneAndUpdate(filter, update, { returnDocument: 'after' })
      .select(['+outbox', ...omit.map((field) => `-${field}`)])
      .lean()
      .exec()) as Doc | null;
    if (changed && events.length > 0) this.send(changed);
    return changed;
  }

  /** What is stored in the outbox with a change. @param doc before the change */
  private withEntry(
    { set, before, events = [] }: Decision<Doc>,
    messageId: string | undefined,
    doc?: Doc,
  ): EventOf<Doc>[] {
    const entry =
      this.hasMessages && messageId !== undefined
        ? entryOfCommand(messageId, before ?? replacedValues(doc, set))
        : undefined;
    return [...events, ...(entry ? [entry as unknown as EventOf<Doc>] : [])];
  }

  /** Not awaited: the outbox is stored, so the caller need not wait for the broker. */
  private send(stored: Doc): void {
    const model = this.model as unknown as Model<OutboxFields>;
    void this.relay.send(model, stored._id, stored as unknown as Outbox);
  }
}

/** The values of the fields of the current command that a change replaces. */
function replacedValues(doc: object = {}, set: object = {}): LoggedFields {
  const stored = doc as Readonly<Record<string, unknown>>;
  const replaced = fieldsOfCommand()
    .filter((name) => name in set)
    .flatMap((name) => {
      const value = stored[name];
      return isLoggedValue(value) ? [[name, value] as const] : [];
    });
  return Object.fromEntries(replaced);
}

function isLoggedValue(value: unknown): value is LoggedFields[string] {
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string';
}

function sameVersion<Doc extends AnyAggregate>({ _id, version }: Pick<Doc, '_id' | 'version'>) {
  return { _id, version } as QueryFilter<Doc>;
}

/** One update operator, or nothing without fields. Omits `undefined` values, which a server would store as null. */
function updateOperator(name: '$set' | '$unset' | '$push', fields: object): object {
  const definedFields = Object.entries(fields).filter(([, value]) => value !== undefined);
  return definedFields.length > 0 ? { [name]: Object.fromEntries(definedFields) } : {};
}

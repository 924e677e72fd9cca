import { setTimeout as wait } from 'node:timers/promises';
import type { Model, QueryFilter, SortOrder, UpdateQuery } from 'mongoose';
import { AppError } from '@vault/base';
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
  readonly events?: readonly EventOf<Doc>[];
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

const maxReadLimit = 1_000;
/** One of all that change a document at once succeeds in each round. */
const maxConflicts = 100;
const maxWaitMs = 20;
/** Selects the fields that `addAggregateFields` may hide; without effect if they are not hidden. */
const hidden = '+outbox +handled';

/** One service's documents of one kind, changed in three steps: load, decide, commit. */
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

  /** @param publish where the events go, in place of the bus; an event may be published twice */
  constructor(
    private readonly model: Model<Doc>,
    private readonly relay: Pick<OutboxRelay, 'register' | 'send'>,
    publish?: (documentId: string, events: readonly EventOf<Doc>[]) => Promise<void>,
  ) {
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
    const since = events.length > 0 ? { outboxSince: new Date() } : {};
    const handled = messageId === undefined ? [] : [messageId];
    const fields = { ...doc, ...since, outbox: [...events], handled };
    const created = await this.model.create(fields as unknown as Doc);
    const stored = created.toObject() as Doc;
    if (events.length > 0) this.send(stored);
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
    return this.write(sameVersion(read), decision, messageId, omit);
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
    return this.write({ ...filter, ...isNotHandled }, decision, messageId);
  }

  async remove(filter: Owned<Doc>): Promise<void> {
    await this.model.deleteOne(filter);
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
      const changed = await this.write(sameVersion(doc), decision, messageId);
      if (changed) return changed;
      await wait(Math.random() * Math.min(tries, maxWaitMs));
    }
    throw new AppError('conflict', 'This was changed by someone else at the same time. Please try again.');
  }

  private async write(
    filter: QueryFilter<Doc>,
    decision: Decision<Doc>,
    messageId: string | undefined,
    omit: readonly string[] = [],
  ): Promise<Doc | null> {
    const events = decision.events ?? [];
    const update = {
      $inc: { version: 1 },
      ...updateOperator('$set', {
        ...decision.set,
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

  /** Not awaited: the outbox is stored, so the caller need not wait for the broker. */
  private send(stored: Doc): void {
    const model = this.model as unknown as Model<OutboxFields>;
    void this.relay.send(model, stored._id, stored as unknown as Outbox);
  }
}

function sameVersion<Doc extends AnyAggregate>({ _id, version }: Pick<Doc, '_id' | 'version'>) {
  return { _id, version } as QueryFilter<Doc>;
}

/** One update operator, or nothing without fields. Omits `undefined` values, which a server would store as null. */
function updateOperator(name: '$set' | '$unset' | '$push', fields: object): object {
  const definedFields = Object.entries(fields).filter(([, value]) => value !== undefined);
  return definedFields.length > 0 ? { [name]: Object.fromEntries(definedFields) } : {};
}

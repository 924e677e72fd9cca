import type { Connection, Model } from 'mongoose';
import { Schema } from 'mongoose';
import { eventDueAt } from './outbox.ts';
import type { EventRecord } from './records.ts';
import { nextSeq } from './seq.ts';

/** What the records of uploads and assets have in common. */
interface WithOutbox {
  id: string;
  /** Unique. */
  seq: number;
  events: EventRecord[];
}

/** A stored document. */
interface Stored {
  _id: string;
  /** The number of its last change. */
  revision: number;
  /** Fields by which it is found, derived from the record with each change. */
  keys: { eventDueAt?: number };
}

/** A name of a field, and whether no two documents have the same value. Documents without the field are not in its index. */
type Index = readonly [fields: Record<string, 1 | -1>, isUnique?: boolean];

interface Page {
  sort?: Record<string, 1 | -1>;
  skip?: number;
  limit: number;
  select?: readonly string[];
}

const duplicateKeyCode = 11_000;
/** Two engines seldom change one document at the same time, and each attempt of one ends with a change. */
const maxAttempts = 100;

/** The documents of one kind. Each is read and replaced as a whole, so that a change is one atomic write. */
export class Documents<Kind extends WithOutbox> {
  /** Called after each change of a record that has events to send. */
  onEvents: () => void = () => undefined;
  protected readonly model: Model<Stored>;
  private readonly keysOf: (record: Kind) => object;

  /** @param keysOf derives the fields by which documents are found */
  constructor(
    connection: Connection,
    { name, indexes, keysOf }: { name: string; indexes: readonly Index[]; keysOf: (record: Kind) => object },
  ) {
    const schema = new Schema<Stored>(
      { _id: String },
      { strict: false, versionKey: false, collection: name },
    );
    schema.index({ 'keys.eventDueAt': 1 }, { sparse: true });
    for (const [fields, unique = false] of indexes) schema.index(fields, { sparse: true, unique });
    this.model = connection.model<Stored>(name, schema);
    this.keysOf = keysOf;
  }

  async prepare(): Promise<void> {
    await this.model.createIndexes();
  }

  /** Gives the record a new `seq` when another engine used it in the same millisecond. @returns false when `id` exists */
  async insert(record: Kind): Promise<boolean> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      try {
        await this.model.collection.insertOne(this.toDocument(record, 1) as never);
      } catch (error) {
        if ((error as { code?: unknown }).code !== duplicateKeyCode) throw error;
        if ((await this.model.exists({ _id: record.id })) !== null) return false;
        record.seq = nextSeq();
        continue;
      }
      if (record.events.length > 0) this.onEvents();
      return true;
    }
    throw new Error(`the ${this.model.modelName} ${record.id} has no unique keys`);
  }

  async byId(id: string): Promise<Kind | undefined> {
    return await this.first({ _id: id });
  }

  /**
   * Changes a document in one write. `mutate` gets a copy; it is called again when another change came first.
   *
   * @param mutate changes the copy; false leaves the document as it is
   * @returns the changed record; undefined when it does not exist, or `mutate` returned false
   */
  async change(id: string, mutate: (record: Kind) => unknown): Promise<Kind | undefined> {
    return await this.replace(id, (record) => this.exists(record) && mutate(record));
  }

  /**
   * Changes the events of a record, also of one that no longer exists for clients.
   *
   * @param mutate undefined leaves them as they are
   * @returns whether they were changed
   */
  async changeEvents(
    id: string,
    mutate: (events: EventRecord[]) => EventRecord[] | undefined,
  ): Promise<boolean> {
    const changed = await this.replace(id, (record) => {
      const events = mutate(record.events);
      if (events === undefined) return false;
      record.events = events;
      return true;
    });
    return changed !== undefined;
  }

  async isEmpty(): Promise<boolean> {
    return (await this.model.findOne({}).lean<Stored>()) === null;
  }

  async remove(id: string): Promise<boolean> {
    return (await this.model.deleteOne({ _id: id })).deletedCount === 1;
  }

  /** Records with an event to send at `now`, the most urgent first. */
  async withDueEvents(now: number, limit: number): Promise<Kind[]> {
    return await this.find({ 'keys.eventDueAt': { $lte: now } }, { sort: { 'keys.eventDueAt': 1 }, limit });
  }

  /** When the next event may be sent, in epoch milliseconds; undefined when there is none. */
  async nextEventDueAt(): Promise<number | undefined> {
    const filter = { 'keys.eventDueAt': { $gte: 0 } };
    const first = await this.model.findOne(filter).sort({ 'keys.eventDueAt': 1 }).lean<Stored>();
    return first?.keys.eventDueAt;
  }

  /** Whether clients may still read and change it. */
  protected exists(_record: Kind): boolean {
    return true;
  }

  protected async first(filter: object): Promise<Kind | undefined> {
    const stored = await this.model.findOne(filter).lean<Stored>();
    return stored === null ? undefined : this.toRecord(stored);
  }

  /** @param select the fields to read; all by default */
  protected async find(filter: object, { sort = {}, skip = 0, limit, select }: Page): Promise<Kind[]> {
    const query = this.model.find(filter, select?.join(' ')).sort(sort).skip(skip).limit(limit);
    return (await query.lean<Stored[]>()).map((stored) => this.toRecord(stored));
  }

  protected async replace(id: string, mutate: (record: Kind) => unknown): Promise<Kind | undefined> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const stored = await this.model.findOne({ _id: id }).lean<Stored>();
      if (stored === null) return undefined;
      const record = this.toRecord(stored);
      if (mutate(record) === false) return undefined;
      const filter = { _id: id, revision: stored.revision };
      const next = this.toDocument(record, stored.revision + 1);
      const { modifiedCount } = await this.model.collection.replaceOne(filter as never, next);
      if (modifiedCount === 0) continue;
      if (record.events.length > 0) this.onEvents();
      return record;
    }
    throw new Error(`the ${this.model.modelName} ${id} changes too often`);
  }

  private toDocument({ id, ...record }: Kind, revision: number): Stored {
    const keys = { ...this.keysOf({ id, ...record } as Kind), eventDueAt: eventDueAt(record.events) };
    // All values are JSON; this leaves undefined fields out.
    return JSON.parse(JSON.stringify({ _id: id, revision, keys, ...record })) as Stored;
  }

  private toRecord(stored: Stored): Kind {
    const { _id: id, revision: _revision, keys: _keys, ...fields } = stored;
    return { id, ...fields } as unknown as Kind;
  }
}

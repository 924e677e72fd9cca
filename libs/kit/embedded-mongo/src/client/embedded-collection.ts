import mongoose from 'mongoose';
import { refuseOtherMethods } from '../errors/unsupported-operator-error.ts';
import { countKeys } from '../planning/count-keys.ts';
import { matchingBatches, type Selection } from '../planning/matching-rows.ts';
import { planQuery } from '../planning/plan-query.ts';
import { everything } from '../query/filter.ts';
import { parseIndexDefinition } from '../storage/index-definition.ts';
import { toExact, decodeExactly, decodeForCaller, encodeDocument } from '../values/bson.ts';
import { checkOptions, type CommandOptions, readPage, readSort } from './command-options.ts';
import { Cursor, yieldToEventLoop, type PlainDocument } from './cursor.ts';
import type { EmbeddedStore } from './embedded-store.ts';
import {
  readFilter,
  readInsert,
  readReplaceRequest,
  readUpdateRequest,
  refuseSort,
} from './read-requests.ts';
import { sumByField } from './sum-by-field.ts';
import {
  deleteDocuments,
  insertDocument,
  updateDocuments,
  type UpdateOutcome,
  type UpdateRequest,
} from './write-operations.ts';
import { parseFilter } from '../query/parse-filter.ts';
import { parseProjection, type Projection } from '../query/projection.ts';

/** The parameters of a find. */
function readSelection(filter: object, uncheckedOptions: CommandOptions | undefined): Selection {
  const options = checkOptions(uncheckedOptions);
  return {
    filter: parseFilter(toExact(filter, options.ignoreUndefined)),
    sort: readSort(options.sort),
    ...readPage(options),
  };
}

/** Batches of a find. Parses its arguments when the first batch is requested. */
function* findBatches(
  store: EmbeddedStore,
  collection: string,
  filter: object,
  options: CommandOptions = {},
): Generator<PlainDocument[], void> {
  const selection = readSelection(filter, options);
  const projection = readProjection(options.projection);
  const found = store.catalogue.find(collection);
  if (found === undefined) return;
  for (const rows of matchingBatches(store.file, found, selection)) {
    yield rows.map(({ bytes }) => show(bytes, projection, options));
  }
}

/** The projection of the options. */
const readProjection = (projection: object | null | undefined): Projection | undefined =>
  parseProjection(toExact(projection ?? {}));

/** A stored document as its caller receives it. */
function show(bytes: Uint8Array, projection: Projection | undefined, options: CommandOptions): PlainDocument {
  if (projection === undefined) return decodeForCaller(bytes, options);
  return decodeForCaller(encodeDocument(projection(decodeExactly(bytes))), options);
}

type Document = Record<string, unknown>;

/** The mongodb driver's `Collection`, as far as the product calls it; other methods throw with their name. */
export class EmbeddedCollection {
  readonly collectionName: string;
  private readonly store: EmbeddedStore;

  constructor(store: EmbeddedStore, collectionName: string) {
    this.store = store;
    this.collectionName = collectionName;
  }

  async createIndex(key: object, options: Document = {}): Promise<string> {
    const source = toExact({ ...options, key });
    const { name } = parseIndexDefinition(source);
    await this.store.file.writes.run(() =>
      this.store.catalogue.findOrCreate(this.collectionName).addIndex(source),
    );
    return name;
  }

  async insertOne(document: Document, options?: CommandOptions): Promise<Document> {
    document['_id'] ??= new mongoose.mongo.ObjectId();
    const exact = readInsert(document, checkOptions(options));
    await this.store.file.writes.run(() => insertDocument(this.store, this.collectionName, exact));
    return { acknowledged: true, insertedId: document['_id'] };
  }

  find(filter: object = {}, options?: CommandOptions): Cursor {
    return new Cursor(findBatches(this.store, this.collectionName, filter, options));
  }

  async findOne(filter: object = {}, options?: CommandOptions): Promise<PlainDocument | null> {
    return this.find(filter, { ...options, limit: 1 }).next();
  }

  async updateOne(filter: object, update: object, options?: CommandOptions): Promise<Document> {
    refuseSort(options, 'updateOne');
    return toUpdateResult(await this.applyUpdate(readUpdateRequest(filter, update, options, false)));
  }

  async updateMany(filter: object, update: object, options?: CommandOptions): Promise<Document> {
    refuseSort(options, 'updateMany');
    return toUpdateResult(await this.applyUpdate(readUpdateRequest(filter, update, options, true)));
  }

  async replaceOne(filter: object, replacement: object, options?: CommandOptions): Promise<Document> {
    refuseSort(options, 'replaceOne');
    return toUpdateResult(await this.applyUpdate(readReplaceRequest(filter, replacement, options)));
  }

  async deleteOne(filter: object = {}, options?: CommandOptions): Promise<Document> {
    return this.applyDelete(filter, options, false);
  }

  async deleteMany(filter: object = {}, options?: CommandOptions): Promise<Document> {
    return this.applyDelete(filter, options, true);
  }

  async findOneAndUpdate(
    filter: object,
    update: object,
    options: CommandOptions = {},
  ): Promise<PlainDocument | null> {
    const request = readUpdateRequest(filter, update, options, false);
    const projection = readProjection(options.projection);
    const { before, after } = await this.applyUpdate(request);
    const bytes = options.returnDocument === 'after' ? after : before;
    return bytes === undefined ? null : show(bytes, projection, options);
  }

  async countDocuments(filter: object = {}, options?: CommandOptions): Promise<number> {
    const selection = readSelection(filter, options);
    const store = this.store.catalogue.find(this.collectionName);
    if (store === undefined) return 0;
    if (selection.filter === everything && selection.skip === 0 && selection.limit === 0) return store.size;
    const plan = planQuery(store, selection.filter, []);
    if (plan.isExact) return countKeys(this.store.file, plan, selection);
    let count = 0;
    for (const rows of matchingBatches(this.store.file, store, { ...selection, sort: [] })) {
      count += rows.length;
      await yieldToEventLoop();
    }
    return count;
  }

  estimatedDocumentCount(): Promise<number> {
    return Promise.resolve(this.store.catalogue.find(this.collectionName)?.size ?? 0);
  }

  aggregate(pipeline: object[], options?: CommandOptions): Cursor {
    return new Cursor(sumByField(this.store, this.collectionName, pipeline, options));
  }

  private applyUpdate(request: UpdateRequest): Promise<UpdateOutcome> {
    return this.store.file.writes.run(() => updateDocuments(this.store, this.collectionName, request));
  }

  private async applyDelete(
    filter: object,
    uncheckedOptions: CommandOptions | undefined,
    isMany: boolean,
  ): Promise<Document> {
    const read = readFilter(filter, checkOptions(uncheckedOptions));
    const deletedCount = await this.store.file.writes.run(() =>
      deleteDocuments(this.store, this.collectionName, read, isMany),
    );
    return { acknowledged: true, deletedCount };
  }
}

refuseOtherMethods(EmbeddedCollection, mongoose.mongo.Collection);

function toUpdateResult({ matchedCount, modifiedCount, upsertedId }: UpdateOutcome): Document {
  const upsertedCount = Number(upsertedId !== undefined);
  return { acknowledged: true, modifiedCount, upsertedId: upsertedId ?? null, upsertedCount, matchedCount };
}

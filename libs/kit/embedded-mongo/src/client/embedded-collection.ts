import mongoose from 'mongoose';
import { AggregationCursor } from '../aggregation/aggregation-cursor.ts';
import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';

import { someAt } from '../query/some-at.ts';
import { everything } from '../query/filter.ts';
import { matchingBatches } from '../planning/matching-rows.ts';
import { decodeExactly, toCallerValue } from '../values/bson.ts';
import { splitPath } from '../values/field-path.ts';
import { orderKey } from '../values/order-key.ts';
import type { PlainDocument } from './batch-cursor.ts';
import { runBulkWrite, type BulkOperation } from './bulk-write.ts';
import { CollectionIndexes } from './collection-indexes.ts';
import { checkOptions, readSort, type CommandOptions } from './command-options.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';
import { FindCursor, readProjection, show } from './find-cursor.ts';
import { readCountPage } from './read-page.ts';
import {
  readFilter,
  readInsert,
  readReplaceRequest,
  readUpdateRequest,
  refuseSort,
} from './read-requests.ts';
import {
  deleteDocuments,
  insertDocument,
  updateDocuments,
  type UpdateOutcome,
  type UpdateRequest,
} from './write-operations.ts';

type Options = CommandOptions | undefined;
type Document = Record<string, unknown>;

/** The mongodb driver's `Collection`, as far as mongoose and its users call it; other methods refuse by name. */
export class EmbeddedCollection extends CollectionIndexes {
  async insertOne(document: Document, options?: CommandOptions): Promise<Document> {
    document['_id'] ??= new mongoose.mongo.ObjectId();
    const exact = readInsert(document, checkOptions(options));
    await this.store.file.writes.run(() => {
      insertDocument(this.store, this.collectionName, exact);
    });
    return { acknowledged: true, insertedId: document['_id'] };
  }

  async insertMany(documents: Document[], options?: CommandOptions): Promise<Document> {
    const operations = documents.map((document) => ({ insertOne: { document } }));
    const { insertedCount, insertedIds } = await this.bulkWrite(operations, options);
    return { acknowledged: true, insertedCount, insertedIds };
  }

  async bulkWrite(operations: BulkOperation[], options?: CommandOptions): ReturnType<typeof runBulkWrite> {
    return runBulkWrite(this.store, this.collectionName, operations, checkOptions(options));
  }

  find(filter: object = {}, options?: CommandOptions): FindCursor {
    return new FindCursor(this.store, this.collectionName, filter, options);
  }

  async findOne(filter: object = {}, options?: CommandOptions): Promise<PlainDocument | null> {
    return this.find(filter, { ...options, limit: 1 }).next();
  }

  async updateOne(filter: object, update: object, options?: CommandOptions): Promise<Document> {
    refuseSort(options, 'updateOne');
    return toUpdateResult(await this.#update(readUpdateRequest(filter, update, options, false)));
  }

  async updateMany(filter: object, update: object, options?: CommandOptions): Promise<Document> {
    refuseSort(options, 'updateMany');
    return toUpdateResult(await this.#update(readUpdateRequest(filter, update, options, true)));
  }

  async replaceOne(filter: object, replacement: object, options?: CommandOptions): Promise<Document> {
    refuseSort(options, 'replaceOne');
    return toUpdateResult(await this.#update(readReplaceRequest(filter, replacement, options)));
  }

  async deleteOne(filter: object = {}, options?: CommandOptions): Promise<Document> {
    return { acknowledged: true, deletedCount: (await this.#delete(filter, options, false)).length };
  }

  async deleteMany(filter: object = {}, options?: CommandOptions): Promise<Document> {
    return { acknowledged: true, deletedCount: (await this.#delete(filter, options, true)).length };
  }

  async findOneAndUpdate(filter: object, update: object, options?: CommandOptions): Promise<unknown> {
    return this.#findAndChange(readUpdateRequest(filter, update, options, false), options);
  }

  async findOneAndReplace(filter: object, replacement: object, options?: CommandOptions): Promise<unknown> {
    return this.#findAndChange(readReplaceRequest(filter, replacement, options), options);
  }

  async findOneAndDelete(filter: object, options: CommandOptions = {}): Promise<unknown> {
    const projection = readProjection(options.projection);
    const [bytes] = await this.#delete(filter, options, false);
    const value = bytes === undefined ? null : show({ bytes }, projection, options);
    return options.includeResultMetadata === true
      ? { value, lastErrorObject: { n: Number(value !== null) }, ok: 1 }
      : value;
  }

  async countDocuments(filter: object = {}, options: CommandOptions = {}): Promise<number> {
    const { skip, limit } = readCountPage(checkOptions(options));
    const store = this.store.catalogue.find(this.collectionName);
    const read = readFilter(filter, options);
    if (store === undefined) return 0;
    if (read === everything && skip === 0 && limit === 0) return store.size;
    let count = 0;
    for (const rows of this.batches(read, skip, limit)) {
      count += rows.length;
      await yieldToEventLoop();
    }
    return count;
  }

  async count(filter: object = {}, options?: CommandOptions): Promise<number> {
    return this.countDocuments(filter, options);
  }

  estimatedDocumentCount(): Promise<number> {
    return Promise.resolve(this.store.catalogue.find(this.collectionName)?.size ?? 0);
  }

  /** Different values under a path; the elements of arrays count, not the arrays. */
  async distinct(path: string, filter: object = {}, options: CommandOptions = {}): Promise<unknown[]> {
    const parts = splitPath(path);
    const values = new Map<string, unknown>();
    for (const rows of this.batches(readFilter(filter, checkOptions(options)), 0, 0)) {
      for (const { bytes } of rows) {
        someAt(decodeExactly(bytes), parts, false, (value) => {
          for (const item of Array.isArray(value) ? value : [value]) {
            if (item !== undefined)
              values.set(orderKey(item).toString('latin1'), toCallerValue(item, options));
          }
          return false;
        });
      }
      await yieldToEventLoop();
    }
    return [...values.values()];
  }

  aggregate(pipeline: object[] = [], options?: CommandOptions): AggregationCursor {
    return new AggregationCursor(this.store, this.collectionName, pipeline, checkOptions(options));
  }

  async drop(): Promise<boolean> {
    return this.store.file.writes.run(() => this.store.catalogue.drop(this.collectionName));
  }

  async options(): Promise<Document> {
    return Promise.resolve({});
  }

  async isCapped(): Promise<boolean> {
    return Promise.resolve(false);
  }

  private *batches(
    filter: ReturnType<typeof readFilter>,
    skip: number,
    limit: number,
  ): ReturnType<typeof matchingBatches> {
    const store = this.store.catalogue.find(this.collectionName);
    if (store !== undefined)
      yield* matchingBatches(this.store.file, store, { filter, sort: [], skip, limit });
  }

  #update(request: UpdateRequest): Promise<UpdateOutcome> {
    return this.store.file.writes.run(() => updateDocuments(this.store, this.collectionName, request));
  }

  #delete(filter: object, given: Options, isMany: boolean): Promise<Uint8Array[]> {
    const options = checkOptions(given);
    const request = { filter: readFilter(filter, options), sort: readSort(options.sort), isMany };
    return this.store.file.writes.run(() => deleteDocuments(this.store, this.collectionName, request));
  }

  async #findAndChange(request: UpdateRequest, options: CommandOptions = {}): Promise<unknown> {
    const projection = readProjection(options.projection);
    const outcome = await this.#update(request);
    const bytes = options.returnDocument === 'after' ? outcome.after : outcome.before;
    const value = bytes === undefined ? null : show({ bytes }, projection, options);
    if (options.includeResultMetadata !== true) return value;
    const upserted = outcome.upsertedId === undefined ? {} : { upserted: outcome.upsertedId };
    const n = outcome.matchedCount + Number(outcome.upsertedId !== undefined);
    return { value, lastErrorObject: { n, updatedExisting: outcome.matchedCount > 0, ...upserted }, ok: 1 };
  }
}

/** Methods of the driver's class that are not here refuse by name, instead of being undefined. */
for (const name of Object.getOwnPropertyNames(mongoose.mongo.Collection.prototype)) {
  if (name in EmbeddedCollection.prototype) continue;
  Object.defineProperty(EmbeddedCollection.prototype, name, {
    value: () => {
      throw new UnsupportedOperatorError(name);
    },
  });
}

function toUpdateResult({ matchedCount, modifiedCount, upsertedId }: UpdateOutcome): Document {
  const upsertedCount = Number(upsertedId !== undefined);
  return { acknowledged: true, modifiedCount, upsertedId: upsertedId ?? null, upsertedCount, matchedCount };
}

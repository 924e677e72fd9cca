import mongoose from 'mongoose';
import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { nativeDriver } from '../native-driver.ts';
import type { CommandOptions } from './command-options.ts';
import type { EmbeddedStore } from './embedded-store.ts';
import { readFilter, readInsert, readReplaceRequest, readUpdateRequest } from './read-requests.ts';
import {
  deleteDocuments,
  insertDocument,
  updateDocuments,
  type UpdateOutcome,
  type UpdateRequest,
} from './write-operations.ts';

/** Operations of one transaction; a long list yields to others in between. */
const sliceSize = 200;

/** One entry of `bulkWrite`, in the mongodb driver's form. */
export type BulkOperation = Record<string, Record<string, unknown>>;

/** Counts as the mongodb driver's own result class reads them. */
interface Tally {
  ok: 1;
  nInserted: number;
  nMatched: number;
  nModified: number;
  nRemoved: number;
  nUpserted: number;
  insertedIds: { index: number; _id: unknown }[];
  upserted: { index: number; _id: unknown }[];
  writeErrors: BulkWriteFault[];
  writeConcernErrors: never[];
}

type Step = (tally: Tally, index: number) => void;

/** One failed operation, with the names callers read. */
class BulkWriteFault {
  readonly index: number;
  readonly code: number;
  readonly errmsg: string;
  readonly err: { index: number; code: number; errmsg: string; op: unknown };

  constructor(index: number, cause: { code?: unknown; message: string }, op: unknown) {
    this.index = index;
    this.code = typeof cause.code === 'number' ? cause.code : 8;
    this.errmsg = cause.message;
    this.err = { index, code: this.code, errmsg: this.errmsg, op };
  }

  getOperation(): unknown {
    return this.err.op;
  }
}

/** Runs the operations in order; each is all or nothing, the list is not, as on a server. */
export async function runBulkWrite(
  store: EmbeddedStore,
  collection: string,
  operations: readonly BulkOperation[],
  options: CommandOptions,
): Promise<InstanceType<typeof mongoose.mongo.BulkWriteResult>> {
  const tally = newTally();
  const isOrdered = options.ordered !== false;
  const steps = operations.map((operation) => readStep(store, collection, operation, options));
  for (let from = 0; from < steps.length; from += sliceSize) {
    const slice = steps.slice(from, from + sliceSize);
    const isStopped = await store.file.writes.run(() =>
      runSlice(store, slice, from, operations, tally, isOrdered),
    );
    if (isStopped) break;
  }
  const result = toDriverResult(tally, isOrdered);
  const [first] = tally.writeErrors;
  if (first === undefined) return result;
  const { MongoBulkWriteError } = mongoose.mongo;
  const report = { message: first.errmsg, code: first.code, writeErrors: tally.writeErrors };
  throw new MongoBulkWriteError(
    report as unknown as ConstructorParameters<typeof MongoBulkWriteError>[0],
    result,
  );
}

function newTally(): Tally {
  const counts = { ok: 1 as const, nInserted: 0, nMatched: 0, nModified: 0, nRemoved: 0, nUpserted: 0 };
  return { ...counts, insertedIds: [], upserted: [], writeErrors: [], writeConcernErrors: [] };
}

type ResultClass = new (
  tally: Tally,
  isOrdered: boolean,
) => InstanceType<typeof mongoose.mongo.BulkWriteResult>;

/** The driver's class, so that getters and methods are where callers look for them. */
function toDriverResult(tally: Tally, isOrdered: boolean): InstanceType<ResultClass> {
  const BulkWriteResult = nativeDriver.BulkWriteResult as ResultClass;
  return new BulkWriteResult(tally, isOrdered);
}

function runSlice(
  store: EmbeddedStore,
  steps: readonly Step[],
  from: number,
  operations: readonly BulkOperation[],
  tally: Tally,
  isOrdered: boolean,
): boolean {
  for (const [at, step] of steps.entries()) {
    try {
      store.file.writes.runPart(() => {
        step(tally, from + at);
      });
    } catch (error) {
      if (!(error instanceof mongoose.mongo.MongoServerError)) throw error;
      tally.writeErrors.push(new BulkWriteFault(from + at, error, operations[from + at]));
      if (isOrdered) return true;
    }
  }
  return false;
}

function readStep(
  store: EmbeddedStore,
  collection: string,
  operation: BulkOperation,
  options: CommandOptions,
): Step {
  const [[kind, body] = ['nothing', {}]] = Object.entries(operation);
  const own = { ...options, ...body };
  const filter = body['filter'] ?? {};
  switch (kind) {
    case 'insertOne':
      return insertStep(store, collection, (body['document'] ?? body) as Record<string, unknown>, options);
    case 'updateOne':
    case 'updateMany':
      return updateStep(
        store,
        collection,
        readUpdateRequest(filter, body['update'] as object, own, kind === 'updateMany'),
      );
    case 'replaceOne':
      return updateStep(store, collection, readReplaceRequest(filter, body['replacement'] as object, own));
    case 'deleteOne':
    case 'deleteMany': {
      const request = { filter: readFilter(filter, own), sort: [], isMany: kind === 'deleteMany' };
      return (tally) => {
        tally.nRemoved += deleteDocuments(store, collection, request).length;
      };
    }
    default:
      throw new UnsupportedOperatorError(kind, 'in bulkWrite');
  }
}

/** As the mongodb driver does, the caller's own document receives the id. */
function insertStep(
  store: EmbeddedStore,
  collection: string,
  document: Record<string, unknown>,
  options: CommandOptions,
): Step {
  document['_id'] ??= new mongoose.mongo.ObjectId();
  const exact = readInsert(document, options);
  return (tally, index) => {
    tally.insertedIds.push({ index, _id: document['_id'] });
    insertDocument(store, collection, exact);
    tally.nInserted += 1;
  };
}

function updateStep(store: EmbeddedStore, collection: string, request: UpdateRequest): Step {
  return (tally, index) => {
    const outcome: UpdateOutcome = updateDocuments(store, collection, request);
    tally.nMatched += outcome.matchedCount;
    tally.nModified += outcome.modifiedCount;
    if (outcome.upsertedId === undefined) return;
    tally.nUpserted += 1;
    tally.upserted.push({ index, _id: outcome.upsertedId });
  };
}

import type { ServiceName } from '@vault/contracts';
import mongoose, { Mongoose, type IndexDefinition, type IndexOptions, type Model } from 'mongoose';
import { databaseNameOf } from '../store/connect-mongo.ts';
import { indexName } from '../store/missing-indexes.ts';
import { addModels, type Models } from '../store/service-store.ts';

export interface MakeIndexesOptions {
  readonly url: string;
  readonly service: ServiceName;
  readonly models: Models;
  readonly namespace: string | undefined;
  readonly print: (line: string) => void;
}

interface Wanted {
  readonly keys: IndexDefinition;
  readonly options: IndexOptions;
}

/** Two documents share a value that must be unique. */
const duplicateKey = 11_000;
/** An index of the same name or on the same fields, with other options. */
const inTheWay = new Set([85, 86]);

/**
 * Makes the indexes that a service asks for and its database lacks. None is ever dropped: those nobody asks for any more
 * are named, for an operator to decide.
 * @throws with a sentence when an index cannot be made
 */
export async function makeIndexes({
  url,
  service,
  models,
  namespace,
  print,
}: MakeIndexesOptions): Promise<void> {
  const dbName = databaseNameOf(service, namespace);
  const connection = new Mongoose().createConnection(url, { dbName, autoIndex: false, autoCreate: false });
  addModels(connection, models);
  try {
    await connection.asPromise();
    for (const model of Object.values(connection.models)) await makeOf(model as Model<unknown>, print);
  } finally {
    await connection.close();
  }
}

async function makeOf(model: Model<unknown>, print: (line: string) => void): Promise<void> {
  const { toCreate, toDrop } = await difference(model);
  const place = `${model.db.name}.`;
  for (const { keys, options } of toCreate) {
    await makeOne(model, keys, options);
    print(`index ${place}${indexName(model, keys)}: made`);
  }
  const wanted = model.schema.indexes().length;
  if (wanted > toCreate.length)
    print(`indexes ${place}${model.collection.collectionName}: ${String(wanted - toCreate.length)} found`);
  for (const name of toDrop)
    print(`index ${place}${model.collection.collectionName}.${name}: nothing asks for it; left as it is`);
}

/** With the options of what lacks, which the types of mongoose leave out. */
async function difference(model: Model<unknown>): Promise<{ toCreate: Wanted[]; toDrop: string[] }> {
  const { toCreate, toDrop } = await model.diffIndexes({ indexOptionsToCreate: true });
  const pairs = toCreate as unknown as [IndexDefinition, IndexOptions][];
  return {
    toCreate: pairs.map(([keys, options]) => ({ keys, options })),
    toDrop: toDrop as unknown as string[],
  };
}

async function makeOne(model: Model<unknown>, keys: IndexDefinition, options: IndexOptions): Promise<void> {
  try {
    await model.collection.createIndex(keys as never, options as never, {});
  } catch (cause) {
    const code = cause instanceof mongoose.mongo.MongoServerError ? Number(cause.code) : 0;
    const name = `${model.db.name}.${indexName(model, keys)}`;
    if (code === duplicateKey)
      throw new Error(`The index ${name} cannot be made: two documents share a value that must be unique.`, {
        cause,
      });
    if (inTheWay.has(code))
      throw new Error(
        `The index ${name} cannot be made: another one with other options is in its way. Drop that one first.`,
        { cause },
      );
    throw cause;
  }
}

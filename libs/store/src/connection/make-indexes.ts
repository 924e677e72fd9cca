import type { ServiceName } from '@vault/contracts';
import mongoose, { Mongoose, type IndexDefinition, type IndexOptions, type Model } from 'mongoose';
import { databaseNameOf } from './connect-mongo.ts';
import type { MongoAccess } from './current-client.ts';
import { noteDataVersion, readDataVersion } from './data-version.ts';
import { indexName } from './missing-indexes.ts';
import { addModels, type Models } from './service-store.ts';

export interface MakeIndexesOptions {
  readonly access: MongoAccess;
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
const conflicting = new Set([85, 86]);

/**
 * Creates the indexes that a service's models define and its database lacks, and notes the version of the data in a new
 * database: older data are upgraded before. It never drops an index: it prints indexes that no model defines, for an
 * operator to decide.
 * @throws with an error message when an index cannot be created
 */
export async function makeIndexes({
  access,
  service,
  models,
  namespace,
  print,
}: MakeIndexesOptions): Promise<void> {
  const dbName = databaseNameOf(service, namespace);
  const { url, options } = access;
  const settings = { ...options, dbName, autoIndex: false, autoCreate: false };
  const connection = new Mongoose().createConnection(url, settings);
  addModels(connection, models);
  try {
    const { db } = await connection.asPromise();
    if (db && (await readDataVersion(db)) === undefined) await noteDataVersion(db);
    for (const model of Object.values(connection.models)) await makeOf(model as Model<unknown>, print);
  } finally {
    await connection.close();
  }
}

async function makeOf(model: Model<unknown>, print: (line: string) => void): Promise<void> {
  const { toCreate, toDrop } = await difference(model);
  const prefix = `${model.db.name}.`;
  for (const { keys, options } of toCreate) {
    await makeOne(model, keys, options);
    print(`index ${prefix}${indexName(model, keys)}: made`);
  }
  const expectedCount = model.schema.indexes().length;
  if (expectedCount > toCreate.length)
    print(
      `indexes ${prefix}${model.collection.collectionName}: ${String(expectedCount - toCreate.length)} found`,
    );
  for (const name of toDrop)
    print(`index ${prefix}${model.collection.collectionName}.${name}: no model defines it; kept`);
}

/** The types of mongoose lack the options of the missing indexes. */
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
    if (conflicting.has(code))
      throw new Error(
        `The index ${name} cannot be made: an index with other options conflicts with it. Drop that one first.`,
        { cause },
      );
    throw cause;
  }
}

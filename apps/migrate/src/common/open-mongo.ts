import mongoose, { Mongoose, type Connection, type mongo } from 'mongoose';
import { dataVersionCollection, type MongoAccess } from '@vault/store';

/** The collection in each database that says which move wrote it. */
export const noteCollection = 'moved_from';

const [connectWithinMs, answerWithinMs] = [10_000, 120_000];

const settings: mongo.MongoClientOptions = {
  serverSelectionTimeoutMS: connectWithinMs,
  connectTimeoutMS: connectWithinMs,
  socketTimeoutMS: answerWithinMs,
  writeConcern: { w: 'majority' },
  readPreference: 'primary',
};

/** A client for long work on the databases of all services. */
export function openMongo({ url, options }: MongoAccess): Promise<mongo.MongoClient> {
  return mongoose.mongo.MongoClient.connect(url, { ...options, ...settings });
}

/** A connection to one database, which makes no indexes. */
export async function openDatabase({ url, options }: MongoAccess, dbName: string): Promise<Connection> {
  const all = { ...options, ...settings, dbName, autoIndex: false, autoCreate: false };
  const connection = new Mongoose().createConnection(url, all);
  try {
    return await connection.asPromise();
  } catch (error) {
    await connection.close();
    throw error;
  }
}

const notes: ReadonlySet<string> = new Set([noteCollection, dataVersionCollection]);

/** The names of the collections of a service's database, except the notes of a move and of the version. */
export async function collectionsIn(db: mongo.Db): Promise<string[]> {
  const all = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
  return all
    .map(({ name }) => name)
    .filter((name) => !notes.has(name) && !name.startsWith('system.'))
    .sort();
}

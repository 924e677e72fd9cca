import mongoose, { type mongo } from 'mongoose';
import type { MongoAccess } from '@vault/store';

/** The collection in each database that says which move wrote it. */
export const noteCollection = 'moved_from';

const [connectWithinMs, answerWithinMs] = [10_000, 120_000];

/** A client for long work on the databases of all services. */
export function openMongo({ url, options }: MongoAccess): Promise<mongo.MongoClient> {
  return mongoose.mongo.MongoClient.connect(url, {
    ...options,
    serverSelectionTimeoutMS: connectWithinMs,
    connectTimeoutMS: connectWithinMs,
    socketTimeoutMS: answerWithinMs,
    writeConcern: { w: 'majority' },
    readPreference: 'primary',
  });
}

/** The names of the collections of a service's database, except the note of a move. */
export async function collectionsIn(db: mongo.Db): Promise<string[]> {
  const all = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
  return all
    .map(({ name }) => name)
    .filter((name) => name !== noteCollection && !name.startsWith('system.'))
    .sort();
}

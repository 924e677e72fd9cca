import { createHash } from 'node:crypto';
import type { mongo } from 'mongoose';
import { batchesOf, canonicalBytes, exactly, idKey, type ExactDocument } from './exact-documents.ts';
import type { Progress } from './progress.ts';

type Db = mongo.Db;

/** A server that deletes documents may do it a minute after they have expired, and clocks differ. */
const expiresSoonMs = 15 * 60_000;

/**
 * Inserts the documents that the target lacks, so that a copy that was killed continues. Existing documents are not
 * changed: {@link hashCollection} tells whether they are the same.
 */
export async function copyCollection(name: string, from: Db, to: Db, progress: Progress): Promise<void> {
  const target = to.collection(name);
  const isNew = (await target.findOne({}, { projection: { _id: 1 } })) === null;
  const cursor = from.collection(name).find({}, { ...exactly, sort: { _id: 1 } });
  for await (const { documents, bytes } of batchesOf(cursor)) {
    const missing = isNew ? documents : await without(target, documents);
    // Majority: a new primary must not lack what was counted as copied.
    if (missing.length > 0)
      await target.insertMany(missing as mongo.OptionalId<mongo.Document>[], {
        ordered: true,
        writeConcern: { w: 'majority', journal: true },
      });
    progress.add({ documents: documents.length, bytes });
  }
}

async function without(
  target: mongo.Collection,
  documents: readonly ExactDocument[],
): Promise<readonly ExactDocument[]> {
  const ids = documents.map(({ _id }) => _id);
  const filter = { _id: { $in: ids } } as mongo.Filter<mongo.Document>;
  const found = await target.find(filter, { ...exactly, projection: { _id: 1 } }).toArray();
  const present = new Set(found.map((each) => idKey(each as unknown as ExactDocument)));
  return documents.filter((document) => !present.has(idKey(document)));
}

/** The number of compared documents of a collection, and a hash of all of them in the order of their ids. */
export interface CollectionHash {
  readonly count: number;
  readonly sha256: string;
}

/** The dates after which a server deletes documents, by the indexes of the target. */
export interface Expiry {
  readonly path: string;
  readonly seconds: number;
}

interface StoredIndex {
  readonly key: Readonly<Record<string, unknown>>;
  readonly expireAfterSeconds?: number;
}

export async function expiriesOf(db: Db, name: string): Promise<readonly Expiry[]> {
  const [found] = await db.listCollections({ name }, { nameOnly: true }).toArray();
  const indexes = found ? await db.collection(name).indexes() : [];
  return (indexes as StoredIndex[]).flatMap(({ key, expireAfterSeconds: seconds }) => {
    const [path] = Object.keys(key);
    return seconds === undefined || path === undefined ? [] : [{ path, seconds }];
  });
}

/** @param now documents that expire shortly after it are not compared: the server may have deleted them */
export async function hashCollection(
  name: string,
  db: Db,
  { expiries, now }: { readonly expiries: readonly Expiry[]; readonly now: number },
): Promise<CollectionHash> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const { documents } of batchesOf(
    db.collection(name).find({}, { ...exactly, sort: { _id: 1 } }),
  )) {
    for (const document of documents) {
      if (expiries.some((expiry) => isGoneBy(now + expiresSoonMs, document, expiry))) continue;
      hash.update(canonicalBytes(document));
      count += 1;
    }
  }
  return { count, sha256: hash.digest('hex') };
}

function isGoneBy(time: number, document: ExactDocument, { path, seconds }: Expiry): boolean {
  const value = document[path];
  return value instanceof Date && value.getTime() + seconds * 1_000 < time;
}

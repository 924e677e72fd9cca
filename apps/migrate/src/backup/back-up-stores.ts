import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { mongo } from 'mongoose';
import type { BackedUpCollection } from '../move/backup-manifest.ts';
import { hashCollection } from '../move/copy-collection.ts';
import { batchesOf, canonicalBytes, exactly, type ExactDocument } from '../move/exact-documents.ts';
import { StoreCopies } from '../move/move-stores.ts';
import type { Progress } from '../move/progress.ts';
import { withAdvice, type SourceStores, type StoredCollection, type StoreSnapshot } from './source-stores.ts';

export interface StoresBackup {
  readonly source: SourceStores;
  readonly snapshot: StoreSnapshot;
  readonly collections: readonly StoredCollection[];
  /** Gets the folder `store`. */
  readonly folder: string;
  /** Called for each document. */
  readonly onDocument: (collection: StoredCollection, document: ExactDocument) => void;
  readonly progress: Progress;
}

/** A collection in the backup. */
/**
 * Copies all collections at the time of the snapshot into embedded stores, and compares them by hash.
 * @throws when a copy differs, or the server no longer has the state of that time
 */
export async function backUpStores(options: StoresBackup): Promise<BackedUpCollection[]> {
  const { source, collections, folder } = options;
  await mkdir(join(folder, 'store'), { mode: 0o700 });
  const copies = await StoreCopies.open(folder, source.services);
  try {
    const read: BackedUpCollection[] = [];
    // All reads first: the server keeps the state of that time for some minutes only.
    for (const each of collections) read.push(await copyCollection(each, copies, options));
    for (const [index, { service, name }] of collections.entries()) {
      const copy = await hashCollection(name, copies.of(service), { expiries: [], now: 0 });
      if (copy.sha256 !== read[index]?.sha256)
        throw new Error(`The copy of the collection ${service}.${name} differs.`);
    }
    return read;
  } finally {
    await copies.close();
  }
}

async function copyCollection(
  collection: StoredCollection,
  copies: StoreCopies,
  { source, snapshot: { session }, onDocument, progress }: StoresBackup,
): Promise<BackedUpCollection> {
  const { service, name } = collection;
  const target = copies.of(service).collection(name);
  const cursor = source
    .of(service)
    .collection(name)
    .find({}, { ...exactly, sort: { _id: 1 }, session });
  const hash = createHash('sha256');
  let count = 0;
  try {
    for await (const { documents, bytes } of batchesOf(cursor)) {
      for (const document of documents) {
        hash.update(canonicalBytes(document));
        onDocument(collection, document);
      }
      // Inserts of one turn of the event loop share a commit.
      await Promise.all(
        documents.map((document) => target.insertOne(document as mongo.OptionalId<mongo.Document>)),
      );
      count += documents.length;
      progress.add({ documents: documents.length, bytes });
    }
  } catch (error) {
    throw withAdvice(error);
  }
  return { name: `${service}.${name}`, count, sha256: hash.digest('hex') };
}

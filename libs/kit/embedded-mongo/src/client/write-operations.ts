import { BSON, encodeDocument, toCallerValue, type BsonDocument } from '../values/bson.ts';
import type { Filter } from '../query/filter.ts';
import type { OrderedField } from '../values/field-tuples.ts';
import { matchingRows } from '../planning/matching-rows.ts';
import type { CollectionStore, StoredRow } from '../storage/collection-store.ts';
import { applyUpdate, documentForUpsert, withIdFirst } from '../update/apply-update.ts';
import type { Update } from '../update/parse-update.ts';
import type { EmbeddedStore } from './embedded-store.ts';

/** An update with everything it needs, already read. */
export interface UpdateRequest {
  filter: Filter;
  update: Update;
  sort: readonly OrderedField[];
  isMany: boolean;
  isUpsert: boolean;
}

/** What an update did; bytes are whole stored documents. */
export interface UpdateOutcome {
  matchedCount: number;
  modifiedCount: number;
  upsertedId?: unknown;
  before?: Uint8Array | undefined;
  after?: Uint8Array | undefined;
}

/** Inserts one document that may lack its id. Inside a write. */
export function insertDocument(store: EmbeddedStore, collection: string, document: BsonDocument): void {
  const id = document['_id'] ?? new BSON.ObjectId();
  store.catalogue.findOrCreate(collection).insert(withIdFirst(id, document));
}

/** Changes the first match or all of them, or inserts when there is none and that is wanted. Inside a write. */
export function updateDocuments(
  store: EmbeddedStore,
  collection: string,
  { filter, update, sort, isMany, isUpsert }: UpdateRequest,
): UpdateOutcome {
  const found = store.catalogue.find(collection);
  const selection = { filter, sort, skip: 0, limit: isMany ? 0 : 1 };
  const rows = found === undefined ? [] : matchingRows(store.file, found, selection);
  if (rows.length > 0 && found !== undefined) return changeRows(found, rows, update);
  if (!isUpsert) return { matchedCount: 0, modifiedCount: 0 };
  const document = documentForUpsert(update, filter);
  store.catalogue.findOrCreate(collection).insert(document);
  const upsertedId = toCallerValue(document['_id']);
  return { matchedCount: 0, modifiedCount: 0, upsertedId, after: encodeDocument(document) };
}

function changeRows(store: CollectionStore, rows: readonly StoredRow[], update: Update): UpdateOutcome {
  let modifiedCount = 0;
  let after: BsonDocument = {};
  for (const row of rows) {
    after = applyUpdate(row.bytes, update);
    modifiedCount += Number(store.replace(row, after));
  }
  return { matchedCount: rows.length, modifiedCount, before: rows[0]?.bytes, after: encodeDocument(after) };
}

/** Deletes the first match or all of them; answers with their number. Inside a write. */
export function deleteDocuments(
  store: EmbeddedStore,
  collection: string,
  filter: Filter,
  isMany: boolean,
): number {
  const found = store.catalogue.find(collection);
  if (found === undefined) return 0;
  const rows = matchingRows(store.file, found, { filter, sort: [], skip: 0, limit: isMany ? 0 : 1 });
  for (const row of rows) found.remove(row);
  return rows.length;
}

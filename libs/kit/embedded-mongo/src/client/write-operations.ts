import {
  BSON,
  encodeDocument,
  toCallerValue,
  type BsonDocument,
  decodeExactly,
  type BsonValue,
} from '../values/bson.ts';
import type { Filter } from '../query/filter.ts';
import type { OrderedField } from '../values/field-tuples.ts';
import { matchingRows } from '../planning/matching-rows.ts';
import type { CollectionStore, StoredRow } from '../storage/collection-store.ts';
import type { Update, FieldChange } from '../update/parse-update.ts';
import type { EmbeddedStore } from './embedded-store.ts';
import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import { bsonTypeOf } from '../values/bson-type.ts';
import { isSameValue } from '../values/compare-values.ts';
import { setAt } from '../values/set-at.ts';
import { fieldOperators } from '../update/field-operators.ts';

/** The document after the update. The given bytes are not changed. */
function applyUpdate(stored: Uint8Array, update: Update): BsonDocument {
  const document = decodeExactly(stored);
  if (update.kind === 'replacement') return withIdFirst(document['_id'] as BsonValue, update.document);
  change(document, update.changes, false);
  if (document['_id'] === undefined || !isSameValue(document['_id'], decodeExactly(stored)['_id']))
    throw immutableId();
  return document;
}

/** The document that an upsert inserts: the values of the filter, then the update. */
function documentForUpsert(update: Update, filter: Filter): BsonDocument {
  const base: BsonDocument = {};
  refuseRepeatedPaths(filter.equalities.map(({ path }) => path));
  for (const { path, value } of filter.equalities) {
    if (update.kind === 'replacement' && path !== '_id') continue;
    setAt(base, path.split('.'), value);
  }
  const idOfFilter = base['_id'];
  if (update.kind === 'replacement')
    return withIdFirst(idOfFilter ?? update.document['_id'] ?? new BSON.ObjectId(), update.document);
  change(base, update.changes, true);
  if (idOfFilter !== undefined && !isSameValue(base['_id'], idOfFilter)) throw immutableId();
  return withIdFirst(base['_id'] ?? new BSON.ObjectId(), base);
}

function refuseRepeatedPaths(paths: readonly string[]): void {
  const twice = paths.find((path, at) =>
    paths.some((other, place) => place !== at && (other === path || other.startsWith(`${path}.`))),
  );
  if (twice === undefined) return;
  throw serverError(
    'NotSingleValueField',
    `cannot infer query fields to set, path '${twice}' is matched twice`,
  );
}

/** A document with its id as the first field, as it is stored; refuses ids that the server refuses. */
function withIdFirst(id: BsonValue, document: BsonDocument): BsonDocument {
  const own = document['_id'];
  if (own !== undefined && !isSameValue(own, id)) throw immutableId();
  if (bsonTypeOf(id) === 'array') throw serverError('BadValue', "The '_id' value cannot be of type array");
  return { ...{ _id: id }, ...document, _id: id };
}

function change(document: BsonDocument, changes: readonly FieldChange[], isInsert: boolean): void {
  for (const { operator, parts, operand } of changes) {
    const apply = fieldOperators[operator];
    if (apply === undefined) throw new UnsupportedOperatorError(operator, 'in an update');
    apply(document, parts, operand, isInsert);
  }
}

const immutableId = (): Error =>
  serverError(
    'ImmutableField',
    "Performing an update on the path '_id' would modify the immutable field '_id'",
  );

/** A parsed update with everything it needs. */
export interface UpdateRequest {
  filter: Filter;
  update: Update;
  sort: readonly OrderedField[];
  isMany: boolean;
  isUpsert: boolean;
}

/** The effect of an update; bytes are whole stored documents. */
export interface UpdateOutcome {
  matchedCount: number;
  modifiedCount: number;
  upsertedId?: unknown;
  before?: Uint8Array | undefined;
  after?: Uint8Array | undefined;
}

/** Inserts one document; adds an id if it has none. Call it inside a write. */
export function insertDocument(store: EmbeddedStore, collection: string, document: BsonDocument): void {
  const id = document['_id'] ?? new BSON.ObjectId();
  store.catalogue.findOrCreate(collection).insert(withIdFirst(id, document));
}

/** Changes the first match or all of them; upserts if requested. Call it inside a write. */
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

/** Deletes the first match or all of them. Call it inside a write. @returns their number */
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

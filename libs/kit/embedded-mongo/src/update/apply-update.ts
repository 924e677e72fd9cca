import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import { BSON, decodeExactly, type BsonDocument, type BsonValue } from '../values/bson.ts';
import { bsonTypeOf } from '../values/bson-type.ts';
import { isSameValue } from '../values/compare-values.ts';
import { setAt } from '../values/set-at.ts';
import type { Filter } from '../query/filter.ts';
import { fieldOperators } from './field-operators.ts';
import type { FieldChange, Update } from './parse-update.ts';

/** The document after the update. The given bytes stay as they are. */
export function applyUpdate(stored: Uint8Array, update: Update): BsonDocument {
  const document = decodeExactly(stored);
  if (update.kind === 'replacement') return withIdFirst(document['_id'] as BsonValue, update.document);
  change(document, update.changes, false);
  if (document['_id'] === undefined || !isSameValue(document['_id'], decodeExactly(stored)['_id']))
    throw immutableId();
  return document;
}

/** The document an upsert inserts: what the filter pins, then the update. */
export function documentForUpsert(update: Update, filter: Filter): BsonDocument {
  const base: BsonDocument = {};
  refuseDoublePins(filter.equalities.map(({ path }) => path));
  for (const { path, value } of filter.equalities) {
    if (update.kind === 'replacement' && path !== '_id') continue;
    setAt(base, path.split('.'), value);
  }
  const pinned = base['_id'];
  if (update.kind === 'replacement')
    return withIdFirst(pinned ?? update.document['_id'] ?? new BSON.ObjectId(), update.document);
  change(base, update.changes, true);
  if (pinned !== undefined && !isSameValue(base['_id'], pinned)) throw immutableId();
  return withIdFirst(base['_id'] ?? new BSON.ObjectId(), base);
}

function refuseDoublePins(paths: readonly string[]): void {
  const twice = paths.find((path, at) =>
    paths.some((other, place) => place !== at && (other === path || other.startsWith(`${path}.`))),
  );
  if (twice === undefined) return;
  throw serverError(
    'NotSingleValueField',
    `cannot infer query fields to set, path '${twice}' is matched twice`,
  );
}

/** A document with its id in front, as it is stored; refuses ids the server refuses. */
export function withIdFirst(id: BsonValue, document: BsonDocument): BsonDocument {
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

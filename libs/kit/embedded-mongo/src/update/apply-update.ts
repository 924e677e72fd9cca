import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import { BSON, decodeExactly, type BsonDocument, type BsonValue } from '../values/bson.ts';
import { bsonTypeOf } from '../values/bson-type.ts';
import { isSameValue } from '../values/compare-values.ts';
import { setAt } from '../values/set-at.ts';
import type { Filter } from '../query/filter.ts';
import { refuseConflicts } from './parse-update.ts';
import { expandPositions, type PositionFilters } from './positions.ts';
import { fieldOperators, type ChangeContext } from './field-operators.ts';
import type { Update } from './update-plan.ts';

/** The document after the update. The given bytes stay as they are. */
export function applyUpdate(
  stored: Uint8Array,
  update: Update,
  filter: Filter,
  positions: PositionFilters,
): BsonDocument {
  const before = decodeExactly(stored);
  if (update.kind === 'replacement') return withIdFirst(before['_id'] as BsonValue, update.document);
  const after = decodeExactly(stored);
  change(after, update, { isInsert: false, now: new Date() }, before, filter, positions);
  if (after['_id'] === undefined || !isSameValue(after['_id'], before['_id'])) throw immutableId();
  return after;
}

/** The document an upsert inserts: what the filter pins, then the update. */
export function documentForUpsert(update: Update, filter: Filter, positions: PositionFilters): BsonDocument {
  const base: BsonDocument = {};
  refuseDoublePins(filter.equalities.map(({ path }) => path));
  for (const { path, value } of filter.equalities) {
    if (update.kind === 'replacement' && path !== '_id') continue;
    setAt(base, path.split('.'), value);
  }
  const pinned = base['_id'];
  if (update.kind === 'replacement')
    return withIdFirst(pinned ?? update.document['_id'] ?? new BSON.ObjectId(), update.document);
  change(base, update, { isInsert: true, now: new Date() }, base, filter, positions);
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
  const type = bsonTypeOf(id);
  if (type === 'array' || type === 'regex')
    throw serverError('BadValue', `The '_id' value cannot be of type ${type}`);
  return { ...{ _id: id }, ...document, _id: id };
}

function change(
  document: BsonDocument,
  update: Update & { kind: 'changes' },
  context: ChangeContext,
  before: BsonDocument,
  filter: Filter,
  positions: PositionFilters,
): void {
  const steps = update.changes.flatMap((step) =>
    expandPositions(step.parts, before, filter, positions).map((path) => ({ ...step, path })),
  );
  // `$[]` and a position may meet only now that the elements are known.
  if (steps.length !== update.changes.length) refuseConflicts(steps.map(({ path }) => path));
  for (const { operator, path, operand } of steps) {
    const apply = fieldOperators[operator];
    if (apply === undefined) throw new UnsupportedOperatorError(operator, 'in an update');
    apply(document, path, operand, context);
  }
}

const immutableId = (): Error =>
  serverError(
    'ImmutableField',
    "Performing an update on the path '_id' would modify the immutable field '_id'",
  );

import type { BsonValue } from '../values/bson.ts';
import { bsonTypeOf, isNumeric } from '../values/bson-type.ts';
import { isSameValue } from '../values/compare-values.ts';
import type { Bound, Filter } from '../query/filter.ts';
import { rangeTest, typeTest } from '../query/value-tests.ts';
import type { IndexDefinition } from '../storage/index-definition.ts';

/** Types whose equality and range an index answers; the others are left to the filter. */
const indexed = new Set([
  'int',
  'long',
  'double',
  'decimal',
  'string',
  'objectId',
  'bool',
  'date',
  'binData',
  'timestamp',
]);

/** Values that a key can stand for: whole documents too, but never arrays. */
export const isKeyValue = (value: BsonValue): boolean =>
  value === null || indexed.has(bsonTypeOf(value)) || bsonTypeOf(value) === 'object';

/** Values whose order within their type is the order of keys. */
export const isRangeValue = (value: BsonValue): boolean => value !== null && indexed.has(bsonTypeOf(value));

/** Is every document that the filter matches in the index? */
export function coversFilter(index: IndexDefinition, filter: Filter): boolean {
  if (index.isSparse)
    return index.fields.some(({ path }) => filter.bounds.some((bound) => demandsField(bound, path)));
  if (index.partial === undefined) return true;
  // Only a partial filter that its bounds describe in full can be shown to hold.
  if (index.partial.conditions.length !== index.partial.bounds.length || index.partial.bounds.length === 0)
    return false;
  return index.partial.bounds.every((needed) => filter.bounds.some((given) => implies(given, needed)));
}

/** Does the bound hold only for documents that have the field? */
function demandsField(bound: Bound, path: string): boolean {
  if (bound.path !== path) return false;
  if (bound.operator === '$exists') return bound.value;
  if (bound.operator === '$in') return bound.values.every((value) => value !== null && !Array.isArray(value));
  return bound.operator === '$type' || bound.value !== null;
}

function implies(given: Bound, needed: Bound): boolean {
  if (given.path !== needed.path) return false;
  if (needed.operator === '$exists')
    return needed.value ? demandsField(given, needed.path) : isSameBound(given, needed);
  if (given.operator !== '$in' || given.values.some(Array.isArray)) return isSameBound(given, needed);
  if (needed.operator === '$in')
    return given.values.every((value) => needed.values.some((v) => isSameValue(v, value)));
  const test =
    needed.operator === '$type' ? sameTypeTest(needed.value) : rangeTest(needed.operator, needed.value);
  return given.values.every((value) => test(value));
}

/** A number equals numbers of other types, so a numeric value says nothing about the stored type. */
const sameTypeTest = (wanted: BsonValue): ((value: BsonValue) => boolean) => {
  const test = typeTest(wanted);
  return (value) => test(value) && (!isNumeric(value) || wanted === 'number') && value !== null;
};

function isSameBound(left: Bound, right: Bound): boolean {
  if (left.operator !== right.operator) return false;
  if (left.operator === '$in' || right.operator === '$in') return false;
  if (typeof left.value === 'boolean' || typeof right.value === 'boolean') return left.value === right.value;
  return isSameValue(left.value, right.value);
}

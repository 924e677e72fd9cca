import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import type { BsonDocument } from '../values/bson.ts';
import { isDocument, isNumeric } from '../values/bson-type.ts';
import { isIndex, splitPath } from '../values/field-path.ts';
import {
  keyOf,
  ParallelArrays,
  tuplesOf,
  type FieldTuple,
  type OrderedField,
} from '../values/field-tuples.ts';
import { splitNumber } from '../values/number-key.ts';

/** Parses `{ a: 1, 'b.c': -1 }`. */
export function parseSort(source: BsonDocument): OrderedField[] {
  return Object.entries(source).map(([path, direction]) => {
    if (isDocument(direction)) throw new UnsupportedOperatorError('$meta', 'in a sort');
    const sign = direction !== undefined && isNumeric(direction) ? splitNumber(direction).near : 0;
    if (sign !== 1 && sign !== -1) throw serverError('BadValue', '$sort key ordering must be 1 or -1');
    const parts = splitPath(path);
    if (parts.some(isIndex)) throw new UnsupportedOperatorError('sort by a position of an array', path);
    return { path, parts, direction: sign };
  });
}

/** Bytes whose order is the order of the sort. For an array, its first element in that order counts. */
export function sortKeyOf(fields: readonly OrderedField[], document: BsonDocument): Buffer {
  const keys = tuplesForSort(fields, document).map((tuple) => keyOf(fields, tuple));
  return keys.reduce((first, key) => (Buffer.compare(key, first) < 0 ? key : first));
}

function tuplesForSort(fields: readonly OrderedField[], document: BsonDocument): FieldTuple[] {
  try {
    return tuplesOf(fields, document).tuples;
  } catch (error) {
    if (!(error instanceof ParallelArrays)) throw error;
    throw serverError('BadValue', `cannot sort with keys that are parallel arrays ${error.message}`);
  }
}

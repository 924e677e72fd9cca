import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import type { BsonDocument, BsonValue } from '../values/bson.ts';
import { isDocument, isNumeric } from '../values/bson-type.ts';
import { splitPath } from '../values/field-path.ts';
import { splitNumber } from '../values/number-key.ts';
import { orderKey, typeTags } from '../values/order-key.ts';
import { someAt } from './some-at.ts';

/** One field of a sort. */
export interface SortField {
  path: string;
  parts: readonly string[];
  direction: 1 | -1;
}

/** What an empty array sorts as: before null. */
const emptyArrayKey = Buffer.of(typeTags.undefined);

/** Reads `{ a: 1, 'b.c': -1 }`. */
export function parseSort(source: BsonDocument): SortField[] {
  return Object.entries(source).map(([path, direction]) => {
    if (isDocument(direction)) throw new UnsupportedOperatorError('$meta', 'in a sort');
    const sign = direction !== undefined && isNumeric(direction) ? splitNumber(direction).near : 0;
    if (sign !== 1 && sign !== -1) throw serverError('BadValue', '$sort key ordering must be 1 or -1');
    return { path, parts: splitPath(path), direction: sign };
  });
}

/** Order of two documents; 0 when the sort does not tell them apart. */
export function compareBySort(fields: readonly SortField[], left: BsonDocument, right: BsonDocument): number {
  return compareSortKeys(fields, sortKeysOf(fields, left), sortKeysOf(fields, right));
}

/** Keys of a document, one for each field of the sort: of an array the least, or descending the greatest element. */
export const sortKeysOf = (fields: readonly SortField[], document: BsonDocument): Buffer[] =>
  fields.map((field) => sortKey(field, document));

/** Order of two documents by their keys. */
export function compareSortKeys(
  fields: readonly SortField[],
  left: readonly Buffer[],
  right: readonly Buffer[],
): number {
  for (const [at, field] of fields.entries()) {
    const order = Buffer.compare(left[at] as Buffer, right[at] as Buffer) * field.direction;
    if (order !== 0) return order;
  }
  return 0;
}

function sortKey(field: SortField, document: BsonDocument): Buffer {
  let best: Buffer | undefined;
  someAt(document, field.parts, false, (value) => {
    for (const key of keysOf(value)) {
      if (best === undefined || Buffer.compare(key, best) * field.direction < 0) best = key;
    }
    return false;
  });
  return best ?? orderKey(undefined);
}

function keysOf(value: BsonValue | undefined): Buffer[] {
  if (!Array.isArray(value)) return [orderKey(value)];
  return value.length === 0 ? [emptyArrayKey] : value.map((item) => orderKey(item));
}

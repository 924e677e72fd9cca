import { serverError } from '../errors/server-error.ts';
import type { BsonDocument, BsonValue } from '../values/bson.ts';
import { isDocument } from '../values/bson-type.ts';
import { conditionsOf } from './parse-condition.ts';
import { parseFilter } from './parse-filter.ts';
import type { ValueTest } from './some-at.ts';

const logical = new Set(['$and', '$or', '$nor']);

/** `$elemMatch`: one element passes everything. */
export function elementTest(operand: BsonValue): ValueTest {
  const test = itemTest(operand);
  return (value) => Array.isArray(value) && value.some((item) => test(item));
}

/** How `$elemMatch` (and `$pull`) asks one element: by operators on itself, or by a filter on its fields. */
export function itemTest(operand: BsonValue): (item: BsonValue) => boolean {
  if (!isDocument(operand)) throw serverError('BadValue', '$elemMatch needs an Object');
  const [first] = Object.keys(operand);
  if (first?.startsWith('$') !== true || logical.has(first)) return fieldsTest(operand);
  // On itself: arrays among the elements are not opened.
  const conditions = conditionsOf('', operand);
  return (item) => conditions.every(({ test, isNegated }) => test(item) !== isNegated);
}

function fieldsTest(operand: BsonDocument): (item: BsonValue) => boolean {
  const filter = parseFilter(operand);
  return (item) => {
    if (Array.isArray(item)) return filter.matches({ ...item } as unknown as BsonDocument);
    return isDocument(item) && filter.matches(item);
  };
}

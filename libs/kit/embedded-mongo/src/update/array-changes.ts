import { serverError } from '../errors/server-error.ts';
import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import type { BsonDocument, BsonValue } from '../values/bson.ts';
import { isDocument, isNumeric } from '../values/bson-type.ts';
import { isSameValue } from '../values/compare-values.ts';
import { splitNumber } from '../values/number-key.ts';
import { parseFilter } from '../query/parse-filter.ts';
import { isOperatorDocument, itemTest } from '../query/parse-condition.ts';
import { regexTest } from '../query/regular-expression.ts';
import { isRegex } from '../query/value-tests.ts';
import { compareBySort, parseSort } from '../query/sort-order.ts';

/** `$push` with its modifiers. */
export function pushInto(items: readonly BsonValue[], operand: BsonValue): BsonValue[] {
  const { each, modifiers } = readEach('$push', operand, ['$slice', '$sort', '$position']);
  const result = [...items];
  const position = modifiers['$position'];
  result.splice(position === undefined ? result.length : wholeNumber('$position', position), 0, ...each);
  if (modifiers['$sort'] !== undefined) sortItems(result, modifiers['$sort']);
  return modifiers['$slice'] === undefined
    ? result
    : slice(result, wholeNumber('$slice', modifiers['$slice']));
}

/** `$addToSet`, one value or `$each`. */
export function addToSet(items: readonly BsonValue[], operand: BsonValue): BsonValue[] {
  const result = [...items];
  for (const value of readEach('$addToSet', operand, []).each) {
    if (!result.some((item) => isSameValue(item, value))) result.push(value);
  }
  return result;
}

/** `$pull`: elements equal to a value, or that pass a condition, go. */
export function pullFrom(items: readonly BsonValue[], operand: BsonValue): BsonValue[] {
  const test = pullTest(operand);
  return items.filter((item) => !test(item));
}

/** `$pullAll`: elements equal to one of the values go. */
export function pullAllFrom(items: readonly BsonValue[], operand: BsonValue): BsonValue[] {
  if (!Array.isArray(operand)) throw serverError('BadValue', '$pullAll requires an array argument');
  return items.filter((item) => !operand.some((value) => isSameValue(item, value)));
}

/** `$pop`: 1 takes the last, -1 the first. */
export function popFrom(items: readonly BsonValue[], operand: BsonValue): BsonValue[] {
  const side = isNumeric(operand) ? splitNumber(operand).near : 0;
  if (side === 1) return items.slice(0, -1);
  if (side === -1) return items.slice(1);
  throw serverError('FailedToParse', '$pop expects 1 or -1');
}

function pullTest(operand: BsonValue): (item: BsonValue) => boolean {
  if (isRegex(operand)) return regexTest(operand);
  if (isDocument(operand)) return itemTest(operand, parseFilter);
  return (item) => isSameValue(item, operand);
}

function readEach(
  operator: string,
  operand: BsonValue,
  allowed: readonly string[],
): { each: readonly BsonValue[]; modifiers: BsonDocument } {
  if (!isOperatorDocument(operand)) return { each: [operand], modifiers: {} };
  const { $each: each, ...modifiers } = operand;
  if (!Array.isArray(each))
    throw serverError('BadValue', `The argument to $each in ${operator} must be an array`);
  const unknown = Object.keys(modifiers).find((name) => !allowed.includes(name));
  if (unknown !== undefined) throw new UnsupportedOperatorError(unknown, `in ${operator}`);
  return { each, modifiers };
}

function sortItems(items: BsonValue[], order: BsonValue): void {
  if (isNumeric(order)) {
    const byItself = parseSort({ item: order });
    items.sort((left, right) => compareBySort(byItself, { item: [left] }, { item: [right] }));
    return;
  }
  if (!isDocument(order)) throw serverError('BadValue', 'The $sort is invalid: use 1, -1 or a document');
  const byFields = parseSort(order);
  items.sort((left, right) => compareBySort(byFields, asDocument(left), asDocument(right)));
}

const asDocument = (item: BsonValue): BsonDocument => (isDocument(item) ? item : {});

const slice = (items: BsonValue[], count: number): BsonValue[] =>
  count >= 0 ? items.slice(0, count) : items.slice(count);

function wholeNumber(name: string, value: BsonValue): number {
  const number = isNumeric(value) ? splitNumber(value).near : Number.NaN;
  if (!Number.isInteger(number))
    throw serverError('BadValue', `The value for ${name} must be an integer value`);
  return number;
}

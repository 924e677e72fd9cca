import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import { isOperatorDocument } from '../query/parse-condition.ts';
import { parseFilter } from '../query/parse-filter.ts';
import type { BsonDocument, BsonValue } from '../values/bson.ts';
import { bsonTypeOf, isDocument, isNumeric } from '../values/bson-type.ts';
import { readForChange, setAt, unsetAt } from '../values/set-at.ts';
import { splitNumber } from '../values/number-key.ts';
import { add } from './arithmetic.ts';

/** Changes the document in place. */
type FieldOperator = (
  document: BsonDocument,
  parts: readonly string[],
  operand: BsonValue,
  isInsert: boolean,
) => void;

/** Every supported update operator. */
export const fieldOperators: Readonly<Record<string, FieldOperator>> = {
  $set: setAt,
  $setOnInsert: (document, parts, operand, isInsert) => {
    if (isInsert) setAt(document, parts, operand);
  },
  $unset: unsetAt,
  $inc: increase,
  $push: (document, parts, operand) => {
    setAt(document, parts, pushInto(arrayAt('$push', document, parts) ?? [], operand));
  },
  $pull: (document, parts, operand) => {
    const items = arrayAt('$pull', document, parts);
    if (items !== undefined) setAt(document, parts, pullFrom(items, operand));
  },
};

function increase(document: BsonDocument, parts: readonly string[], operand: BsonValue): void {
  const current = readForChange(document, parts);
  if (!isNumeric(operand) || (current !== undefined && !isNumeric(current)))
    throw serverError('TypeMismatch', 'Cannot apply $inc to a value of non-numeric type');
  setAt(document, parts, current === undefined ? operand : add(current, operand));
}

function arrayAt(
  operator: string,
  document: BsonDocument,
  parts: readonly string[],
): BsonValue[] | undefined {
  const current = readForChange(document, parts);
  if (current === undefined || Array.isArray(current)) return current;
  const message = `Cannot apply ${operator}: '${parts.join('.')}' must be an array but is of type ${bsonTypeOf(current)}`;
  throw serverError('BadValue', message);
}

/** `$push` of one value, or of several with `$each`; a `$slice` keeps the first ones or, below 0, the last ones. */
function pushInto(items: readonly BsonValue[], operand: BsonValue): BsonValue[] {
  if (!isOperatorDocument(operand)) return [...items, operand];
  const { $each: each, $slice: count, ...others } = operand;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new UnsupportedOperatorError(unknown, 'in $push');
  if (!Array.isArray(each)) throw serverError('BadValue', 'The argument to $each in $push must be an array');
  const all = [...items, ...each];
  if (count === undefined) return all;
  const slice = isNumeric(count) ? splitNumber(count).near : Number.NaN;
  if (!Number.isInteger(slice))
    throw serverError('BadValue', 'The value for $slice must be an integer value');
  return slice >= 0 ? all.slice(0, slice) : all.slice(slice);
}

/** `$pull` of documents whose fields pass a filter. */
function pullFrom(items: readonly BsonValue[], operand: BsonValue): BsonValue[] {
  if (!isDocument(operand) || isOperatorDocument(operand))
    throw new UnsupportedOperatorError('$pull', 'of anything but a filter on fields');
  const filter = parseFilter(operand);
  return items.filter((item) => !isDocument(item) || !filter.matches(item));
}

import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import { BSON, type BsonDocument, type BsonValue } from '../values/bson.ts';
import { isDocument, isNumeric, bsonTypeOf } from '../values/bson-type.ts';
import { isSameValue, compareValues } from '../values/compare-values.ts';
import { splitPath } from '../values/field-path.ts';
import { splitNumber } from '../values/number-key.ts';
import { allOf, type Bound, type Filter } from './filter.ts';
import { someAt, type ValueTest } from './some-at.ts';
import { typeTags } from '../values/order-key.ts';

/** Comparison operators that order values. */
type RangeOperator = '$gt' | '$gte' | '$lt' | '$lte';

/** Numbers compare with numbers, text with text; the tag comes from the order key. */
const classOf = (value: BsonValue | undefined): number =>
  typeTags[value === undefined ? 'null' : bsonTypeOf(value)];

/** `$eq`: null equals a missing field. */
function equalityTest(operand: BsonValue): ValueTest {
  if (operand === null) return (value) => value === undefined || value === null;
  return (value) => value !== undefined && isSameValue(value, operand);
}

/** `$gt`, `$gte`, `$lt`, `$lte`: compare only within the operand's class of types; NaN is a separate class. */
function rangeTest(operator: RangeOperator, operand: BsonValue): ValueTest {
  const operandClass = classOf(operand);
  const isOperandNaN = isNaNValue(operand);
  return (value) => {
    if (classOf(value) !== operandClass) return false;
    if (isOperandNaN || isNaNValue(value)) return operator.endsWith('e') && isOperandNaN && isNaNValue(value);
    return isInOrder(operator, compareValues(value, operand));
  };
}

function isInOrder(operator: RangeOperator, order: number): boolean {
  if (operator === '$gt') return order > 0;
  if (operator === '$gte') return order >= 0;
  return operator === '$lt' ? order < 0 : order <= 0;
}

const isNaNValue = (value: BsonValue | undefined): boolean =>
  value !== undefined && isNumeric(value) && Number.isNaN(splitNumber(value).near);

/** An expression with the same meaning on a server and in JavaScript: text with `\` before each special character. */
const literal = /^(?:[^\0\\^$.*+?()[\]{}|]|\\[\\^$.*+?()[\]{}|])*$/u;

/** `$regex` that searches for a text; with the option `i` it ignores case. */
function textTest(operand: BsonValue, options: BsonValue | undefined = ''): ValueTest {
  if (typeof operand !== 'string' || !literal.test(operand))
    throw new UnsupportedOperatorError('$regex', `${JSON.stringify(operand)}: only of a text`);
  if (options !== '' && options !== 'i')
    throw new UnsupportedOperatorError(`$options ${JSON.stringify(options)}`);
  const expression = new RegExp(operand, `${options}u`);
  return (value) => typeof value === 'string' && expression.test(value);
}

/** One operator of a path: the test of a single value, and whether it applies to the elements of arrays. */
interface Condition {
  test: ValueTest;
  /** Also tests the elements of an array at the end of the path. */
  isOpened: boolean;
  /** The condition holds when no value passes the test. */
  isNegated?: boolean;
  bound?: Bound;
  equality?: BsonValue | undefined;
}

/** `{ path: value }` or `{ path: { $operator: operand } }`. */
export function parseCondition(path: string, value: BsonValue): Filter {
  const parts = splitPath(path);
  if (!isOperatorDocument(value)) return toFilter(path, parts, equality(path, value));
  const entries = Object.entries(value) as [string, BsonValue][];
  const conditions = entries.flatMap(([operator, operand]) => parseOperator(path, operator, operand, value));
  return allOf(conditions.map((condition) => toFilter(path, parts, condition)));
}

/** The filter of a condition on a path. */
function toFilter(path: string, parts: readonly string[], condition: Condition): Filter {
  const { test, isOpened, isNegated = false, bound, equality: value } = condition;
  return {
    matches: (document) => someAt(document, parts, isOpened, test) !== isNegated,
    bounds: bound === undefined ? [] : [bound],
    isBounds: bound !== undefined,
    equalities: value === undefined ? [] : [{ path, value }],
  };
}

/** Whether the first key begins with `$`, which is how the server decides. */
export const isOperatorDocument = (value: BsonValue): value is BsonDocument =>
  isDocument(value) && Object.keys(value)[0]?.startsWith('$') === true;

const equality = (path: string, value: BsonValue): Condition => ({
  test: equalityTest(value),
  isOpened: true,
  bound: { operator: '$in', path, values: [value] },
  equality: value,
});

function parseOperator(
  path: string,
  operator: string,
  operand: BsonValue,
  siblings: BsonDocument,
): Condition[] {
  switch (operator) {
    case '$eq':
      return [equality(path, operand)];
    case '$ne':
      return [{ test: equalityTest(operand), isOpened: true, isNegated: true }];
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return [
        { test: rangeTest(operator, operand), isOpened: true, bound: { operator, path, value: operand } },
      ];
    case '$in':
      return [membership(path, operand)];
    case '$exists':
      return [existence(path, isTrue(operand))];
    case '$regex':
      return [{ test: textTest(operand, siblings['$options']), isOpened: true }];
    case '$options':
      if (siblings['$regex'] === undefined) throw serverError('BadValue', '$options needs a $regex');
      return [];
    case '$size':
      return [{ test: sizeTest(operand), isOpened: false }];
    default:
      throw new UnsupportedOperatorError(operator, 'in a filter');
  }
}

function membership(path: string, operand: BsonValue): Condition {
  if (!Array.isArray(operand)) throw serverError('BadValue', '$in needs an array');
  if (operand.some(isOperatorDocument)) throw serverError('BadValue', 'cannot nest $ under $in');
  const tests = operand.map(equalityTest);
  return {
    test: (value) => tests.some((test) => test(value)),
    isOpened: true,
    bound: { operator: '$in', path, values: operand },
    equality: operand.length === 1 ? operand[0] : undefined,
  };
}

const existence = (path: string, isThere: boolean): Condition => ({
  test: (value) => value !== undefined,
  isOpened: false,
  isNegated: !isThere,
  bound: { operator: '$exists', path, value: isThere },
});

function sizeTest(operand: BsonValue): ValueTest {
  const size = isNumeric(operand) ? splitNumber(operand).near : -1;
  if (!Number.isInteger(size) || size < 0)
    throw serverError('BadValue', '$size must be a whole number, 0 or more');
  return (value) => Array.isArray(value) && value.length === size;
}

/** Whether the server takes a value as true: everything but false, null and 0. */
export const isTrue = (value: BsonValue | undefined): boolean =>
  value !== undefined && value !== null && value !== false && !isSameValue(value, new BSON.Int32(0));

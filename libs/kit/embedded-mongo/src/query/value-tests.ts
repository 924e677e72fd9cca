import type { BSONRegExp, Double, Int32, Long } from 'bson';
import { serverError } from '../errors/server-error.ts';
import type { BsonValue } from '../values/bson.ts';
import { bsonTypeNumbers, bsonTypeOf, isNumeric, type BsonTypeName } from '../values/bson-type.ts';
import { compareValues, isSameValue } from '../values/compare-values.ts';
import { splitNumber } from '../values/number-key.ts';
import { typeTags } from '../values/order-key.ts';
import { regexTest } from './regular-expression.ts';
import type { ValueTest } from './some-at.ts';

/** Comparison operators that order values. */
export type RangeOperator = '$gt' | '$gte' | '$lt' | '$lte';

/** Numbers compare with numbers, text with text; the tag is that of the order key. */
const classOf = (value: BsonValue | undefined): number =>
  typeTags[value === undefined ? 'null' : bsonTypeOf(value)];

/** `$eq`: null equals a missing field. */
export function equalityTest(operand: BsonValue): ValueTest {
  if (operand === null) return (value) => value === undefined || value === null;
  return (value) => value !== undefined && isSameValue(value, operand);
}

/** `$gt`, `$gte`, `$lt`, `$lte`: within the operand's class of types only, NaN stands apart. */
export function rangeTest(operator: RangeOperator, operand: BsonValue): ValueTest {
  const operandClass = classOf(operand);
  const isBoundary = operandClass === typeTags.minKey || operandClass === typeTags.maxKey;
  const isOperandNaN = isNaNValue(operand);
  return (value) => {
    if (!isBoundary && classOf(value) !== operandClass) return false;
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

/** `$in`: equal to one, or matched by one expression. */
export function membershipTest(operands: readonly BsonValue[]): ValueTest {
  const tests = operands.map((operand) =>
    isRegex(operand) ? regexTest(operand) : equalityTest(refuseOperators(operand, '$in')),
  );
  return (value) => tests.some((test) => test(value));
}

/** Is it a stored or given regular expression? */
export const isRegex = (value: BsonValue | undefined): value is BSONRegExp =>
  value !== undefined && bsonTypeOf(value) === 'regex';

function refuseOperators(operand: BsonValue, inside: string): BsonValue {
  if (bsonTypeOf(operand) !== 'object') return operand;
  const [first] = Object.keys(operand as object);
  if (first?.startsWith('$') === true) throw serverError('BadValue', `cannot nest $ under ${inside}`);
  return operand;
}

/** `$type`: names, numbers, `number`, or a list of them. */
export function typeTest(operand: BsonValue): ValueTest {
  const wanted = (Array.isArray(operand) ? operand : [operand]).flatMap(typesNamed);
  if (wanted.length === 0) throw serverError('FailedToParse', '$type must match at least one type');
  return (value) => value !== undefined && wanted.includes(bsonTypeOf(value));
}

function typesNamed(operand: BsonValue): BsonTypeName[] {
  if (operand === 'number') return ['int', 'long', 'double', 'decimal'];
  const entries = Object.entries(bsonTypeNumbers) as [BsonTypeName, number][];
  const isNumber = isNumeric(operand);
  const found = entries.find(([name, code]) =>
    isNumber ? splitNumber(operand).near === code : name === operand,
  );
  if (found === undefined)
    throw serverError('BadValue', `Unknown type name alias or code in $type: ${JSON.stringify(operand)}`);
  return [found[0]];
}

/** `$mod: [divisor, remainder]`, both cut to whole numbers; the sign is the dividend's. */
export function modulusTest(operand: BsonValue): ValueTest {
  if (!Array.isArray(operand) || operand.length !== 2)
    throw serverError('BadValue', 'malformed mod, wants two numbers');
  const divisor = wholeOf(operand[0]);
  const remainder = wholeOf(operand[1]);
  if (divisor === undefined || remainder === undefined)
    throw serverError('BadValue', 'malformed mod, not a number');
  if (divisor === 0n) throw serverError('BadValue', 'divisor cannot be 0');
  return (value) => {
    const dividend = wholeOf(value);
    return dividend !== undefined && dividend % divisor === remainder;
  };
}

/** A number cut towards zero; undefined for what is no finite number. */
function wholeOf(value: BsonValue | undefined): bigint | undefined {
  if (value === undefined || !isNumeric(value)) return undefined;
  if (bsonTypeOf(value) === 'long') return (value as Long).toBigInt();
  const { near } =
    bsonTypeOf(value) === 'decimal' ? splitNumber(value) : { near: (value as Int32 | Double).value };
  return Number.isFinite(near) ? BigInt(Math.trunc(near)) : undefined;
}

/** `$size`. */
export function sizeTest(operand: BsonValue): ValueTest {
  const size = wholeOf(operand);
  if (size === undefined || size < 0n || !Number.isInteger(splitNumber(operand).near)) {
    throw serverError('BadValue', '$size must be a whole number, 0 or more');
  }
  return (value) => Array.isArray(value) && BigInt(value.length) === size;
}

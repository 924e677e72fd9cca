import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import type { BsonValue } from '../values/bson.ts';
import { bsonTypeOf, isNumeric } from '../values/bson-type.ts';
import { compareValues, isSameValue } from '../values/compare-values.ts';
import { splitNumber } from '../values/number-key.ts';
import { typeTags } from '../values/order-key.ts';
import type { ValueTest } from './some-at.ts';

/** Comparison operators that order values. */
type RangeOperator = '$gt' | '$gte' | '$lt' | '$lte';

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

/** An expression that means the same to a server and to JavaScript: text, with `\` before each sign. */
const literal = /^(?:[^\0\\^$.*+?()[\]{}|]|\\[\\^$.*+?()[\]{}|])*$/u;

/** `$regex` that looks for a text; with the option `i` upper and lower case are the same. */
export function textTest(operand: BsonValue, options: BsonValue | undefined = ''): ValueTest {
  if (typeof operand !== 'string' || !literal.test(operand))
    throw new UnsupportedOperatorError('$regex', `${JSON.stringify(operand)}: only of a text`);
  if (options !== '' && options !== 'i')
    throw new UnsupportedOperatorError(`$options ${JSON.stringify(options)}`);
  const expression = new RegExp(operand, `${options}u`);
  return (value) => typeof value === 'string' && expression.test(value);
}

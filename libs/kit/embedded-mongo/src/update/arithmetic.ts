import type { Long } from 'bson';
import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import { BSON, type BsonValue } from '../values/bson.ts';
import { bsonTypeOf, isNumeric } from '../values/bson-type.ts';
import { splitNumber } from '../values/number-key.ts';

/** `$inc` adds, `$mul` multiplies. */
export type ArithmeticOperator = '$inc' | '$mul';

const smallest = -(2n ** 31n);
const largest = 2n ** 31n - 1n;
const longest = 2n ** 63n;

/** Result in the server's type: int until it overflows to long, double as soon as one side is. */
export function calculate(operator: ArithmeticOperator, left: BsonValue, right: BsonValue): BsonValue {
  const types = [bsonTypeOf(left), bsonTypeOf(right)];
  if (types.includes('decimal')) throw new UnsupportedOperatorError(operator, 'with Decimal128');
  if (types.includes('double')) {
    const [a, b] = [splitNumber(left).near, splitNumber(right).near];
    return new BSON.Double(operator === '$inc' ? a + b : a * b);
  }
  const [a, b] = [wholeNumber(left), wholeNumber(right)];
  const result = operator === '$inc' ? a + b : a * b;
  if (!types.includes('long') && result >= smallest && result <= largest)
    return new BSON.Int32(Number(result));
  if (result < -longest || result >= longest)
    throw serverError('BadValue', `Failed to apply ${operator}: out of range`);
  return BSON.Long.fromBigInt(result);
}

/** What `$inc` or `$mul` makes of a missing field. */
export const startValue = (operator: ArithmeticOperator, operand: BsonValue): BsonValue =>
  operator === '$inc' ? operand : calculate('$mul', new BSON.Int32(0), operand);

/** Refuses what cannot be calculated with. */
export function demandNumber(operator: ArithmeticOperator, value: BsonValue): void {
  if (!isNumeric(value))
    throw serverError('TypeMismatch', `Cannot apply ${operator} to a value of non-numeric type`);
}

const wholeNumber = (value: BsonValue): bigint =>
  bsonTypeOf(value) === 'long' ? (value as Long).toBigInt() : BigInt(splitNumber(value).near);

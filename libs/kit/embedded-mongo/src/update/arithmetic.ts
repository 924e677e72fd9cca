import type { Long } from 'bson';
import { serverError } from '../errors/server-error.ts';
import { BSON, type BsonValue } from '../values/bson.ts';
import { bsonTypeOf } from '../values/bson-type.ts';
import { splitNumber } from '../values/number-key.ts';

const smallest = -(2n ** 31n);
const largest = 2n ** 31n - 1n;
const longest = 2n ** 63n;

/** The sum in the server's type: int until it overflows to long, double if one operand is a double. */
export function add(left: BsonValue, right: BsonValue): BsonValue {
  const types = [bsonTypeOf(left), bsonTypeOf(right)];
  if (types.includes('double')) return new BSON.Double(splitNumber(left).near + splitNumber(right).near);
  const sum = wholeNumber(left) + wholeNumber(right);
  if (!types.includes('long') && sum >= smallest && sum <= largest) return new BSON.Int32(Number(sum));
  if (sum < -longest || sum >= longest) throw serverError('BadValue', 'Failed to add: out of range');
  return BSON.Long.fromBigInt(sum);
}

const wholeNumber = (value: BsonValue): bigint =>
  bsonTypeOf(value) === 'long' ? (value as Long).toBigInt() : BigInt(splitNumber(value).near);

import type { Double, Int32, ObjectId } from 'bson';
import type { BsonValue } from './bson.ts';
import { bsonTypeOf } from './bson-type.ts';
import { orderKey } from './order-key.ts';

/** BSON comparison order across all types; negative, 0 or positive. A missing value is compared as null. */
export function compareValues(left: BsonValue | undefined, right: BsonValue | undefined): number {
  if (left === right) return 0;
  const quick = compareQuickly(left, right);
  return quick ?? Buffer.compare(orderKey(left), orderKey(right));
}

/** Whether two values are equal for the server: 1, 1.0 and Long 1 are, -0 and 0 are, NaN and NaN are. */
export const isSameValue = (left: BsonValue | undefined, right: BsonValue | undefined): boolean =>
  compareValues(left, right) === 0;

/** Compares frequent pairs of types without building keys; undefined for all others. */
function compareQuickly(left: BsonValue | undefined, right: BsonValue | undefined): number | undefined {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return undefined;
  const leftType = bsonTypeOf(left);
  const rightType = bsonTypeOf(right);
  if (isPlainNumber(leftType) && isPlainNumber(rightType)) {
    return compareDoubles((left as Int32 | Double).value, (right as Int32 | Double).value);
  }
  if (leftType !== rightType) return undefined;
  if (leftType === 'objectId') return Buffer.compare((left as ObjectId).id, (right as ObjectId).id);
  if (leftType === 'date') return compareDoubles((left as Date).getTime(), (right as Date).getTime());
  return undefined;
}

const isPlainNumber = (type: string): boolean => type === 'int' || type === 'double';

function compareDoubles(left: number, right: number): number {
  if (left < right) return -1;
  if (left > right) return 1;
  if (left === right) return 0;
  return Number(Number.isNaN(right)) - Number(Number.isNaN(left));
}

import type { Double, Int32, Long } from 'bson';
import type { BsonValue } from './bson.ts';
import { bsonTypeOf } from './bson-type.ts';

/** Splits a numeric BSON value into the nearest double and the remainder, so that all types compare exactly. */
export function splitNumber(value: BsonValue): { near: number; rest: bigint } {
  if (bsonTypeOf(value) !== 'long') return { near: (value as Int32 | Double).value, rest: 0n };
  const integer = (value as Long).toBigInt();
  const near = Number(integer);
  return { near, rest: integer - BigInt(near) };
}

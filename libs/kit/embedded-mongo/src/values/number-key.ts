import type { Decimal128, Double, Int32, Long } from 'bson';
import type { BsonValue } from './bson.ts';
import { bsonTypeOf } from './bson-type.ts';

/** A number split into the nearest double and what is left of it, so that all four types compare exactly. */
export interface NumberParts {
  near: number;
  /** Exact value minus `near`, as `digits * 10^exponent`; 0n when `near` is exact. */
  restDigits: bigint;
  restExponent: number;
}

const exact = (near: number): NumberParts => ({ near, restDigits: 0n, restExponent: 0 });

/** Splits any numeric BSON value. */
export function splitNumber(value: BsonValue): NumberParts {
  const type = bsonTypeOf(value);
  if (type === 'int' || type === 'double') return exact((value as Int32 | Double).value);
  if (type === 'long') return splitInteger((value as Long).toBigInt());
  return splitDecimal((value as Decimal128).toString());
}

function splitInteger(integer: bigint): NumberParts {
  const near = Number(integer);
  return { near, restDigits: integer - BigInt(near), restExponent: 0 };
}

function splitDecimal(text: string): NumberParts {
  const parts = /^([+-]?)(\d+)(?:\.(\d*))?(?:E([+-]?\d+))?$/i.exec(text);
  if (parts === null) return exact(Number(text));
  const [, sign = '', whole = '', fraction = '', power = '0'] = parts;
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  const exponent = Number(power) - fraction.length;
  if (digits === 0n) return exact(0);
  const near = clampToFinite(Number(text), digits);
  return subtractDouble(digits, exponent, near);
}

/** A decimal past the doubles is still below infinity: it hangs on the last finite double. */
function clampToFinite(near: number, digits: bigint): number {
  if (Number.isFinite(near)) return near;
  return digits < 0n ? -Number.MAX_VALUE : Number.MAX_VALUE;
}

function subtractDouble(digits: bigint, exponent: number, near: number): NumberParts {
  const double = doubleAsDecimal(near);
  const low = Math.min(exponent, double.exponent);
  const rest = digits * 10n ** BigInt(exponent - low) - double.digits * 10n ** BigInt(double.exponent - low);
  return { near, restDigits: rest, restExponent: rest === 0n ? 0 : low };
}

/** Every finite double is a finite decimal: m * 2^-k = m * 5^k / 10^k. */
function doubleAsDecimal(value: number): { digits: bigint; exponent: number } {
  let scaled = value;
  let halvings = 0;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    halvings += 1;
  }
  return { digits: BigInt(scaled) * 5n ** BigInt(halvings), exponent: -halvings };
}

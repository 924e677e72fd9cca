import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { calculate } from '../update/arithmetic.ts';
import { BSON, type BsonValue } from '../values/bson.ts';
import { isNumeric } from '../values/bson-type.ts';
import { compareValues } from '../values/compare-values.ts';
import { splitNumber } from '../values/number-key.ts';
import { orderKey } from '../values/order-key.ts';

/** Takes the values of a group one by one and ends with one. */
export interface Accumulator {
  add(value: BsonValue | undefined): void;
  result(): BsonValue;
}

/** Every accumulator of this store; what is not here is refused by name. */
const accumulators: Readonly<Record<string, () => Accumulator>> = {
  $sum: () =>
    folding(new BSON.Int32(0), (sum, value) => (isNumber(value) ? calculate('$inc', sum, value) : sum)),
  $count: () => folding(new BSON.Int32(0), (count) => calculate('$inc', count, new BSON.Int32(1))),
  $avg: average,
  $min: () => extreme(-1),
  $max: () => extreme(1),
  $first: first,
  $last: () => folding<BsonValue>(null, (_, value) => value ?? null),
  $push: list,
  $addToSet: set,
};

/** A fresh accumulator. */
export function makeAccumulator(name: string): Accumulator {
  const make = Object.hasOwn(accumulators, name) ? accumulators[name] : undefined;
  if (make === undefined) throw new UnsupportedOperatorError(name, 'in $group');
  return make();
}

const isNumber = (value: BsonValue | undefined): value is BsonValue =>
  value !== undefined && isNumeric(value);

function folding<T extends BsonValue>(
  start: T,
  fold: (state: T, value: BsonValue | undefined) => BsonValue,
): Accumulator {
  let state: BsonValue = start;
  return {
    add: (value) => {
      state = fold(state as T, value);
    },
    result: () => state,
  };
}

function average(): Accumulator {
  let sum = 0;
  let count = 0;
  return {
    add: (value) => {
      if (!isNumber(value)) return;
      sum += splitNumber(value).near;
      count += 1;
    },
    result: () => (count === 0 ? null : new BSON.Double(sum / count)),
  };
}

function extreme(sign: 1 | -1): Accumulator {
  return folding<BsonValue>(null, (best, value) => {
    if (value === undefined || value === null) return best;
    return best === null || compareValues(value, best) * sign > 0 ? value : best;
  });
}

function first(): Accumulator {
  let found: BsonValue = null;
  let isFound = false;
  return {
    add: (value) => {
      if (!isFound) found = value ?? null;
      isFound = true;
    },
    result: () => found,
  };
}

function list(): Accumulator {
  const values: BsonValue[] = [];
  return {
    add: (value) => {
      if (value !== undefined) values.push(value);
    },
    result: () => values,
  };
}

function set(): Accumulator {
  const values = new Map<string, BsonValue>();
  return {
    add: (value) => {
      const key = value === undefined ? undefined : orderKey(value).toString('latin1');
      if (value !== undefined && key !== undefined && !values.has(key)) values.set(key, value);
    },
    result: () => [...values.values()],
  };
}

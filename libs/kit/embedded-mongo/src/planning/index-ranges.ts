import type { BsonValue } from '../values/bson.ts';
import { bsonTypeOf, isDocument } from '../values/bson-type.ts';
import { ByteWriter } from '../values/byte-writer.ts';
import type { OrderedField } from '../values/field-tuples.ts';
import { orderKey, typeTags, writeOrderKey } from '../values/order-key.ts';
import type { Bound, Filter } from '../query/filter.ts';
import { allKeys, type KeyRange } from './query-plan.ts';

/** More keys than this are not looked up one by one. */
const maximumRanges = 200;

/** The part of an index that a filter needs. */
export interface IndexRanges {
  ranges: KeyRange[];
  /** Leading fields bound to values, and whether a range follows. */
  equalFields: number;
  hasRange: boolean;
  /** Whether every document in the ranges fulfils all bounds of the filter. */
  isExact: boolean;
}

type RangeBound = Extract<Bound, { operator: '$gt' | '$gte' | '$lt' | '$lte' }>;

/** Ranges of an index's keys that hold every match of the filter. */
export function rangesOf(fields: readonly OrderedField[], isMultikey: boolean, filter: Filter): IndexRanges {
  let prefixes: Buffer[] = [Buffer.alloc(0)];
  let equalFields = 0;
  /** Bounds that the ranges say exactly. */
  let saidBounds = 0;
  const isExact = (said: number) => !isMultikey && said === filter.bounds.length;
  for (const field of usableFields(fields, isMultikey)) {
    const bounds = filter.bounds.filter((bound) => bound.path === field.path);
    const values = smallestSet(bounds);
    if (values === undefined || values.length * prefixes.length > maximumRanges) {
      const found = withRange(prefixes, field, bounds.filter(isRangeBound), isMultikey);
      return { ...found, equalFields, isExact: isExact(saidBounds + found.saidBounds) };
    }
    prefixes = prefixes.flatMap((prefix) => values.map((value) => extend(prefix, field, value)));
    equalFields += 1;
    saidBounds += 1;
  }
  const ranges = disjoint(prefixes.map(startingWith));
  return { ranges, equalFields, hasRange: false, isExact: isExact(saidBounds) };
}

/** In an index over arrays, different elements may match two fields below the same root: only the first counts. */
function usableFields(fields: readonly OrderedField[], isMultikey: boolean): readonly OrderedField[] {
  if (!isMultikey) return fields;
  const roots = fields.map(({ parts }) => parts[0]);
  const end = roots.findIndex((root, at) => roots.indexOf(root) !== at);
  return end < 0 ? fields : fields.slice(0, end);
}

function smallestSet(bounds: readonly Bound[]): readonly BsonValue[] | undefined {
  const sets = bounds.flatMap((bound) =>
    bound.operator === '$in' && bound.values.every(isKeyValue) ? [bound.values] : [],
  );
  return sets.toSorted((left, right) => left.length - right.length)[0];
}

/** Values that a key can represent: also whole documents, but never arrays. */
const isKeyValue = (value: BsonValue): boolean => !Array.isArray(value);

/** Bounds of values that are ordered like their keys. */
const isRangeBound = (bound: Bound): bound is RangeBound =>
  bound.operator !== '$in' &&
  bound.operator !== '$exists' &&
  bound.value !== null &&
  !Array.isArray(bound.value) &&
  !isDocument(bound.value);

function withRange(
  prefixes: readonly Buffer[],
  field: OrderedField,
  bounds: readonly RangeBound[],
  isMultikey: boolean,
): Pick<IndexRanges, 'ranges' | 'hasRange'> & { saidBounds: number } {
  const [first] = bounds;
  if (first === undefined)
    return { ranges: disjoint(prefixes.map(startingWith)), hasRange: false, saidBounds: 0 };
  // One element of an array may match the lower bound and another the upper one: with both, it would not be found.
  const used = isMultikey ? [first] : bounds.filter(({ value }) => tagOf(value) === tagOf(first.value));
  const ranges = prefixes.map((prefix) => between(prefix, field, used));
  // NaN has keys among the numbers, but is neither less nor greater than any.
  const saidBounds = tagOf(first.value) === typeTags.double ? 0 : used.length;
  return { ranges: disjoint(ranges), hasRange: true, saidBounds };
}

const tagOf = (value: BsonValue): number => typeTags[bsonTypeOf(value)];

function between(prefix: Buffer, field: OrderedField, bounds: readonly RangeBound[]): KeyRange {
  const tag = tagOf((bounds[0] as RangeBound).value);
  // Tags lie 8 apart, so one less and one more bound the whole type, whatever bytes its keys begin with.
  let low: Edge = { key: Buffer.of(tag - 1), isIncluded: true };
  let high: Edge = { key: Buffer.of(tag + 1), isIncluded: true };
  for (const { operator, value } of bounds) {
    const edge = { key: orderKey(value), isIncluded: operator.endsWith('e') };
    if (operator.startsWith('$g')) low = isInside(edge, low, 1) ? edge : low;
    else high = isInside(edge, high, -1) ? edge : high;
  }
  const [from, to] = field.direction === 1 ? [low, high] : [inverted(high), inverted(low)];
  return {
    low: Buffer.concat([prefix, from.isIncluded ? from.key : after(from.key)]),
    high: Buffer.concat([prefix, to.isIncluded ? after(to.key) : to.key]),
  };
}

/** Where a range begins or ends. */
interface Edge {
  key: Buffer;
  isIncluded: boolean;
}

/** Whether an edge leaves less of a range than another one, seen in the direction from it into the range. */
function isInside(edge: Edge, other: Edge, direction: 1 | -1): boolean {
  const order = Buffer.compare(edge.key, other.key) * direction;
  return order > 0 || (order === 0 && !edge.isIncluded);
}

/** Follows all keys of an index that begin with `key`: a tag comes next in them, and tags are below FF. */
const after = (key: Buffer): Buffer => Buffer.concat([key, Buffer.of(0xff)]);

const inverted = ({ key, isIncluded }: Edge): Edge => ({
  key: Buffer.from(key.map((byte) => byte ^ 0xff)),
  isIncluded,
});

function extend(prefix: Buffer, field: OrderedField, value: BsonValue): Buffer {
  const writer = new ByteWriter();
  writer.raw(prefix);
  const start = writer.length;
  writeOrderKey(writer, value);
  if (field.direction === -1) writer.invertFrom(start);
  return writer.toBytes();
}

function startingWith(prefix: Buffer): KeyRange {
  return prefix.length === 0 ? allKeys : { low: prefix, high: after(prefix) };
}

/** Ordered, without duplicates; prefixes of equal depth never overlap otherwise. */
function disjoint(ranges: KeyRange[]): KeyRange[] {
  const sorted = ranges.toSorted((left, right) => Buffer.compare(left.low, right.low));
  return sorted.filter((range, at) => at === 0 || !range.low.equals((sorted[at - 1] as KeyRange).low));
}

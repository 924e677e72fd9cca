import type { BsonDocument, BsonValue } from './bson.ts';
import { isDocument } from './bson-type.ts';
import { ByteWriter } from './byte-writer.ts';
import { fieldOf } from './field-path.ts';
import { typeTags, writeOrderKey } from './order-key.ts';

/** A field of an index or a sort. */
export interface OrderedField {
  path: string;
  parts: readonly string[];
  direction: 1 | -1;
}

/** Values of some fields together; where arrays are searched, one tuple for each element. */
export type FieldTuple = readonly (BsonValue | undefined)[];

/** Two fields are in different arrays, which has no tuples. */
export class ParallelArrays extends Error {
  constructor(trails: readonly string[]) {
    super(`[${trails.join('] [')}]`);
  }
}

/** A partly resolved field: the rest of its path, and the value reached so far. */
interface Walk {
  value: BsonValue | undefined;
  rest: readonly string[];
  trail: string;
}

/** Represents an empty array, which is sorted before null. */
const emptyArray: BsonValue[] = [];
/**
 * All tuples of a document, as the server creates keys for indexes and sorts.
 * @throws ParallelArrays when two fields are in different arrays
 */
export function tuplesOf(
  fields: readonly OrderedField[],
  document: BsonDocument,
): { tuples: FieldTuple[]; isMultikey: boolean } {
  const found: Walk[][] = [];
  const isMultikey = collect(
    fields.map(({ parts }) => ({ value: document, rest: parts, trail: '' })),
    found,
  );
  return { tuples: found.map((tuple) => tuple.map(({ value }) => value)), isMultikey };
}

/** Resolves all fields; at an array, once for each element. @returns whether there was an array */
function collect(walks: readonly Walk[], tuples: Walk[][]): boolean {
  const reached = walks.map(walkToArray);
  const open = reached.filter(({ value }) => Array.isArray(value) && value !== emptyArray);
  const [first] = open;
  if (first === undefined) {
    tuples.push(reached);
    return false;
  }
  if (open.some(({ trail }) => trail !== first.trail))
    throw new ParallelArrays(open.map(({ trail }) => trail));
  const items = first.value as BsonValue[];
  const elements: (BsonValue | undefined)[] = items.length === 0 ? [undefined] : items;
  for (const item of elements) {
    const inside = reached.map((walk) =>
      open.includes(walk) ? enter(walk, item, items.length === 0) : walk,
    );
    const finished = inside.filter(({ rest }) => rest.length === 0);
    if (finished.length === inside.length) tuples.push(inside);
    else collectInside(inside, tuples);
  }
  return true;
}

/** Fields that ended inside an array are kept while the others are resolved further. */
function collectInside(walks: readonly Walk[], tuples: Walk[][]): void {
  const open = walks.filter(({ rest }) => rest.length > 0);
  const partial: Walk[][] = [];
  collect(open, partial);
  for (const tuple of partial) {
    const byWalk = new Map(open.map((walk, at) => [walk, tuple[at] as Walk]));
    tuples.push(walks.map((walk) => byWalk.get(walk) ?? walk));
  }
}

function walkToArray({ value, rest, trail }: Walk): Walk {
  let current = value;
  let at = 0;
  for (; at < rest.length; at += 1) {
    const part = rest[at] as string;
    if (!Array.isArray(current)) current = isDocument(current) ? fieldOf(current, part) : undefined;
    else break;
  }
  return { value: current, rest: rest.slice(at), trail: [trail, ...rest.slice(0, at)].join('.') };
}

function enter({ rest, trail }: Walk, item: BsonValue | undefined, isEmpty: boolean): Walk {
  if (rest.length === 0) return { value: isEmpty ? emptyArray : item, rest, trail: `${trail}.*` };
  // Arrays directly in arrays are not searched by a name.
  if (!isDocument(item)) return { value: undefined, rest: [], trail: `${trail}.*` };
  return { value: item, rest, trail: `${trail}.*` };
}

/** Bytes of some leading values in an index. */
export function keyOf(fields: readonly OrderedField[], values: FieldTuple): Buffer {
  const writer = new ByteWriter();
  for (const [at, value] of values.entries()) {
    const start = writer.length;
    if (value === emptyArray) writer.byte(typeTags.undefined);
    else writeOrderKey(writer, value);
    if (fields[at]?.direction === -1) writer.invertFrom(start);
  }
  return writer.toBytes();
}

import { serverError } from '../errors/server-error.ts';
import type { BsonDocument, BsonValue } from '../values/bson.ts';
import { isDocument } from '../values/bson-type.ts';
import { ByteWriter } from '../values/byte-writer.ts';
import { fieldOf } from '../values/field-path.ts';
import { typeTags, writeOrderKey } from '../values/order-key.ts';
import type { IndexDefinition, IndexField } from './index-definition.ts';

/** A key of one document in one index. */
export interface IndexKey {
  bytes: Buffer;
  /** The values it was made of, for the message of a duplicate. */
  values: readonly (BsonValue | undefined)[];
}

/** All keys of one document in one index. */
export interface IndexKeys {
  keys: readonly IndexKey[];
  /** An array took part: one document, several keys. */
  isMultikey: boolean;
}

/** A field on its way to its values: what is left to walk, and where the walk stands. */
interface Walk {
  value: BsonValue | undefined;
  rest: readonly string[];
  trail: string;
}

/** Stands for an empty array, which has a place of its own before null. */
const emptyArray: BsonValue[] = [];
const none: IndexKeys = { keys: [], isMultikey: false };

/**
 * Keys of a document; none when the index leaves it out.
 * @throws MongoServerError 171 when two fields lead into different arrays
 */
export function indexKeysOf(index: IndexDefinition, document: BsonDocument): IndexKeys {
  if (index.partial?.matches(document) === false) return none;
  const tuples: Walk[][] = [];
  const walks = index.fields.map(({ parts }) => ({ value: document, rest: parts, trail: '' }));
  const isMultikey = collect(walks, tuples);
  const values = tuples.map((tuple) => tuple.map(({ value }) => value));
  if (index.isSparse && values.every((tuple) => tuple.every((value) => value === undefined))) return none;
  return { keys: distinct(index.fields, values), isMultikey };
}

/** Walks all fields to their ends; at an array, once for each element. Says whether there was one. */
function collect(walks: readonly Walk[], tuples: Walk[][]): boolean {
  const reached = walks.map(walkToArray);
  const open = reached.filter(({ value }) => Array.isArray(value) && value !== emptyArray);
  const [first] = open;
  if (first === undefined) {
    tuples.push(reached);
    return false;
  }
  if (open.some(({ trail }) => trail !== first.trail)) {
    throw serverError(
      'CannotIndexParallelArrays',
      `cannot index parallel arrays [${open.map((w) => w.trail).join('] [')}]`,
    );
  }
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

/** Fields that ended inside an array stay as they are while the others walk on. */
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
  for (; at < rest.length && !Array.isArray(current); at += 1) {
    current = isDocument(current) ? fieldOf(current, rest[at] as string) : undefined;
  }
  return { value: current, rest: rest.slice(at), trail: [trail, ...rest.slice(0, at)].join('.') };
}

function enter({ rest, trail }: Walk, item: BsonValue | undefined, isEmpty: boolean): Walk {
  if (rest.length === 0) return { value: isEmpty ? emptyArray : item, rest, trail: `${trail}.*` };
  // Arrays directly in arrays are not searched by a name.
  if (!isDocument(item)) return { value: undefined, rest: [], trail: `${trail}.*` };
  return { value: item, rest, trail: `${trail}.*` };
}

function distinct(fields: readonly IndexField[], tuples: readonly (BsonValue | undefined)[][]): IndexKey[] {
  const byBytes = new Map<string, IndexKey>();
  for (const values of tuples) {
    const bytes = keyOf(fields, values);
    byBytes.set(bytes.toString('latin1'), { bytes, values });
  }
  return [...byBytes.values()];
}

/** Bytes of some leading values in an index. */
export function keyOf(fields: readonly IndexField[], values: readonly (BsonValue | undefined)[]): Buffer {
  const writer = new ByteWriter();
  for (const [at, value] of values.entries()) {
    const start = writer.length;
    if (value === emptyArray) writer.byte(typeTags.undefined);
    else writeOrderKey(writer, value);
    if (fields[at]?.direction === -1) writer.invertFrom(start);
  }
  return writer.toBytes();
}

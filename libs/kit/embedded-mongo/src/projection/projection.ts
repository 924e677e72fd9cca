import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import type { BsonDocument, BsonValue } from '../values/bson.ts';
import { bsonTypeOf, isDocument, isNumeric } from '../values/bson-type.ts';
import { splitPath } from '../values/field-path.ts';
import { splitNumber } from '../values/number-key.ts';
import { parseFilter } from '../query/parse-filter.ts';
import { isTrue, itemTest } from '../query/parse-condition.ts';

/** Makes the document a caller asked for out of a stored one. */
export type Projection = (document: BsonDocument) => BsonDocument;

/** Changes an array on its way out; undefined leaves the field away. */
type ArrayView = (value: BsonValue) => BsonValue | undefined;

/** Which fields are named, level by level. */
interface Tree {
  [name: string]: Tree | true | ArrayView;
}

/**
 * Reads `{ a: 1, 'b.c': 1 }`, `{ a: 0 }`, `$slice` and `$elemMatch`; undefined shows everything.
 * @throws UnsupportedOperatorError for the positional `$`, `$meta` and computed fields
 */
export function parseProjection(source: BsonDocument): Projection | undefined {
  const entries = flatten(source);
  if (entries.length === 0) return undefined;
  const isInclusion = decideKind(entries);
  const tree: Tree = {};
  for (const [path, value] of entries) {
    if (path === '_id') continue;
    addToTree(tree, splitPath(path), isDocument(value) ? viewOf(value) : true);
  }
  const idGiven = entries.find(([path]) => path === '_id')?.[1];
  const hasId = idGiven === undefined || isTrue(idGiven);
  if (isInclusion) return (document) => include(document, hasId ? { ...tree, _id: true } : tree);
  return (document) => exclude(document, hasId ? tree : { ...tree, _id: true });
}

type Entry = [path: string, value: BsonValue];

/** `{ a: { b: 1 } }` is `{ 'a.b': 1 }`. */
function flatten(source: BsonDocument, prefix = ''): Entry[] {
  return (Object.entries(source) as Entry[]).flatMap(([name, value]) => {
    const path = `${prefix}${name}`;
    if (path.split('.').includes('$')) throw new UnsupportedOperatorError('$', 'in a projection');
    if (isDocument(value) && Object.keys(value)[0]?.startsWith('$') === false)
      return flatten(value, `${path}.`);
    refuseComputed(path, value);
    return [[path, value] as Entry];
  });
}

function refuseComputed(path: string, value: BsonValue): void {
  if (typeof value === 'boolean' || isNumeric(value)) return;
  const operator = isDocument(value) ? Object.keys(value)[0] : undefined;
  if (operator === '$slice' || operator === '$elemMatch') return;
  throw new UnsupportedOperatorError(
    operator ?? `${bsonTypeOf(value)} value`,
    `in a projection, for '${path}'`,
  );
}

/** Inclusion or exclusion: plain fields decide, then `$elemMatch`, then `_id`; `$slice` goes with both. */
function decideKind(entries: readonly Entry[]): boolean {
  const plain = entries
    .filter(([path, value]) => path !== '_id' && !isDocument(value))
    .map(([, value]) => isTrue(value));
  if (plain.includes(true) && plain.includes(false)) {
    throw serverError('BadValue', 'Cannot do inclusion and exclusion in one projection');
  }
  const [kind] = plain;
  if (kind !== undefined) return kind;
  return entries.some(([path, value]) =>
    isDocument(value) ? Object.hasOwn(value, '$elemMatch') : path === '_id' && isTrue(value),
  );
}

function addToTree(tree: Tree, parts: readonly string[], leaf: true | ArrayView): void {
  const [name, ...rest] = parts as [string, ...string[]];
  const known = tree[name];
  if (rest.length === 0) {
    if (known !== undefined) throw serverError('BadValue', `Path collision at ${name}`);
    tree[name] = leaf;
    return;
  }
  if (known === true || typeof known === 'function')
    throw serverError('BadValue', `Path collision at ${name}`);
  const inner = known ?? {};
  tree[name] = inner;
  addToTree(inner, rest, leaf);
}

function viewOf(value: BsonDocument): ArrayView {
  const match = value['$elemMatch'];
  if (match !== undefined) return firstMatch(itemTest(match, parseFilter));
  return sliceView(value['$slice'] as BsonValue);
}

const firstMatch =
  (test: (item: BsonValue) => boolean): ArrayView =>
  (items) => {
    const found = Array.isArray(items) ? items.find((item) => test(item)) : undefined;
    return found === undefined ? undefined : [found];
  };

function sliceView(operand: BsonValue): ArrayView {
  const [first, second] = (Array.isArray(operand) ? operand : [operand]).map(wholeNumber);
  if (first === undefined) throw serverError('BadValue', '$slice wants a number or two');
  if (second === undefined)
    return onArrays((items) => (first < 0 ? items.slice(first) : items.slice(0, first)));
  if (second <= 0) throw serverError('BadValue', 'Third argument to $slice must be positive');
  return onArrays((items) => {
    const start = first < 0 ? Math.max(0, items.length + first) : first;
    return items.slice(start, start + second);
  });
}

const onArrays =
  (cut: (items: BsonValue[]) => BsonValue[]): ArrayView =>
  (value) =>
    Array.isArray(value) ? cut(value) : value;

function wholeNumber(value: BsonValue): number {
  if (!isNumeric(value)) throw serverError('BadValue', '$slice wants numbers');
  return Math.trunc(splitNumber(value).near);
}

function include(document: BsonDocument, tree: Tree): BsonDocument {
  const result: BsonDocument = {};
  for (const [name, value] of Object.entries(document) as Entry[]) {
    const wanted = Object.hasOwn(tree, name) ? tree[name] : undefined;
    if (wanted === undefined) continue;
    const shown = includeValue(value, wanted);
    if (shown !== undefined) result[name] = shown;
  }
  return result;
}

function includeValue(value: BsonValue, wanted: Tree | true | ArrayView): BsonValue | undefined {
  if (wanted === true) return value;
  if (typeof wanted === 'function') return wanted(value);
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      const shown = isDocument(item) || Array.isArray(item) ? includeValue(item, wanted) : undefined;
      return shown === undefined ? [] : [shown];
    });
  }
  return isDocument(value) ? include(value, wanted) : undefined;
}

function exclude(document: BsonDocument, tree: Tree): BsonDocument {
  const result: BsonDocument = {};
  for (const [name, value] of Object.entries(document) as Entry[]) {
    const unwanted = Object.hasOwn(tree, name) ? tree[name] : undefined;
    const shown = unwanted === undefined ? value : excludeValue(value, unwanted);
    if (shown !== undefined) result[name] = shown;
  }
  return result;
}

function excludeValue(value: BsonValue, unwanted: Tree | true | ArrayView): BsonValue | undefined {
  if (unwanted === true) return undefined;
  if (typeof unwanted === 'function') return unwanted(value);
  if (Array.isArray(value)) return value.map((item) => excludeValue(item, unwanted) as BsonValue);
  return isDocument(value) ? exclude(value, unwanted) : value;
}

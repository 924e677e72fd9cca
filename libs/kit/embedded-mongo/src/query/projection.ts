import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import type { BsonDocument, BsonValue } from '../values/bson.ts';
import { bsonTypeOf, isDocument, isNumeric } from '../values/bson-type.ts';
import { splitPath } from '../values/field-path.ts';
import { isTrue } from './parse-condition.ts';

/** Converts a stored document to what a caller requested. */
export type Projection = (document: BsonDocument) => BsonDocument;

/** The named fields, level by level. */
interface Tree {
  [name: string]: Tree | true;
}

/**
 * Parses `{ a: 1, 'b.c': 1 }` or `{ a: 0 }`; undefined includes all fields.
 * @throws UnsupportedOperatorError for operators and computed fields
 */
export function parseProjection(source: BsonDocument): Projection | undefined {
  const entries = Object.entries(source) as [string, BsonValue][];
  if (entries.length === 0) return undefined;
  const tree: Tree = {};
  for (const [path, value] of entries) {
    refuseComputed(path, value);
    if (path !== '_id') addToTree(tree, splitPath(path));
  }
  const hasId = !Object.hasOwn(source, '_id') || isTrue(source['_id']);
  if (isInclusion(entries)) return (document) => include(document, hasId ? { ...tree, _id: true } : tree);
  return (document) => exclude(document, hasId ? tree : { ...tree, _id: true });
}

function refuseComputed(path: string, value: BsonValue): void {
  if (path.split('.').includes('$')) throw new UnsupportedOperatorError('$', 'in a projection');
  if (typeof value === 'boolean' || isNumeric(value)) return;
  const operator = isDocument(value) ? Object.keys(value)[0] : undefined;
  throw new UnsupportedOperatorError(
    operator ?? `${bsonTypeOf(value)} value`,
    `in a projection, for '${path}'`,
  );
}

/** Whether fields are included or excluded: other fields decide before `_id`. */
function isInclusion(entries: readonly (readonly [string, BsonValue])[]): boolean {
  const fields = entries.filter(([path]) => path !== '_id');
  const kinds = (fields.length > 0 ? fields : entries).map(([, value]) => isTrue(value));
  if (kinds.includes(true) && kinds.includes(false))
    throw serverError('BadValue', 'Cannot do inclusion and exclusion in one projection');
  return kinds[0] === true;
}

function addToTree(tree: Tree, [name = '', ...rest]: readonly string[]): void {
  const existing = tree[name];
  if (existing === true || (existing !== undefined && rest.length === 0))
    throw serverError('BadValue', `Path collision at ${name}`);
  const inner = existing ?? {};
  tree[name] = rest.length === 0 ? true : inner;
  if (rest.length > 0) addToTree(inner, rest);
}

function include(document: BsonDocument, tree: Tree): BsonDocument {
  const result: BsonDocument = {};
  for (const [name, value] of Object.entries(document) as [string, BsonValue][]) {
    const subtree = Object.hasOwn(tree, name) ? tree[name] : undefined;
    const shown = subtree === undefined ? undefined : includeValue(value, subtree);
    if (shown !== undefined) result[name] = shown;
  }
  return result;
}

function includeValue(value: BsonValue, subtree: Tree | true): BsonValue | undefined {
  if (subtree === true) return value;
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      const shown = isDocument(item) || Array.isArray(item) ? includeValue(item, subtree) : undefined;
      return shown === undefined ? [] : [shown];
    });
  }
  return isDocument(value) ? include(value, subtree) : undefined;
}

function exclude(document: BsonDocument, tree: Tree): BsonDocument {
  const result: BsonDocument = {};
  for (const [name, value] of Object.entries(document) as [string, BsonValue][]) {
    const unwanted = Object.hasOwn(tree, name) ? tree[name] : undefined;
    if (unwanted !== true) result[name] = unwanted === undefined ? value : excludeValue(value, unwanted);
  }
  return result;
}

function excludeValue(value: BsonValue, unwanted: Tree): BsonValue {
  if (Array.isArray(value)) return value.map((item) => excludeValue(item, unwanted));
  return isDocument(value) ? exclude(value, unwanted) : value;
}

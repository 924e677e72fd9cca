import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import type { BsonDocument, BsonValue } from '../values/bson.ts';
import { isDocument } from '../values/bson-type.ts';
import { valueAt } from '../values/field-path.ts';
import { parseFilter } from '../query/parse-filter.ts';
import type { Filter } from '../query/filter.ts';

/** `arrayFilters` by name: does this element take part in the change? */
export type PositionFilters = ReadonlyMap<string, (item: BsonValue) => boolean>;

/** Reads the `arrayFilters` option: each document names one element, `{ 'el.score': { $gt: 3 } }`. */
export function parseArrayFilters(filters: readonly BsonValue[]): PositionFilters {
  const byName = new Map<string, (item: BsonValue) => boolean>();
  for (const source of filters) {
    const name = nameOf(source);
    if (byName.has(name))
      throw serverError('FailedToParse', `Found multiple array filters with the same name ${name}`);
    const filter = parseFilter(source as BsonDocument);
    byName.set(name, (item) => filter.matches({ [name]: item }));
  }
  return byName;
}

function nameOf(source: BsonValue): string {
  const names = new Set(isDocument(source) ? topNames(source) : []);
  const [name] = names;
  if (name === undefined || names.size > 1)
    throw serverError('FailedToParse', 'An array filter must name one element');
  return name;
}

function topNames(source: BsonDocument): string[] {
  return Object.entries(source).flatMap(([key, value]) => {
    if (!key.startsWith('$')) return [key.split('.')[0] as string];
    return Array.isArray(value) ? value.flatMap((inner) => (isDocument(inner) ? topNames(inner) : [])) : [];
  });
}

/** Paths without `$[]` and `$[name]`, for one document as it was before the update. */
export function expandPositions(
  parts: readonly string[],
  before: BsonDocument,
  filter: Filter,
  positions: PositionFilters,
): string[][] {
  let paths: string[][] = [[]];
  for (const part of parts) {
    if (part === '$') paths = paths.map((path) => [...path, String(matchedPosition(path, before, filter))]);
    else if (part.startsWith('$[')) paths = paths.flatMap((path) => expandOne(path, part, before, positions));
    else paths = paths.map((path) => [...path, part]);
  }
  return paths;
}

function expandOne(
  path: string[],
  part: string,
  before: BsonDocument,
  positions: PositionFilters,
): string[][] {
  const items = valueAt(before, path);
  if (!Array.isArray(items)) {
    throw serverError(
      'BadValue',
      `The path '${path.join('.')}' must exist and be an array to apply array updates`,
    );
  }
  const name = part.slice(2, -1);
  const test = name === '' ? () => true : positions.get(name);
  if (test === undefined) throw serverError('BadValue', `No array filter found for identifier '${name}'`);
  return items.flatMap((item, at) => (test(item) ? [[...path, String(at)]] : []));
}

/** `$`: the first element through which the filter matches; only where one condition of the filter is on that array. */
function matchedPosition(path: readonly string[], before: BsonDocument, filter: Filter): number {
  const items = valueAt(before, path);
  const name = path.join('.');
  const asked = filter.conditions.filter(
    (condition) => condition.path === name || condition.path.startsWith(`${name}.`),
  );
  const [only] = asked;
  if (!Array.isArray(items) || only === undefined) {
    throw serverError('BadValue', 'The positional operator did not find the match needed from the query.');
  }
  if (asked.length > 1)
    throw new UnsupportedOperatorError('$', `with several conditions on '${name}'; use $elemMatch`);
  const at = items.findIndex((item) => only.matches(withOneItem(path, item)));
  if (at < 0)
    throw serverError('BadValue', 'The positional operator did not find the match needed from the query.');
  return at;
}

const withOneItem = (path: readonly string[], item: BsonValue): BsonDocument =>
  path.reduceRight<BsonValue>((inner, part) => ({ [part]: inner }), [item]) as BsonDocument;

import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import type { BsonDocument, BsonValue } from '../values/bson.ts';
import { isDocument, isNumeric } from '../values/bson-type.ts';
import { isIndex, splitPath } from '../values/field-path.ts';
import type { OrderedField } from '../values/field-tuples.ts';
import { splitNumber } from '../values/number-key.ts';
import { isTrue } from '../query/parse-condition.ts';

/** The definition of an index. */
export interface IndexDefinition {
  name: string;
  fields: readonly OrderedField[];
  isUnique: boolean;
  isSparse: boolean;
  /** Documents whose date field (the only field) is older than this are removed, in seconds. */
  expireAfterSeconds?: number | undefined;
  /** As `listIndexes` returns it. */
  source: BsonDocument;
}

/** Options without effect here. */
const harmless = new Set(['v', 'background', 'writeConcern', 'w', 'maxTimeMS', 'comment', 'commitQuorum']);
const supportedOptions = new Set(['key', 'name', 'unique', 'sparse', 'expireAfterSeconds', ...harmless]);

/**
 * Parses an index from its exact `{ key, name, unique, … }`.
 * @throws UnsupportedOperatorError for text, hashed, geographic and wildcard indexes, and unknown options
 */
export function parseIndexDefinition(source: BsonDocument): IndexDefinition {
  const strange = Object.entries(source).find(
    ([option, value]) => !supportedOptions.has(option) && isTrue(value),
  );
  if (strange !== undefined) throw new UnsupportedOperatorError(`index option ${strange[0]}`);
  const key = source['key'];
  if (!isDocument(key) || Object.keys(key).length === 0)
    throw serverError('CannotCreateIndex', 'Index keys cannot be empty.');
  const fields = Object.entries(key).map(([path, direction]) => parseField(path, direction as BsonValue));
  const definition = {
    name: typeof source['name'] === 'string' ? source['name'] : indexName(fields),
    fields,
    isUnique: isTrue(source['unique']),
    isSparse: isTrue(source['sparse']),
    expireAfterSeconds: parseExpiry(source['expireAfterSeconds'], fields),
  };
  return { ...definition, source: withoutHarmless({ ...source, name: definition.name }) };
}

/** The default name of the server: `owner_1_created_at_-1`. */
const indexName = (fields: readonly OrderedField[]): string =>
  fields.map(({ path, direction }) => `${path}_${String(direction)}`).join('_');

/** Whether two definitions have the same fields and directions. */
export const hasSameFields = (left: IndexDefinition, right: IndexDefinition): boolean =>
  indexName(left.fields) === indexName(right.fields);

function parseField(path: string, direction: BsonValue): OrderedField {
  if (typeof direction === 'string') throw new UnsupportedOperatorError(`${direction} index`);
  if (path.includes('$**')) throw new UnsupportedOperatorError('wildcard index');
  const parts = splitPath(path);
  if (parts.some(isIndex)) throw new UnsupportedOperatorError('index on a position of an array', path);
  const number = isNumeric(direction) ? splitNumber(direction).near : 0;
  if (number === 0 || Number.isNaN(number)) {
    throw serverError(
      'CannotCreateIndex',
      `Values in the index key pattern must be 1 or -1, not ${JSON.stringify(direction)}`,
    );
  }
  return { path, parts, direction: number > 0 ? 1 : -1 };
}

function parseExpiry(value: BsonValue | undefined, fields: readonly OrderedField[]): number | undefined {
  if (value === undefined || value === null) return undefined;
  const seconds = isNumeric(value) ? splitNumber(value).near : -1;
  if (fields.length !== 1 || seconds < 0) {
    throw serverError(
      'CannotCreateIndex',
      'TTL indexes are single-field indexes with expireAfterSeconds of 0 or more',
    );
  }
  return seconds;
}

const withoutHarmless = (source: BsonDocument): BsonDocument =>
  Object.fromEntries(Object.entries(source).filter(([option]) => !harmless.has(option)));

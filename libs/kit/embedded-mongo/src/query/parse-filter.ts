import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import type { BsonDocument, BsonValue } from '../values/bson.ts';
import { isDocument } from '../values/bson-type.ts';
import { parseCondition } from './parse-condition.ts';
import { allOf, anyOf, type Filter } from './filter.ts';

/**
 * Parses a filter in exact form.
 * @throws UnsupportedOperatorError for an operator this store does not have
 */
export const parseFilter = (source: BsonDocument): Filter =>
  allOf(Object.entries(source).map(([key, value]) => parseEntry(key, value as BsonValue)));

function parseEntry(key: string, value: BsonValue): Filter {
  if (!key.startsWith('$')) return parseCondition(key, value);
  switch (key) {
    case '$and':
      return allOf(parseClauses(key, value));
    case '$or':
      return anyOf(parseClauses(key, value));
    default:
      throw new UnsupportedOperatorError(key, 'in a filter');
  }
}

function parseClauses(operator: string, value: BsonValue): Filter[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw serverError('BadValue', `${operator} must be a nonempty array`);
  }
  return value.map((clause) => {
    if (!isDocument(clause)) throw serverError('BadValue', `${operator} entries need to be full objects`);
    return parseFilter(clause);
  });
}

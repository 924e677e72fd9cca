import { UnsupportedOperatorError } from '../errors/unsupported-operator-error.ts';
import { serverError } from '../errors/server-error.ts';
import type { BsonDocument, BsonValue } from '../values/bson.ts';
import { isDocument } from '../values/bson-type.ts';
import { parseCondition } from './parse-condition.ts';
import { allOf, anyOf, everything, noneOf, type Filter } from './filter.ts';

/**
 * Reads a filter in exact form.
 * @throws UnsupportedOperatorError for an operator this store does not have
 */
export function parseFilter(source: BsonDocument): Filter {
  const parts = Object.entries(source).map(([key, value]) => parseEntry(key, value as BsonValue));
  return parts.length === 0 ? everything : allOf(parts);
}

function parseEntry(key: string, value: BsonValue): Filter {
  if (!key.startsWith('$')) return parseCondition(key, value, parseFilter);
  switch (key) {
    case '$and':
      return allOf(parseClauses(key, value));
    case '$or':
      return anyOf(parseClauses(key, value));
    case '$nor':
      return noneOf(parseClauses(key, value));
    case '$comment':
      return everything;
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

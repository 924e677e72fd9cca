import type { BsonDocument, BsonValue } from '../values/bson.ts';

/** What a filter says about one path, as far as an index could use it. */
export type Bound =
  | { operator: '$in'; path: string; values: BsonValue[] }
  | { operator: '$gt' | '$gte' | '$lt' | '$lte'; path: string; value: BsonValue }
  | { operator: '$exists'; path: string; value: boolean };

/** A filter ready to be asked. */
export interface Filter {
  matches: (document: BsonDocument) => boolean;
  /** Conditions every match fulfils (those of `$and` included). */
  bounds: readonly Bound[];
  /** Values that an upsert copies into the new document, and which the filter pins. */
  equalities: readonly { path: string; value: BsonValue }[];
}

/** The filter of all documents. */
export const everything: Filter = { matches: () => true, bounds: [], equalities: [] };

/** All of the filters hold. */
export function allOf(filters: readonly Filter[]): Filter {
  const [only = everything] = filters;
  if (filters.length <= 1) return only;
  return {
    matches: (document) => filters.every((filter) => filter.matches(document)),
    bounds: filters.flatMap((filter) => filter.bounds),
    equalities: filters.flatMap((filter) => filter.equalities),
  };
}

/** Any of the filters holds. */
export function anyOf(filters: readonly Filter[]): Filter {
  const [only] = filters;
  if (only !== undefined && filters.length === 1) return only;
  return {
    matches: (document) => filters.some((filter) => filter.matches(document)),
    bounds: [],
    equalities: [],
  };
}

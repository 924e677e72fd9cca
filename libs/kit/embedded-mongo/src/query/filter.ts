import type { BsonDocument, BsonValue } from '../values/bson.ts';

/** The condition of a filter on one path, as far as an index can use it. */
export type Bound =
  | { operator: '$in'; path: string; values: BsonValue[] }
  | { operator: '$gt' | '$gte' | '$lt' | '$lte'; path: string; value: BsonValue }
  | { operator: '$exists'; path: string; value: boolean };

/** A parsed filter. */
export interface Filter {
  matches: (document: BsonDocument) => boolean;
  /** Conditions that every match fulfils, also from `$and`. */
  bounds: readonly Bound[];
  /** Whether the bounds are the whole filter: what fulfils them matches. */
  isBounds: boolean;
  /** Values of the filter that an upsert copies into the new document. */
  equalities: readonly { path: string; value: BsonValue }[];
}

/** The filter of all documents. */
export const everything: Filter = { matches: () => true, bounds: [], isBounds: true, equalities: [] };

/** Matches when all filters match. */
export function allOf(filters: readonly Filter[]): Filter {
  const [only = everything] = filters;
  if (filters.length <= 1) return only;
  return {
    matches: (document) => filters.every((filter) => filter.matches(document)),
    bounds: filters.flatMap((filter) => filter.bounds),
    isBounds: filters.every((filter) => filter.isBounds),
    equalities: filters.flatMap((filter) => filter.equalities),
  };
}

/** Matches when any filter matches. */
export function anyOf(filters: readonly Filter[]): Filter {
  const [only] = filters;
  if (only !== undefined && filters.length === 1) return only;
  return {
    matches: (document) => filters.some((filter) => filter.matches(document)),
    bounds: [],
    isBounds: false,
    equalities: [],
  };
}

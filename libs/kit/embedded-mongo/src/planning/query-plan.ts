/** Keys from `low` (inclusive) up to `high` (exclusive). */
export interface KeyRange {
  low: Buffer;
  high: Buffer;
}

/** Where candidates of a filter are read; the filter then decides on each. */
export interface QueryPlan {
  /** Name of the index, undefined when all documents are read. */
  indexName: string | undefined;
  table: string;
  /** Ascending, without overlaps. */
  ranges: readonly KeyRange[];
  isDescending: boolean;
  /** Whether candidates have the order of the requested sort. */
  isSorted: boolean;
  /** Whether a document may occur more than once. */
  mayRepeat: boolean;
  /** Whether every candidate matches, so that keys are enough to count them. */
  isExact: boolean;
}

/** The bounds of all keys: no key begins with FF. */
export const allKeys: KeyRange = { low: Buffer.alloc(0), high: Buffer.of(0xff) };

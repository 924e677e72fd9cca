/** Keys from `low` (inclusive) up to `high` (exclusive). */
export interface KeyRange {
  low: Buffer;
  high: Buffer;
}

/** Where candidates of a filter are read: the filter itself still decides on each. */
export interface QueryPlan {
  /** Name of the index, undefined when all documents are read. */
  indexName: string | undefined;
  table: string;
  /** In ascending order, apart from each other. */
  ranges: readonly KeyRange[];
  isDescending: boolean;
  /** Candidates come in the order of the sort that was asked for. */
  isSorted: boolean;
  /** One document may turn up more than once. */
  mayRepeat: boolean;
}

/** Bounds of everything: no key begins with FF. */
export const allKeys: KeyRange = { low: Buffer.alloc(0), high: Buffer.of(0xff) };

import { decodeExactly } from '../values/bson.ts';
import { everything, type Filter } from '../query/filter.ts';
import { sortKeyOf } from '../query/sort-order.ts';
import type { OrderedField } from '../values/field-tuples.ts';
import type { CollectionStore, StoredRow } from '../storage/collection-store.ts';
import type { SqliteFile } from '../storage/sqlite-file.ts';
import { CandidateReader } from './candidate-reader.ts';
import { planQuery } from './plan-query.ts';

/** The requested documents and their order. */
export interface Selection {
  filter: Filter;
  sort: readonly OrderedField[];
  skip: number;
  /** 0 is no limit. */
  limit: number;
}

const smallBatch = 101;
const largeBatch = 500;

/**
 * Rows of a selection in batches. Some batches are empty, so that other work can run in between.
 * A sort without an index keeps keys and row numbers, never the documents.
 */
export function* matchingBatches(
  file: SqliteFile,
  store: CollectionStore,
  selection: Selection,
): Generator<StoredRow[], void> {
  const plan = planQuery(store, selection.filter, selection.sort);
  const reader = new CandidateReader(file, store, plan);
  try {
    if (plan.isSorted) yield* inOrderOfReading(reader, selection);
    else yield* sorted(reader, store, selection);
  } catch (error) {
    file.notice(error);
    throw error;
  }
}

/** All rows of a selection at once, for use inside a write. */
export const matchingRows = (file: SqliteFile, store: CollectionStore, selection: Selection): StoredRow[] =>
  [...matchingBatches(file, store, selection)].flat();

function* inOrderOfReading(
  reader: CandidateReader,
  { filter, skip, limit }: Selection,
): Generator<StoredRow[], void> {
  let toSkip = skip;
  let left = limit === 0 ? Infinity : limit;
  let size = Math.min(smallBatch, left + toSkip);
  while (left > 0) {
    const candidates = reader.next(size);
    if (candidates.length === 0) return;
    const matches = candidates.filter(({ bytes }) => passes(filter, bytes));
    const shown = matches.slice(toSkip, toSkip + left);
    toSkip = Math.max(0, toSkip - matches.length);
    left -= shown.length;
    size = largeBatch;
    yield shown;
  }
}

interface SortEntry {
  rid: number;
  key: Buffer;
}

function* sorted(
  reader: CandidateReader,
  store: CollectionStore,
  selection: Selection,
): Generator<StoredRow[], void> {
  const { filter, sort, skip, limit } = selection;
  const maxRows = limit === 0 ? Infinity : skip + limit;
  const compare = (left: SortEntry, right: SortEntry): number => Buffer.compare(left.key, right.key);
  let entries: SortEntry[] = [];
  for (let rows = reader.next(largeBatch); rows.length > 0; rows = reader.next(largeBatch)) {
    for (const { rid, bytes } of rows) {
      const document = decodeExactly(bytes);
      if (filter.matches(document)) entries.push({ rid, key: sortKeyOf(sort, document) });
    }
    if (entries.length > 2 * maxRows + largeBatch) entries = entries.sort(compare).slice(0, maxRows);
    yield [];
  }
  yield* fetched(store, filter, entries.sort(compare).slice(skip, maxRows));
}

/** Documents of sorted entries; one that has changed meanwhile and no longer matches is left out. */
function* fetched(
  store: CollectionStore,
  filter: Filter,
  entries: SortEntry[],
): Generator<StoredRow[], void> {
  for (let at = 0; at < entries.length; at += smallBatch) {
    yield entries.slice(at, at + smallBatch).flatMap(({ rid }) => {
      const row = store.row(rid);
      return row !== undefined && passes(filter, row.bytes) ? [row] : [];
    });
  }
}

const passes = (filter: Filter, bytes: Uint8Array): boolean =>
  filter === everything || filter.matches(decodeExactly(bytes));

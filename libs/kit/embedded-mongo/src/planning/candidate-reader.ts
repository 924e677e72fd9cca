import type { CollectionStore, StoredRow } from '../storage/collection-store.ts';
import type { SqliteFile } from '../storage/sqlite-file.ts';
import type { KeyRange, QueryPlan } from './query-plan.ts';

/** A batch ends after this many bytes of documents. */
const batchBytes = 4 * 1024 * 1024;
/** Less than every row number: the position before all rows of a key. */
const beforeAll = -1;

/**
 * Reads the candidates of a plan batch by batch. Nothing is held open between batches, so an abandoned cursor
 * costs nothing and a change in between is seen or not seen, as on a server.
 */
export class CandidateReader {
  private readonly file: SqliteFile;
  private readonly store: CollectionStore;
  private readonly plan: QueryPlan;
  private readonly ranges: KeyRange[];
  private readonly visitedRids = new Set<number>();
  private place: { key: Uint8Array; rid: number } | undefined;
  /** Rows read so far; specs use it to check that an index is used. */
  rowsRead = 0;

  constructor(file: SqliteFile, store: CollectionStore, plan: QueryPlan) {
    this.file = file;
    this.store = store;
    this.plan = plan;
    this.ranges = plan.isDescending ? plan.ranges.toReversed() : [...plan.ranges];
  }

  /** Up to `limit` more rows; empty at the end. */
  next(limit: number): StoredRow[] {
    while (this.ranges.length > 0) {
      const rows = this.readSome(this.ranges[0] as KeyRange, limit);
      if (rows === undefined) {
        this.ranges.shift();
        this.place = undefined;
      } else if (rows.length > 0) {
        return rows;
      }
    }
    return [];
  }

  /** Rows of one range that were not read yet; undefined at the end of the range. */
  private readSome(range: KeyRange, limit: number): StoredRow[] | undefined {
    const rows: StoredRow[] = [];
    let bytesRead = 0;
    let rowsRead = 0;
    for (const row of this.rowsFrom(range, limit)) {
      const rid = row['rid'] as number;
      const bytes = row['document'] as Uint8Array;
      this.place = { key: row['key'] as Uint8Array, rid };
      rowsRead += 1;
      bytesRead += bytes.length;
      if (this.isNew(rid)) rows.push({ rid, bytes });
      if (bytesRead > batchBytes) break;
    }
    this.rowsRead += rowsRead;
    return rowsRead === 0 ? undefined : rows;
  }

  private *rowsFrom(range: KeyRange, limit: number): Generator<Record<string, unknown>, void> {
    const sql = candidateSql(this.store.table, this.plan);
    try {
      yield* this.file.statement(sql).iterate(...this.bounds(range), limit);
    } catch (error) {
      this.file.forget(sql);
      throw error;
    }
  }

  /** Where the next batch begins and, in an index, where the range ends. */
  private bounds(range: KeyRange): (Uint8Array | number)[] {
    const { isDescending, indexName } = this.plan;
    if (indexName === undefined) return [this.place?.rid ?? 0];
    const start = this.place ?? { key: isDescending ? range.high : range.low, rid: beforeAll };
    return [start.key, start.rid, isDescending ? range.low : range.high];
  }

  private isNew(rid: number): boolean {
    if (!this.plan.mayRepeat) return true;
    if (this.visitedRids.has(rid)) return false;
    this.visitedRids.add(rid);
    return true;
  }
}

/** The statement of one batch, which continues after the position where the last one ended. */
export function candidateSql(documents: string, { indexName, table, isDescending }: QueryPlan): string {
  if (indexName === undefined) {
    return `SELECT rid, x'' AS key, document FROM ${documents} WHERE rid > ? ORDER BY rid LIMIT ?`;
  }
  const way = isDescending ? 'DESC' : 'ASC';
  const places = isDescending
    ? '(i.key, i.rid) < (?, ?) AND i.key >= ?'
    : '(i.key, i.rid) > (?, ?) AND i.key < ?';
  const order = `ORDER BY i.key ${way}, i.rid ${way} LIMIT ?`;
  if (table === documents)
    return `SELECT i.rid, i.key, i.document FROM ${table} AS i WHERE ${places} ${order}`;
  // CROSS JOIN makes SQLite read the index first, whatever its statistics are.
  return `SELECT i.rid, i.key, d.document FROM ${table} AS i CROSS JOIN ${documents} AS d ON d.rid = i.rid WHERE ${places} ${order}`;
}

import { pageSizeLimit } from '@vault/contracts';
import type { ListPage } from './list-page.ts';

/** More rows than this nobody reads in a sheet, and no page should keep. */
export const allRowsLimit = 10_000;

interface AllRowsRequest<Row> {
  readonly readPage: (page: number, limit: number) => Promise<ListPage<Row>>;
  readonly idOf: (row: Row) => string;
  /** Told after each page: how many rows are here, and of how many. */
  readonly onProgress?: (count: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** Rows of a whole list, and whether there were more than are taken. */
export interface AllRows<Row> {
  readonly rows: readonly Row[];
  readonly isCut: boolean;
}

/**
 * Reads a list page by page to its end, at most {@link allRowsLimit} rows. A row that moved from one page to the next
 * meanwhile is there once.
 * @throws what a page failed with, or the reason of `signal`
 */
export async function readAllRows<Row>({
  readPage,
  idOf,
  onProgress,
  signal,
}: AllRowsRequest<Row>): Promise<AllRows<Row>> {
  const rows = new Map<string, Row>();
  const mostPages = allRowsLimit / pageSizeLimit;
  let total = 0;
  for (let page = 1; page <= mostPages; page += 1) {
    signal?.throwIfAborted();
    const part = await readPage(page, pageSizeLimit);
    total = part.total;
    for (const row of part.rows) rows.set(idOf(row), row);
    onProgress?.(rows.size, Math.min(total, allRowsLimit));
    if (part.rows.length < pageSizeLimit || page * pageSizeLimit >= total) break;
  }
  return { rows: [...rows.values()], isCut: total > allRowsLimit };
}

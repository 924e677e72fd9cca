import { pageSizeLimit } from '@vault/contracts';
import type { ListPage } from './list-page.ts';

/** Most rows that are exported: nobody reads more in a spreadsheet, and no page should hold more in memory. */
export const allRowsLimit = 10_000;

interface AllRowsRequest<Row> {
  readonly readPage: (page: number, limit: number) => Promise<ListPage<Row>>;
  readonly idOf: (row: Row) => string;
  /** Called after each page with the number of rows read so far and the total. */
  readonly onProgress?: (count: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** All rows of a list, and whether the list was cut at {@link allRowsLimit}. */
export interface AllRows<Row> {
  readonly rows: readonly Row[];
  readonly isCut: boolean;
}

/**
 * Reads a list page by page to its end, at most {@link allRowsLimit} rows. A row that moves from one page to the next
 * during the read is returned once.
 * @throws the error of a page that could not be read, or the reason of `signal`
 */
export async function readAllRows<Row>({
  readPage,
  idOf,
  onProgress,
  signal,
}: AllRowsRequest<Row>): Promise<AllRows<Row>> {
  const rows = new Map<string, Row>();
  const maxPages = allRowsLimit / pageSizeLimit;
  let total = 0;
  for (let page = 1; page <= maxPages; page += 1) {
    signal?.throwIfAborted();
    const part = await readPage(page, pageSizeLimit);
    total = part.total;
    for (const row of part.rows) rows.set(idOf(row), row);
    onProgress?.(rows.size, Math.min(total, allRowsLimit));
    if (part.rows.length < pageSizeLimit || page * pageSizeLimit >= total) break;
  }
  return { rows: [...rows.values()], isCut: total > allRowsLimit };
}

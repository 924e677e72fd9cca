import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export interface ListPage<Row = { readonly _id: string }> {
  readonly rows: Row[];
  /** Number of all matching rows. */
  readonly total: number;
}

/** A page of a list; `limit` 0 is the whole list. */
export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

export interface ListLimits {
  /** Rows of one request. */
  readonly pageSize: number;
  /** Maximum number of rows of the whole list. */
  readonly maxRows: number;
}

type ReadPage<Row> = (page: PageRequest) => Promise<ListPage<Row>>;

/**
 * Answers with one page of a list, or with the whole list, which is read and sent page by page to save memory. A
 * failure after the first page closes the connection, because the answer has begun.
 */
export async function sendList(
  reply: FastifyReply,
  request: PageRequest,
  limits: ListLimits,
  read: ReadPage<{ readonly _id: string }>,
): Promise<FastifyReply> {
  const isWhole = request.limit === 0;
  const first = await read(isWhole ? { page: 1, limit: limits.pageSize } : request);
  const text = isWhole ? wholeText(first, limits, read) : pageText(first);
  return reply.type('application/json; charset=utf-8').send(Readable.from(text, { objectMode: false }));
}

function pageText({ rows, total }: ListPage): string[] {
  return [JSON.stringify({ status: 'success', data: rows, total })];
}

async function* wholeText(
  first: ListPage,
  limits: ListLimits,
  read: ReadPage<{ readonly _id: string }>,
): AsyncGenerator<string> {
  let separator = '{"status":"success","data":[';
  for await (const rows of allRows(first, limits, read, ({ _id }) => _id)) {
    if (rows.length === 0) continue;
    yield separator + rows.map((row) => JSON.stringify(row)).join(',');
    separator = ',';
  }
  yield `${separator === ',' ? '' : separator}],"total":${String(first.total)}}`;
}

/** The rows of a list, page by page; each is only read when the one before was used. */
export async function* allRows<Row>(
  first: ListPage<Row>,
  { pageSize, maxRows }: ListLimits,
  read: ReadPage<Row>,
  idOf: (row: Row) => string,
): AsyncGenerator<Row[]> {
  // Rows that are added meanwhile move others to the next page: skip those that were there.
  const seen = new Set<string>();
  let { rows } = first;
  for (let page = 1; ; page += 1) {
    yield rows.filter((row) => !seen.has(idOf(row)));
    for (const row of rows) seen.add(idOf(row));
    if (page * pageSize >= Math.min(first.total, maxRows) || rows.length === 0) return;
    ({ rows } = await read({ page: page + 1, limit: pageSize }));
  }
}

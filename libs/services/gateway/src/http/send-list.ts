import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export interface ListPage {
  readonly rows: readonly { readonly _id: string }[];
  /** Number of all matching rows. */
  readonly total: number;
}

/** A page of a list; `limit` 0 is the whole list. */
interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

export interface ListLimits {
  /** Rows of one request. */
  readonly pageSize: number;
  /** Maximum number of rows of the whole list. */
  readonly maxRows: number;
}

type ReadPage = (page: PageRequest) => Promise<ListPage>;

/**
 * Answers with one page of a list, or with the whole list, which is read and sent page by page to save memory. A
 * failure after the first page closes the connection, because the answer has begun.
 */
export async function sendList(
  reply: FastifyReply,
  request: PageRequest,
  limits: ListLimits,
  read: ReadPage,
): Promise<FastifyReply> {
  const isWhole = request.limit === 0;
  const first = await read(isWhole ? { page: 1, limit: limits.pageSize } : request);
  const text = isWhole ? wholeText(first, limits, read) : pageText(first);
  return reply.type('application/json; charset=utf-8').send(Readable.from(text, { objectMode: false }));
}

function pageText({ rows, total }: ListPage): string[] {
  return [JSON.stringify({ status: 'success', data: rows, total })];
}

async function* wholeText(first: ListPage, { pageSize, maxRows }: ListLimits, read: ReadPage) {
  const { total } = first;
  // Rows that are added meanwhile move others to the next page: skip those that were sent.
  const sent = new Set<string>();
  yield '{"status":"success","data":[';
  let { rows } = first;
  for (let page = 1; ; page += 1) {
    const fresh = rows.filter(({ _id }) => !sent.has(_id)).map((row) => JSON.stringify(row));
    if (fresh.length > 0) yield `${sent.size > 0 ? ',' : ''}${fresh.join(',')}`;
    for (const { _id } of rows) sent.add(_id);
    if (page * pageSize >= Math.min(total, maxRows) || rows.length === 0) break;
    ({ rows } = await read({ page: page + 1, limit: pageSize }));
  }
  yield `],"total":${String(total)}}`;
}

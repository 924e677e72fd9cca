import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export interface ListPage {
  readonly rows: readonly { readonly _id: string }[];
  /** All that match. */
  readonly total: number;
}

/** A page of a list; `limit` 0 is the whole of it. */
interface WantedPage {
  readonly page: number;
  readonly limit: number;
}

export interface WholeList {
  /** Rows that are asked for at once. */
  readonly atOnce: number;
  readonly most: number;
}

type ReadPage = (page: WantedPage) => Promise<ListPage>;

/**
 * Answers with one page of a list, or with all of it: that is read and sent page by page, so that it is never in memory
 * as a whole. A failure after the first page ends the connection, for the client has begun to read.
 */
export async function sendList(
  reply: FastifyReply,
  wanted: WantedPage,
  whole: WholeList,
  read: ReadPage,
): Promise<void> {
  const isWhole = wanted.limit === 0;
  const first = await read(isWhole ? { page: 1, limit: whole.atOnce } : wanted);
  const text = isWhole ? wholeText(first, whole, read) : pageText(first);
  await reply.type('application/json; charset=utf-8').send(Readable.from(text, { objectMode: false }));
}

function pageText({ rows, total }: ListPage): string[] {
  return [JSON.stringify({ status: 'success', data: rows, total })];
}

async function* wholeText(first: ListPage, { atOnce, most }: WholeList, read: ReadPage) {
  const { total } = first;
  // What is added meanwhile moves others to the next page: they are there already.
  const sent = new Set<string>();
  yield '{"status":"success","data":[';
  let { rows } = first;
  for (let page = 1; ; page += 1) {
    const fresh = rows.filter(({ _id }) => !sent.has(_id)).map((row) => JSON.stringify(row));
    if (fresh.length > 0) yield `${sent.size > 0 ? ',' : ''}${fresh.join(',')}`;
    for (const { _id } of rows) sent.add(_id);
    if (page * atOnce >= Math.min(total, most) || rows.length === 0) break;
    ({ rows } = await read({ page: page + 1, limit: atOnce }));
  }
  yield `],"total":${String(total)}}`;
}

import { Readable } from 'node:stream';
import { csvLine, type CsvCell } from '@vault/contracts';
import { AppError } from '@vault/base';
import type { FastifyReply } from 'fastify';
import { allRows, type ListPage, type PageRequest } from '../../http/send-list.ts';

/** How the rows of a list stand in a file. */
export interface Spreadsheet<Row> {
  /** The file, without its extension. */
  readonly name: string;
  readonly header: readonly string[];
  readonly cellsOf: (row: Row) => readonly CsvCell[];
  readonly idOf: (row: Row) => string;
}

/** Nobody reads more in a spreadsheet. */
const maxRows = 100_000;
const usualPageSize = 1_000;
/** Spreadsheets need it to read UTF-8. */
const byteOrderMark = '\uFEFF';

/**
 * Sends a whole list as CSV, read page by page. A failure after the first page closes the connection, because the
 * answer has begun.
 * @throws {AppError} limit-reached when the list has too many rows
 */
export async function sendSpreadsheet<Row>(
  reply: FastifyReply,
  spreadsheet: Spreadsheet<Row>,
  read: (page: PageRequest) => Promise<ListPage<Row>>,
  pageSize = usualPageSize,
): Promise<FastifyReply> {
  const first = await read({ page: 1, limit: pageSize });
  if (first.total > maxRows) throw tooMany(first.total);
  const pages = allRows(first, { pageSize, maxRows }, read, spreadsheet.idOf);
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${spreadsheet.name}.csv"`)
    .send(Readable.from(linesOf(spreadsheet, pages), { objectMode: false }));
}

async function* linesOf<Row>(
  { header, cellsOf }: Spreadsheet<Row>,
  pages: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(header);
  for await (const rows of pages) {
    const lines = rows.map((row) => csvLine(cellsOf(row))).join('');
    if (lines !== '') yield lines;
  }
}

function tooMany(total: number): AppError {
  const msg = `${total.toLocaleString('en')} rows are too many for one file. Please filter the list first.`;
  return new AppError('limit-reached', msg);
}

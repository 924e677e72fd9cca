import type { AnswerMeta } from '../http/envelope-query.ts';
import { totalOf } from '../http/envelope-query.ts';

/** Parameters of a list request; each list adds its filters. */
export interface ListQuery {
  readonly page: number;
  readonly limit: number;
  /** Field to sort by; a leading minus sorts descending. Without it: newest first. */
  readonly sort?: string;
  readonly q?: string;
}

/** The request of one page of a list. */
export interface ListRequest {
  readonly url: string;
  readonly params: Record<string, string | number>;
}

/** Rows of one page, and the number of rows on all pages. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Reads a page from an answer: the total is a field beside the rows. */
export function toListPage<Row>(rows: readonly Row[], meta: AnswerMeta | undefined): ListPage<Row> {
  return { rows, total: totalOf(meta) ?? rows.length };
}

/** Builds the request of a page; empty parameters are left out. */
export function listRequest(url: string, query: object): ListRequest {
  const filled = Object.entries(query).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined && entry[1] !== '',
  );
  return { url, params: Object.fromEntries(filled) };
}

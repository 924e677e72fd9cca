import type { AnswerMeta } from '../envelope-query.ts';

/** What a list is asked for; filters stand beside, under their own names. */
export interface ListQuery {
  readonly page: number;
  readonly limit: number;
  /** A field, or with a minus before it from the largest down; left out: newest first. */
  readonly sort?: string;
  readonly q?: string;
}

/** A page of a list as it is asked for. */
export interface ListRequest {
  readonly url: string;
  readonly params: Record<string, string | number>;
}

/** Rows of one page, and how many there are on all. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** A page out of an answer: the total stands beside the rows. */
export function toListPage<Row>(rows: readonly Row[], meta: AnswerMeta | undefined): ListPage<Row> {
  const total = meta?.envelope['total'];
  return { rows, total: typeof total === 'number' ? total : rows.length };
}

/** What asks for a page; what is empty is not asked for. */
export function listRequest(url: string, query: object): ListRequest {
  const filled = Object.entries(query).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined && entry[1] !== '',
  );
  return { url, params: Object.fromEntries(filled) };
}

/** The server's sentence in a successful answer, or empty. */
export function sentenceOf(meta: AnswerMeta | undefined): string {
  const msg = meta?.envelope['msg'];
  return typeof msg === 'string' ? msg : '';
}

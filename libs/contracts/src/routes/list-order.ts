import { z } from 'zod';
import { pageSizeLimit } from '../plans.ts';
import { lineOfText } from './text.ts';

/** Names of the fields that a list can be sorted by in a query, each with its name in the call behind it. */
type SortFields = Readonly<Record<string, string>>;

type SortField<Fields extends SortFields> = keyof Fields & string;

/** What a query says of the order. */
export type SortOf<Fields extends SortFields> = SortField<Fields> | `-${SortField<Fields>}`;

/** As the calls between services take an order; an empty `sort` leaves it to them. */
export interface SortOrder {
  readonly sort: string;
  readonly descending: boolean;
}

/** `sort` of a query: one of the fields, or with a minus the other way round. */
export function sortQuery<Fields extends SortFields>(fields: Fields) {
  const names = Object.keys(fields) as SortField<Fields>[];
  const orders = names.flatMap((name): SortOf<Fields>[] => [name, `-${name}`]);
  return z
    .enum(orders as [SortOf<Fields>, ...SortOf<Fields>[]])
    .optional()
    .describe('A field, or with a minus before it from the largest down. Left out: newest first.');
}

/** The order that a query asks for; newest first when it asks for none. */
export function sortOrder<Fields extends SortFields>(
  fields: Fields,
  sort: SortOf<Fields> | undefined,
): SortOrder {
  if (sort === undefined) return { sort: 'created_at', descending: true };
  const descending = sort.startsWith('-');
  return { sort: fields[descending ? sort.slice(1) : sort] ?? '', descending };
}

/** What lists take that answer whole when they are asked for no page. */
export const optionalPage = {
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe('The first page is 1. Without `page` and `limit` the list is whole.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(pageSizeLimit)
    .optional()
    .describe(`Rows on a page, at most ${String(pageSizeLimit)}, which is also what \`page\` alone gives.`),
};

/** What lists take that only come in pages. */
export const requiredPage = {
  page: z.coerce.number().int().min(1).max(100_000).default(1).describe('The first page is 1.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(pageSizeLimit)
    .default(pageSizeLimit)
    .describe(`Rows on a page, at most ${String(pageSizeLimit)}.`),
};

/** `q` of a query. */
export const listFilter = lineOfText(200).optional();

/** Page and rows of it for the call behind a list: `limit` 0 is the whole list. */
export function pageOf(query: { readonly page?: number | undefined; readonly limit?: number | undefined }): {
  readonly page: number;
  readonly limit: number;
} {
  const isWhole = query.page === undefined && query.limit === undefined;
  return { page: query.page ?? 1, limit: isWhole ? 0 : (query.limit ?? pageSizeLimit) };
}

/** What stands beside the rows of a list. */
export const listTotal = z.object({
  total: z.number().int().describe('All rows that match, on this page or not.'),
});

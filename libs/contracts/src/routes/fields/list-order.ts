import { z } from 'zod';
import { pageSizeLimit } from '../../rules/plans.ts';
import { lineOfText } from './text.ts';

/** Sort fields of a query, each with its name in the rpc. */
type SortFields = Readonly<Record<string, string>>;

type SortField<Fields extends SortFields> = keyof Fields & string;

/** `sort` of a query: a field, or with a minus for descending order. */
export type SortOf<Fields extends SortFields> = SortField<Fields> | `-${SortField<Fields>}`;

/** The order as rpcs take it; an empty `sort` means their default. */
export interface SortOrder {
  readonly sort: string;
  readonly descending: boolean;
}

/** Schema of `sort` of a query. */
export function sortQuery<Fields extends SortFields>(fields: Fields) {
  const names = Object.keys(fields) as SortField<Fields>[];
  const orders = names.flatMap((name): SortOf<Fields>[] => [name, `-${name}`]);
  return z
    .enum(orders as [SortOf<Fields>, ...SortOf<Fields>[]])
    .optional()
    .describe('A field; with a minus before it in descending order. Absent: newest first.');
}

/** The order of a query; newest first when `sort` is absent. */
export function sortOrder<Fields extends SortFields>(
  fields: Fields,
  sort: SortOf<Fields> | undefined,
): SortOrder {
  if (sort === undefined) return { sort: 'created_at', descending: true };
  const descending = sort.startsWith('-');
  return { sort: fields[descending ? sort.slice(1) : sort] ?? '', descending };
}

/** Paging of lists that answer completely when no page is requested. */
export const optionalPage = {
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe('The first page is 1. Without `page` and `limit` the list is complete.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(pageSizeLimit)
    .optional()
    .describe(`Rows on a page, at most ${String(pageSizeLimit)}, also the default with \`page\`.`),
};

/** Paging of lists that always answer one page. */
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

/** Page and limit for the rpc of a list: `limit` 0 is the whole list. */
export function pageOf(query: { readonly page?: number | undefined; readonly limit?: number | undefined }): {
  readonly page: number;
  readonly limit: number;
} {
  const isWhole = query.page === undefined && query.limit === undefined;
  return { page: query.page ?? 1, limit: isWhole ? 0 : (query.limit ?? pageSizeLimit) };
}

/** The field beside the rows of a list. */
export const listTotal = z.object({
  total: z.number().int().describe('All rows that match, on this page or not.'),
});

import type { TokenHistoryRow } from '@vault/contracts';
import { listRequest, toListPage } from './list-page.ts';
import type { ListPage, ListQuery } from './list-page.ts';
import { staffApi } from './staff-api.ts';

/** Filters of the entries of one user: part of a prompt or of a result. */
export interface TokenHistoryQuery extends ListQuery {
  readonly employeeId: string;
}

export const tokenHistoryRequest = ({ employeeId, ...query }: TokenHistoryQuery) =>
  listRequest(`/admin/employee-token-histories/${encodeURIComponent(employeeId)}`, query);

export const tokenHistoryApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    listTokenHistory: build.query<ListPage<TokenHistoryRow>, TokenHistoryQuery>({
      query: tokenHistoryRequest,
      transformResponse: (rows: TokenHistoryRow[], meta) => toListPage(rows, meta),
      providesTags: ['TokenHistory'],
    }),
  }),
});

export const { useListTokenHistoryQuery } = tokenHistoryApi;

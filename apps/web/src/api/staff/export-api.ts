import { useAppDispatch } from '../../store/hooks.ts';
import { readAllRows } from './all-rows.ts';
import type { AllRows } from './all-rows.ts';
import { toListPage } from './list-page.ts';
import type { ListPage, ListRequest } from './list-page.ts';
import { staffApi } from './staff-api.ts';

const exportApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    /** A page for an export. It is not cached, because it is not shown. */
    readPage: build.mutation<ListPage<unknown>, ListRequest>({
      query: ({ url, params }) => ({ url, params, cache: 'no-store' }),
      transformResponse: (rows: unknown[], meta) => toListPage(rows, meta),
    }),
  }),
});

interface ReadOptions {
  readonly onProgress: (count: number, total: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Reads every row of a paged list.
 * @param requestOf returns the request of one page
 */
export function useReadRows<Row>(
  requestOf: (page: number, limit: number) => ListRequest,
  idOf: (row: Row) => string,
): (options: ReadOptions) => Promise<AllRows<Row>> {
  const dispatch = useAppDispatch();
  return (options) =>
    readAllRows<Row>({
      ...options,
      idOf,
      readPage: (page, limit) =>
        dispatch(
          exportApi.endpoints.readPage.initiate(requestOf(page, limit), { track: false }),
        ).unwrap() as Promise<ListPage<Row>>,
    });
}

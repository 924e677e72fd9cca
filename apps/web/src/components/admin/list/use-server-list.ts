import { useReadRows } from '../../../api/staff/export-api.ts';
import type { ListPage, ListQuery, ListRequest } from '../../../api/staff/list-page.ts';
import { useListAddress } from './use-list-address.ts';
import type { ListAddress, ListAddressActions, ListShape } from './use-list-address.ts';

/** The state of a page of a list, as a store query returns it. */
interface ListAnswer<Row> {
  /** The rows to show: the previous page while the next one is being loaded. */
  readonly data?: ListPage<Row> | undefined;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly error?: unknown;
  readonly refetch: () => unknown;
}

interface ServerListOptions<Row, Query, Filter extends string> {
  /** Must be the same object on every render, like {@link useListAddress} requires. */
  readonly shape: ListShape<Filter>;
  /** The query of a page by the address; by default its sort, search and filters. */
  readonly queryOf?: (address: ListAddress<Filter>) => object;
  readonly useQuery: (query: Query, options: { refetchOnMountOrArgChange: true }) => ListAnswer<Row>;
  readonly requestOf: (query: Query) => ListRequest;
  readonly idOf: (row: Row) => string;
}

/** The state of a list in the address of its page. */
export interface ListState {
  readonly address: ListAddress<string>;
  readonly actions: ListAddressActions;
}

/** A list of the server: its state, its rows, and a function that reads all of them for an export. */
export interface ServerList<Row> extends ListState {
  readonly answer: ListAnswer<Row>;
  readonly readRows: ReturnType<typeof useReadRows<Row>>;
  readonly idOf: (row: Row) => string;
}

/** Reads the page of a list that the address asks for. */
export function useServerList<Row, Query extends ListQuery, Filter extends string>({
  shape,
  queryOf = ({ sort, q, filters }) => ({ sort, q, ...filters }),
  useQuery,
  requestOf,
  idOf,
}: ServerListOptions<Row, Query, Filter>): ServerList<Row> {
  const [address, actions] = useListAddress(shape);
  const { page, limit } = address;
  const queryAt = (at: number, size: number) => ({ ...queryOf(address), page: at, limit: size }) as Query;
  const answer = useQuery(queryAt(page, limit), { refetchOnMountOrArgChange: true });
  const readRows = useReadRows<Row>((at, size) => requestOf(queryAt(at, size)), idOf);
  return { address, actions, answer, readRows, idOf };
}

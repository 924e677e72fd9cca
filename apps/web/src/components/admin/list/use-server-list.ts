import type { ListPage, ListQuery } from '../../../api/staff/list-page.ts';
import type { ListFile } from './csv-button.tsx';
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
  /** Absent: the server makes no file of it. */
  readonly fileOf?: (query: Omit<Query, 'page' | 'limit'>) => ListFile;
  readonly idOf: (row: Row) => string;
}

/** The state of a list in the address of its page. */
export interface ListState {
  readonly address: ListAddress<string>;
  readonly actions: ListAddressActions;
}

/** A list of the server: its state, its rows, and the file that has all of them, if there is one. */
export interface ServerList<Row> extends ListState {
  readonly answer: ListAnswer<Row>;
  readonly file: ListFile | undefined;
  readonly idOf: (row: Row) => string;
}

/** Reads the page of a list that the address asks for. */
export function useServerList<Row, Query extends ListQuery, Filter extends string>({
  shape,
  queryOf = ({ sort, q, filters }) => ({ sort, q, ...filters }),
  useQuery,
  fileOf,
  idOf,
}: ServerListOptions<Row, Query, Filter>): ServerList<Row> {
  const [address, actions] = useListAddress(shape);
  const { page, limit } = address;
  const query = queryOf(address) as Omit<Query, 'page' | 'limit'>;
  const answer = useQuery({ ...query, page, limit } as Query, { refetchOnMountOrArgChange: true });
  return { address, actions, answer, file: fileOf?.(query), idOf };
}

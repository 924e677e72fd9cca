import type { TokenHistoryRow } from '@vault/contracts';
import { useMemo, useState } from 'react';
import { ListView } from '../../../components/admin/list/list-view.tsx';
import { SearchField } from '../../../components/admin/list/search-field.tsx';
import { historyColumns } from './history-columns.tsx';
import { ReadDialog } from './read-dialog.tsx';
import { listRequest, toListPage } from '../../../api/staff/list-page.ts';
import type { ListPage, ListQuery } from '../../../api/staff/list-page.ts';
import { staffApi } from '../../../api/staff/staff-api.ts';
import { useServerList } from '../../../components/admin/list/use-server-list.ts';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { fileName } from '../../../lib/text/file-name.ts';
import type { Owner } from '../model/owner.ts';

/** Filters of the entries of one user: part of a prompt or of a result. */
interface TokenHistoryQuery extends ListQuery {
  readonly employeeId: string;
}

const addressOf = (employeeId: string) => `/admin/employee-token-histories/${encodeURIComponent(employeeId)}`;

const tokenHistoryApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    listTokenHistory: build.query<ListPage<TokenHistoryRow>, TokenHistoryQuery>({
      query: ({ employeeId, ...query }) => listRequest(addressOf(employeeId), query),
      transformResponse: (rows: TokenHistoryRow[], meta) => toListPage(rows, meta),
      providesTags: ['TokenHistory'],
    }),
  }),
});

export const { useListTokenHistoryQuery } = tokenHistoryApi;

const shape = { sorts: ['createdAt', 'operationType', 'tokens'], filters: {} } as const;

const idOf = ({ _id }: TokenHistoryRow) => _id;

interface HistoryListProps {
  employeeId: string;
  /** Undefined until they are found. */
  owner: Owner | undefined;
}

/** The operations of one user or team with prompts, results and charged tokens. */
export function HistoryList({ employeeId, owner }: HistoryListProps) {
  const name = owner?.name ?? '';
  const list = useServerList<TokenHistoryRow, TokenHistoryQuery, never>({
    shape,
    queryOf: ({ sort, q }) => ({ employeeId, sort, q }),
    useQuery: useListTokenHistoryQuery,
    fileOf: ({ employeeId: id, ...query }) => ({
      name: name === '' ? 'token-history.csv' : fileName(`token-history-${name}`, '.csv'),
      ...listRequest(`${addressOf(id)}/entries.csv`, query),
    }),
    idOf,
  });
  const [read, setRead] = useState<TokenHistoryRow | null>(null);
  const columns = useMemo(() => historyColumns(setRead), []);
  return (
    <>
      <ListView
        name={name === '' ? 'Token history' : `Token history of ${name}`}
        list={list}
        columns={columns}
        empty={{
          title: 'No tokens spent yet',
          text: `This ${owner?.isTeam ? 'team' : 'user'} has not generated any text.`,
        }}
        tools={<SearchField list={list} label="Search prompts and results" />}
      />
      <SmallText mt="3">Times are in UTC.</SmallText>
      {read ? <ReadDialog row={read} onClose={() => setRead(null)} /> : null}
    </>
  );
}

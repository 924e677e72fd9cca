import { chakra } from '@chakra-ui/react';
import type { TokenHistoryRow } from '@vault/contracts';
import { useMemo, useState } from 'react';
import { useReadRows } from '../../api/staff/export-api.ts';
import { ListView } from '../../components/admin/list-view.tsx';
import { SearchField } from '../../components/admin/search-field.tsx';
import { SheetButtons } from '../../components/admin/sheet-buttons.tsx';
import { useListAddress } from '../../lib/use-list-address.ts';
import { adminTokensStrings as words } from './admin-tokens.strings.ts';
import { historyColumns, historySheet } from './history-columns.tsx';
import { ReadDialog } from './read-dialog.tsx';
import { listRequest, toListPage } from '../../api/staff/list-page.ts';
import type { ListPage, ListQuery } from '../../api/staff/list-page.ts';
import { staffApi } from '../../api/staff/staff-api.ts';

/** Filters of the entries of one user: part of a prompt or of a result. */
interface TokenHistoryQuery extends ListQuery {
  readonly employeeId: string;
}

const tokenHistoryRequest = ({ employeeId, ...query }: TokenHistoryQuery) =>
  listRequest(`/admin/employee-token-histories/${encodeURIComponent(employeeId)}`, query);

const tokenHistoryApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    listTokenHistory: build.query<ListPage<TokenHistoryRow>, TokenHistoryQuery>({
      query: tokenHistoryRequest,
      transformResponse: (rows: TokenHistoryRow[], meta) => toListPage(rows, meta),
      providesTags: ['TokenHistory'],
    }),
  }),
});

export const { useListTokenHistoryQuery } = tokenHistoryApi;

const shape = { sorts: ['createdAt', 'operationType', 'tokens'], filters: {} } as const;

const idOf = ({ _id }: TokenHistoryRow) => _id;

/** The operations of one user with prompts, results and charged tokens. */
export function HistoryList({ employeeId, email }: { employeeId: string; email: string }) {
  const [address, actions] = useListAddress(shape);
  const { page, limit, sort, q } = address;
  const query = { employeeId, sort, q };
  const answer = useListTokenHistoryQuery({ ...query, page, limit }, { refetchOnMountOrArgChange: true });
  const readRows = useReadRows<TokenHistoryRow>(
    (at, size) => tokenHistoryRequest({ ...query, page: at, limit: size }),
    idOf,
  );
  const [read, setRead] = useState<TokenHistoryRow | null>(null);
  const columns = useMemo(() => historyColumns(setRead), []);
  return (
    <>
      <ListView
        name={email ? words.listOf(email) : words.list}
        columns={columns}
        idOf={idOf}
        answer={answer}
        address={address}
        actions={actions}
        empty={{ title: words.emptyTitle, text: words.emptyText }}
        tools={<SearchField label={words.searchLabel} value={q} onSearch={actions.search} />}
        sheet={
          <SheetButtons
            sheet={{ ...historySheet, name: email ? `token-history-${email}` : historySheet.name }}
            readRows={readRows}
          />
        }
      />
      <chakra.p mt="3" fontSize="xs" color="ink.muted">
        {words.utc}
      </chakra.p>
      {read ? (
        <ReadDialog
          row={read}
          onClose={() => {
            setRead(null);
          }}
        />
      ) : null}
    </>
  );
}

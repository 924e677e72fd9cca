import { chakra } from '@chakra-ui/react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { errorMessage } from '../../api/error-message.ts';
import type { ListAddress, ListAddressActions } from '../../lib/use-list-address.ts';
import { Button } from '../button.tsx';
import { DataTable } from './data-table.tsx';
import type { ListColumn } from './list-features.ts';
import { ListPager } from './list-pager.tsx';
import { Failed, Nothing } from './list-states.tsx';
import { listStrings as words } from './list.strings.ts';

/** The state of a page of a list, as a store query returns it. */
export interface ListAnswer<Row> {
  /** The rows to show: those of the previous page while the next one is being loaded. */
  readonly data?: { readonly rows: readonly Row[]; readonly total: number } | undefined;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly error?: unknown;
  readonly refetch: () => unknown;
}

interface ListViewProps<Row extends object> {
  name: string;
  columns: ListColumn<Row>[];
  idOf: (row: Row) => string;
  answer: ListAnswer<Row>;
  address: ListAddress<string>;
  actions: ListAddressActions;
  isSortable?: boolean;
  /** Shown when the list is empty without any filter. */
  empty: { readonly title: string; readonly text: string };
  /** Search and filters. */
  tools: ReactNode;
  /** The export buttons. */
  sheet: ReactNode;
}

/** A list with search, filters, rows and pager, and its empty and error states. */
export function ListView<Row extends object>(props: ListViewProps<Row>) {
  const { name, columns, idOf, answer, address, actions, isSortable = true, tools, sheet } = props;
  const { data, isFetching, isError, refetch } = answer;
  const { page, limit } = address;
  const lastPage = data ? Math.max(1, Math.ceil(data.total / limit)) : page;

  const { goTo } = actions;
  const isPastEnd = !isFetching && page > lastPage;
  // The list has fewer pages than the address requests.
  useEffect(() => {
    if (isPastEnd) goTo(lastPage);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isPastEnd, lastPage]);

  const isEmpty = data?.total === 0 && !isFetching;
  const hasFailed = isError && !isFetching;
  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" alignItems="flex-end" gap="3" pb="4">
        {tools}
        <chakra.div ms={{ md: 'auto' }}>{sheet}</chakra.div>
      </chakra.div>
      {hasFailed ? (
        <Failed
          title={words.failedTitle}
          message={errorMessage(answer.error, words.failedText)}
          onRetry={() => void refetch()}
        />
      ) : isEmpty ? (
        <Empty {...props} />
      ) : (
        <DataTable
          name={name}
          columns={columns}
          rows={data?.rows}
          idOf={idOf}
          isStale={isFetching && data !== undefined}
          before={(page - 1) * limit}
          total={data?.total ?? 0}
          expected={limit}
          sort={address.sort}
          onSort={isSortable ? actions.sortBy : undefined}
        />
      )}
      {data && data.total > 0 && !hasFailed ? (
        <ListPager
          page={Math.min(page, lastPage)}
          limit={limit}
          total={data.total}
          onPage={(next) => {
            goTo(next);
            window.scrollTo(0, 0);
          }}
          onLimit={actions.show}
        />
      ) : null}
    </>
  );
}

function Empty<Row extends object>({ address, actions, empty }: ListViewProps<Row>) {
  if (!address.isFiltered) return <Nothing title={empty.title} text={empty.text} />;
  return (
    <div role="status">
      <Nothing title={words.nothingFound} text={words.nothingFoundText}>
        <Button mt="2" onClick={actions.clear}>
          {words.clearFilters}
        </Button>
      </Nothing>
    </div>
  );
}

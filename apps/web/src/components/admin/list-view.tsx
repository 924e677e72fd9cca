import { chakra } from '@chakra-ui/react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { ListAddress, ListAddressActions } from '../../lib/use-list-address.ts';
import { Button } from '../button.tsx';
import { DataTable } from './data-table.tsx';
import type { ListColumn } from './list-features.ts';
import { ListPager } from './list-pager.tsx';
import { Failed, Nothing } from './list-states.tsx';
import { listStrings as words } from './list.strings.ts';

/** How a page of a list stands: as a query of the store gives it. */
export interface ListAnswer<Row> {
  /** What is shown: of the page before, while another is on its way. */
  readonly data?: { readonly rows: readonly Row[]; readonly total: number } | undefined;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly refetch: () => unknown;
}

interface ListViewProps<Row extends object> {
  name: string;
  columns: ListColumn<Row>[];
  idOf: (row: Row) => string;
  answer: ListAnswer<Row>;
  /** Why it failed, in the server's words, or empty. */
  failure: string;
  address: ListAddress<string>;
  actions: ListAddressActions;
  isSortable?: boolean;
  /** Shown when there is nothing at all, whatever is asked for. */
  empty: { readonly title: string; readonly text: string };
  /** Search and filters. */
  tools: ReactNode;
  /** What takes the list away. */
  sheet: ReactNode;
}

/** A list with all that belongs to it: search, filters, the rows, the pages, and what to do when there is nothing. */
export function ListView<Row extends object>(props: ListViewProps<Row>) {
  const { name, columns, idOf, answer, address, actions, isSortable = true, tools, sheet } = props;
  const { data, isFetching, isError, refetch } = answer;
  const { page, limit } = address;
  const lastPage = data ? Math.max(1, Math.ceil(data.total / limit)) : page;

  const { goTo } = actions;
  const isBeyond = !isFetching && page > lastPage;
  // The list has become shorter than the address believes.
  useEffect(() => {
    if (isBeyond) goTo(lastPage);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isBeyond, lastPage]);

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
          message={props.failure || words.failedText}
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

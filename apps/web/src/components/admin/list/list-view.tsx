import { chakra } from '@chakra-ui/react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { DataTable } from './data-table.tsx';
import { CsvButton } from './csv-button.tsx';
import type { ListColumn } from './list-column.ts';
import { ListPager } from './list-pager.tsx';
import { LoadError, EmptyState } from './list-states.tsx';
import type { ServerList } from './use-server-list.ts';

interface ListViewProps<Row> {
  name: string;
  list: ServerList<Row>;
  columns: readonly ListColumn<Row>[];
  isSortable?: boolean;
  /** Shown when the list is empty without any filter. */
  empty: { readonly title: string; readonly text: string };
  /** Search and filters. */
  tools: ReactNode;
}

/** A list with search, filters, rows and pager, and its empty and error states. */
export function ListView<Row>(props: ListViewProps<Row>) {
  const { name, columns, isSortable = true, tools, list } = props;
  const { answer, address, actions, file, idOf } = list;
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
        {file ? (
          <chakra.div ms={{ md: 'auto' }}>
            <CsvButton file={file} />
          </chakra.div>
        ) : null}
      </chakra.div>
      {hasFailed ? (
        <LoadError error={answer.error} onRetry={() => void refetch()} />
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

function Empty<Row>({ list: { address, actions }, empty }: ListViewProps<Row>) {
  if (!address.isFiltered) return <EmptyState title={empty.title} text={empty.text} />;
  return (
    <div role="status">
      <EmptyState title="Nothing matches" text="No row matches the search and all filters.">
        <Button mt="2" onClick={actions.clear}>
          Clear search and filters
        </Button>
      </EmptyState>
    </div>
  );
}

import { Table, chakra } from '@chakra-ui/react';
import { useTable } from '@tanstack/react-table';
import type { SortingState } from '@tanstack/react-table';
import { useMemo } from 'react';
import { DataTableHead } from './data-table-head.tsx';
import { DataTableRows } from './data-table-rows.tsx';
import { listFeatures } from './list-features.ts';
import type { ListColumn } from './list-features.ts';
import { SkeletonRows } from './skeleton-rows.tsx';
import { SortChoice } from './sort-choice.tsx';

/** Narrower than this, counted without the sidebar, rows are cards. */
const cards = '@container (max-width: 699px)';

const Frame = chakra('div', { base: { containerType: 'inline-size' } });

const Grid = chakra(Table.Root, {
  base: {
    tableLayout: 'fixed',
    borderTop: '1px solid',
    borderColor: 'line',
    transition: 'opacity 150ms ease-out 150ms',
    '&[data-stale]': { opacity: 0.55 },
    '& td': { verticalAlign: 'middle', overflowWrap: 'anywhere', height: '56px', py: '2' },
    // Only where numbers stand below one another: in names and addresses it tears hyphens apart.
    fontVariantNumeric: 'normal',
    '& [data-align=end], & time': { fontVariantNumeric: 'tabular-nums' },
    '& [data-align=end]': { textAlign: 'end' },
    '& tbody tr:hover': { bg: 'surface' },
    [cards]: {
      '&, & tbody': { display: 'block' },
      '& thead, & colgroup': { display: 'none' },
      '& tr:not([aria-hidden])': {
        display: 'flex',
        flexDirection: 'column',
        py: '3',
        borderBottom: '1px solid',
        borderColor: 'line',
      },
      '& td': {
        display: 'grid',
        gridTemplateColumns: '116px minmax(0, 1fr)',
        columnGap: '3',
        alignItems: 'start',
        height: 'auto',
        minHeight: '28px',
        py: '1',
        px: '0',
        border: 'none',
        textAlign: 'start!',
      },
      '& td::before': { content: 'attr(data-label)', color: 'ink.muted', fontSize: 'xs', lineHeight: '20px' },
      '& td[data-name]': { order: -1, gridTemplateColumns: 'minmax(0, 1fr)', fontSize: 'md' },
      '& td[data-name]::before': { display: 'none' },
      '& td > *': { gridColumn: '-2', minWidth: 0 },
    },
  },
});

/** Only where rows are cards: there is no header to press. */
const SortPlace = chakra('div', { base: { display: 'none', pb: '3', [cards]: { display: 'block' } } });

function toSorting(sort: string): SortingState {
  return sort === '' ? [] : [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }];
}

function fromSorting([first]: SortingState): string {
  return first ? `${first.desc ? '-' : ''}${first.id}` : '';
}

interface DataTableProps<Row extends object> {
  /** What the rows are, for whoever does not see them. */
  name: string;
  columns: ListColumn<Row>[];
  /** Undefined while the first ones are on their way. */
  rows: readonly Row[] | undefined;
  idOf: (row: Row) => string;
  /** Other rows are on their way. */
  isStale: boolean;
  /** How many rows stand before these, and how many there are on all. */
  before: number;
  total: number;
  /** How many rows are expected while there are none. */
  expected: number;
  /** A field, or with a minus before it; empty is the order the server chooses. */
  sort?: string;
  onSort?: (sort: string) => void;
}

/** A page of a list as a table; where there is no room for columns, as cards. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { name, columns, rows, idOf, isStale, before, total, expected, sort = '', onSort } = props;
  const data = useMemo(() => [...(rows ?? [])], [rows]);
  const sorting = useMemo(() => toSorting(sort), [sort]);
  const table = useTable({
    features: listFeatures,
    columns,
    data,
    getRowId: idOf,
    enableSorting: onSort !== undefined,
    manualSorting: true,
    enableMultiSort: false,
    state: { sorting },
    onSortingChange: (update) => {
      onSort?.(fromSorting(typeof update === 'function' ? update(sorting) : update));
    },
  });
  return (
    <Frame>
      {onSort ? (
        <SortPlace>
          <SortChoice table={table} sort={sort} onSort={onSort} />
        </SortPlace>
      ) : null}
      <Grid
        role="table"
        aria-label={name}
        aria-busy={rows === undefined || isStale}
        aria-rowcount={total + 1}
        data-stale={isStale || undefined}
      >
        <DataTableHead table={table} />
        {rows === undefined ? (
          <SkeletonRows table={table} count={expected} />
        ) : (
          <DataTableRows table={table} before={before} />
        )}
      </Grid>
    </Frame>
  );
}

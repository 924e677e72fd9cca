import { Table, chakra, Skeleton } from '@chakra-ui/react';
import { ColumnNames } from './column-names.tsx';
import type { ListColumn } from './list-column.ts';
import { Select } from '../../ui/fields/select.tsx';

/** More rows than this do not fit into a window. */
const maxRows = 15;
const widths = ['72%', '88%', '54%', '64%'];

/** Placeholder rows with the layout of the real ones. */
function SkeletonRows<Row>({ columns, count }: { columns: readonly ListColumn<Row>[]; count: number }) {
  return (
    <Table.Body role="rowgroup">
      {Array.from({ length: Math.min(count, maxRows) }, (_row, at) => (
        <Table.Row key={at} role="row" bg="transparent">
          {columns.map(({ id, header, isName, align }, column) => (
            <Table.Cell key={id} role="cell" data-label={header} data-name={isName}>
              <Skeleton
                height="14px"
                width={widths[(at + column) % widths.length]}
                ms={align === 'end' ? 'auto' : undefined}
              />
            </Table.Cell>
          ))}
        </Table.Row>
      ))}
    </Table.Body>
  );
}

interface SortChoiceProps<Row> {
  columns: readonly ListColumn<Row>[];
  sort: string;
  onSort: (sort: string) => void;
}

/** Select for the order of a list that is shown as cards. */
function SortChoice<Row>({ columns, sort, onSort }: SortChoiceProps<Row>) {
  const options = columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ id, header }) => [
      { value: id, text: `${header}, from the smallest` },
      { value: `-${id}`, text: `${header}, from the largest` },
    ]);
  return (
    <Select
      label="Sort by"
      value={sort}
      options={[{ value: '', text: 'Newest first' }, ...options]}
      onChange={onSort}
    />
  );
}

/** A table with more columns has less space between them, and needs more width. */
const spaciousColumns = 8;

const tables = {
  /** Below these widths, without the sidebar, rows are shown as cards. */
  spacious: { cards: '@container (max-width: 699px)', css: {} },
  dense: { cards: '@container (max-width: 899px)', css: { '& th, & td': { px: '2' } } },
} as const;

const cardCss = {
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
} as const;

const Grid = chakra(Table.Root, {
  base: {
    tableLayout: 'fixed',
    borderTop: '1px solid',
    borderColor: 'line',
    transition: 'opacity 150ms ease-out 150ms',
    '&[data-stale]': { opacity: 0.55 },
    '& td': { verticalAlign: 'middle', overflowWrap: 'anywhere', height: '56px', py: '2' },
    // Only in columns of numbers: in names and addresses it adds space around hyphens.
    fontVariantNumeric: 'normal',
    '& [data-align=end], & time': { fontVariantNumeric: 'tabular-nums' },
    '& [data-align=end]': { textAlign: 'end' },
    '& tbody tr:hover': { bg: 'surface' },
  },
});

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  name: string;
  columns: readonly ListColumn<Row>[];
  /** Undefined until the first answer. */
  rows: readonly Row[] | undefined;
  idOf: (row: Row) => string;
  /** Whether other rows are being loaded. */
  isStale: boolean;
  /** Number of rows on the pages before. */
  before: number;
  /** Number of rows on all pages. */
  total: number;
  /** Number of placeholder rows until the first answer. */
  expected: number;
  /** Field to sort by, descending with a leading minus; empty for the server's default order. */
  sort?: string;
  onSort?: (sort: string) => void;
}

/** A page of a list as a table, or as cards in a narrow window. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, columns, rows, idOf, isStale, before, total, expected, sort = '', onSort } = props;
  const { cards, css } = columns.length > spaciousColumns ? tables.dense : tables.spacious;
  return (
    <chakra.div containerType="inline-size">
      {onSort ? (
        // Cards have no column headers.
        <chakra.div display="none" pb="3" css={{ [cards]: { display: 'block' } }}>
          <SortChoice columns={columns} sort={sort} onSort={onSort} />
        </chakra.div>
      ) : null}
      <Grid
        role="table"
        aria-label={name}
        aria-busy={rows === undefined || isStale}
        aria-rowcount={total + 1}
        data-stale={isStale || undefined}
        css={{ ...css, [cards]: cardCss }}
      >
        <ColumnNames columns={columns} sort={sort} onSort={onSort} />
        {rows === undefined ? (
          <SkeletonRows columns={columns} count={expected} />
        ) : (
          <Table.Body role="rowgroup">
            {rows.map((row, at) => (
              <Table.Row key={idOf(row)} role="row" aria-rowindex={before + at + 2} bg="transparent">
                {columns.map(({ id, header, cell, isName, align }) => (
                  <Table.Cell
                    key={id}
                    role={isName ? 'rowheader' : 'cell'}
                    data-label={header}
                    data-name={isName}
                    data-align={align}
                  >
                    <div>{cell(row)}</div>
                  </Table.Cell>
                ))}
              </Table.Row>
            ))}
          </Table.Body>
        )}
      </Grid>
    </chakra.div>
  );
}

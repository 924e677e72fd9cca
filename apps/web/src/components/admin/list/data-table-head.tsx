import { Table, chakra } from '@chakra-ui/react';
import type { Header, ReactTable } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ListFeatures } from './list-features.ts';

const SortButton = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    mx: '-2',
    px: '2',
    minHeight: '32px',
    borderRadius: 'sm',
    fontWeight: 'strong',
    _hover: { color: 'ink', bg: 'hover' },
    '& svg': { width: '14px', height: '14px', strokeWidth: 1.75, flexShrink: 0 },
    '&[data-sorted]': { color: 'ink' },
  },
});

const icons = { asc: ArrowUp, desc: ArrowDown, none: ArrowUpDown } as const;
const orders = { asc: 'ascending', desc: 'descending' } as const;

interface HeadProps<Row extends object> {
  table: ReactTable<ListFeatures, Row>;
}

/** The column headers; the header of a sortable column is a button that changes the order. */
export function DataTableHead<Row extends object>({ table }: HeadProps<Row>) {
  return (
    <>
      <Table.ColumnGroup>
        {table.getAllFlatColumns().map(({ id, columnDef }) => (
          <Table.Column key={id} width={columnDef.meta?.width} />
        ))}
      </Table.ColumnGroup>
      <Table.Header role="rowgroup">
        {table.getHeaderGroups().map((group) => (
          <Table.Row key={group.id} role="row" aria-rowindex={1} bg="transparent">
            {group.headers.map((header) => (
              <ColumnName key={header.id} table={table} header={header} />
            ))}
          </Table.Row>
        ))}
      </Table.Header>
    </>
  );
}

function ColumnName<Row extends object>({
  table,
  header,
}: HeadProps<Row> & { header: Header<ListFeatures, Row> }) {
  const { column } = header;
  const order = column.getIsSorted();
  const Icon = icons[order || 'none'];
  const name = <table.FlexRender header={header} />;
  return (
    <Table.ColumnHeader
      role="columnheader"
      scope="col"
      data-align={column.columnDef.meta?.align}
      aria-sort={order ? orders[order] : undefined}
      fontSize="xs"
      py="2"
    >
      {column.getCanSort() ? (
        <SortButton type="button" data-sorted={order || undefined} onClick={column.getToggleSortingHandler()}>
          {name}
          <Icon aria-hidden />
        </SortButton>
      ) : (
        name
      )}
    </Table.ColumnHeader>
  );
}

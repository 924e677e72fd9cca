import { Table, chakra } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ListColumn } from './list-column.ts';

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown } as const;

interface ColumnNamesProps<Row> {
  columns: readonly ListColumn<Row>[];
  /** Field to sort by, descending with a leading minus; empty for the server's default order. */
  sort: string;
  /** Undefined: the list cannot be sorted. */
  onSort: ((sort: string) => void) | undefined;
}

/** The names of the columns; that of a sortable column is a button that changes the order. */
export function ColumnNames<Row>({ columns, ...rest }: ColumnNamesProps<Row>) {
  return (
    <>
      <Table.ColumnGroup>
        {columns.map(({ id, width }) => (
          <Table.Column key={id} width={width} />
        ))}
      </Table.ColumnGroup>
      <Table.Header role="rowgroup">
        <Table.Row role="row" aria-rowindex={1} bg="transparent">
          {columns.map((column) => (
            <ColumnName key={column.id} column={column} {...rest} />
          ))}
        </Table.Row>
      </Table.Header>
    </>
  );
}

/** The order after the next click: the first one, the other one, then that of the server. */
function nextSort({ id, sortable }: ListColumn<never>, sort: string): string {
  const [first, second] = sortable === 'descending' ? [`-${id}`, id] : [id, `-${id}`];
  if (sort === first) return second;
  return sort === second ? '' : first;
}

function ColumnName<Row>({
  column,
  sort,
  onSort,
}: Omit<ColumnNamesProps<Row>, 'columns'> & { column: ListColumn<Row> }) {
  const { id, header, heading = header, sortable, align } = column;
  const order = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined;
  const Icon = icons[order ?? 'none'];
  return (
    <Table.ColumnHeader
      role="columnheader"
      scope="col"
      data-align={align}
      aria-sort={order}
      fontSize="xs"
      py="2"
    >
      {onSort && sortable ? (
        <chakra.button
          type="button"
          data-sorted={order}
          onClick={() => onSort(nextSort(column, sort))}
          display="inline-flex"
          alignItems="center"
          gap="1.5"
          mx="-2"
          px="2"
          minHeight="32px"
          borderRadius="sm"
          fontWeight="strong"
          _hover={{ color: 'ink', bg: 'hover' }}
          css={{
            '& svg': { width: '14px', height: '14px', strokeWidth: 1.75, flexShrink: 0 },
            '&[data-sorted]': { color: 'ink' },
          }}
        >
          {heading}
          <Icon aria-hidden />
        </chakra.button>
      ) : (
        heading
      )}
    </Table.ColumnHeader>
  );
}

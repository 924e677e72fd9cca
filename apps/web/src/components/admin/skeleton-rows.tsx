import { Skeleton, Table } from '@chakra-ui/react';
import type { ReactTable } from '@tanstack/react-table';
import { columnLabel } from './list-features.ts';
import type { ListFeatures } from './list-features.ts';

/** More rows than this do not fit into a window. */
const maxRows = 15;
const widths = ['72%', '88%', '54%', '64%'];

interface SkeletonRowsProps<Row extends object> {
  table: ReactTable<ListFeatures, Row>;
  count: number;
}

/** Placeholder rows with the layout of the real ones. */
export function SkeletonRows<Row extends object>({ table, count }: SkeletonRowsProps<Row>) {
  const columns = table.getAllFlatColumns();
  return (
    <Table.Body role="rowgroup">
      {Array.from({ length: Math.min(count, maxRows) }, (_row, at) => (
        <Table.Row key={at} role="row" bg="transparent">
          {columns.map(({ id, columnDef }, column) => (
            <Table.Cell
              key={id}
              role="cell"
              data-label={columnLabel(columnDef)}
              data-name={columnDef.meta?.isName}
            >
              <Skeleton
                height="14px"
                width={widths[(at + column) % widths.length]}
                ms={columnDef.meta?.align === 'end' ? 'auto' : undefined}
              />
            </Table.Cell>
          ))}
        </Table.Row>
      ))}
    </Table.Body>
  );
}

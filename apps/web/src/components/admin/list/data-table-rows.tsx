import { Table } from '@chakra-ui/react';
import type { ReactTable, Row as TableRow } from '@tanstack/react-table';
import { useRef, useState } from 'react';
import type { Ref } from 'react';
import { columnLabel } from './list-features.ts';
import type { ListFeatures } from './list-features.ts';
import { useRowWindow } from './use-row-window.ts';

/** Takes the space of rows that are not rendered. */
function Gap({ px, columns }: { px: number; columns: number }) {
  if (px <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height: px, padding: 0, border: 'none', display: 'table-cell' }} />
    </tr>
  );
}

interface RowsProps<Row extends object> {
  table: ReactTable<ListFeatures, Row>;
  /** Number of rows on the pages before. */
  before: number;
}

/** The rows of a page. A long page renders only the visible rows and the row with the focus. */
export function DataTableRows<Row extends object>({ table, before }: RowsProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [focusedIndex, setFocusedIndex] = useState(-1);
  const { rows } = table.getRowModel();
  const shown = useRowWindow({ body, rows, focusedIndex });
  const columns = table.getAllFlatColumns().length;
  return (
    <Table.Body
      ref={body}
      role="rowgroup"
      onFocus={(event) => setFocusedIndex(Number(event.target.closest('tr')?.dataset['index'] ?? -1))}
      onBlur={() => setFocusedIndex(-1)}
    >
      {shown.parts.map((part) =>
        'gapPx' in part ? (
          <Gap key={`gap ${String(part.beforeRow)}`} px={part.gapPx} columns={columns} />
        ) : (
          <OneRow
            key={part.row.id}
            measure={shown.measure}
            table={table}
            row={part.row}
            at={part.index}
            number={before + part.index + 2}
          />
        ),
      )}
    </Table.Body>
  );
}

interface OneRowProps<Row extends object> {
  measure: Ref<HTMLTableRowElement> | undefined;
  table: ReactTable<ListFeatures, Row>;
  row: TableRow<ListFeatures, Row>;
  at: number;
  number: number;
}

function OneRow<Row extends object>({ measure, table, row, at, number }: OneRowProps<Row>) {
  return (
    <Table.Row ref={measure} role="row" aria-rowindex={number} data-index={at} bg="transparent">
      {row.getAllCells().map((cell) => {
        const { meta } = cell.column.columnDef;
        return (
          <Table.Cell
            key={cell.id}
            role={meta?.isName ? 'rowheader' : 'cell'}
            data-label={columnLabel(cell.column.columnDef)}
            data-name={meta?.isName}
            data-align={meta?.align}
          >
            <div>
              <table.FlexRender cell={cell} />
            </div>
          </Table.Cell>
        );
      })}
    </Table.Row>
  );
}

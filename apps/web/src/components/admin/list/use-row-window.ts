import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { rowsWith, useTopOf } from '../../ui/virtual-rows.tsx';

/** Pages up to this many rows are rendered completely, so that find-in-page finds all of them. */
const maxCompleteRows = 50;
const overscan = 12;
/** Estimated row height; visible rows are measured. */
const estimatedRowPx = 57;

/** A row, or the total height of rows that are not rendered. */
type Part<Row> =
  { readonly row: Row; readonly index: number } | { readonly gapPx: number; readonly beforeRow: number };

interface RowWindow<Row> {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly rows: readonly Row[];
  /** The row with the focus, which is always rendered; -1 when there is none. */
  readonly focusedIndex: number;
}

/** Decides which rows of a long page are rendered. */
export function useRowWindow<Row extends { readonly id: string }>({
  body,
  rows,
  focusedIndex,
}: RowWindow<Row>) {
  const scrollMargin = useTopOf(body);
  const isWhole = rows.length <= maxCompleteRows;
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    enabled: !isWhole,
    overscan,
    scrollMargin,
    estimateSize: () => estimatedRowPx,
    getItemKey: (index) => rows[index]?.id ?? index,
    rangeExtractor: (range) => rowsWith(range, [focusedIndex]),
  });
  if (isWhole) return { parts: rows.map((row, index): Part<Row> => ({ row, index })), measure: undefined };

  const parts: Part<Row>[] = [];
  let end = scrollMargin;
  for (const item of virtual.getVirtualItems()) {
    const row = rows[item.index];
    if (!row) continue;
    if (item.start > end) parts.push({ gapPx: item.start - end, beforeRow: item.index });
    parts.push({ row, index: item.index });
    end = item.end;
  }
  const rest = scrollMargin + virtual.getTotalSize() - end;
  if (rest > 0) parts.push({ gapPx: rest, beforeRow: rows.length });
  return { parts, measure: virtual.measureElement };
}

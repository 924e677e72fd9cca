import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Pages up to this many rows are in the document whole: find-in-page sees all of them. */
const mostWhole = 50;
const overscan = 12;
/** A first guess; a row in sight is measured. */
const guessedPx = 57;

/** A row, or the height of rows that are not there. */
type Part<Row> =
  { readonly row: Row; readonly index: number } | { readonly gapPx: number; readonly beforeRow: number };

interface RowWindow<Row> {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly rows: readonly Row[];
  /** The row that has the keyboard, which stays; -1 when none has. */
  readonly usedAt: number;
}

/** How far down the page the rows begin. */
function useTopOf(body: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (body.current) setTop(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => {
      watch.disconnect();
    };
  }, [body]);
  return top;
}

/** Which rows of a long page are to be in the document. */
export function useRowWindow<Row extends { readonly id: string }>({ body, rows, usedAt }: RowWindow<Row>) {
  const scrollMargin = useTopOf(body);
  const isWhole = rows.length <= mostWhole;
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    enabled: !isWhole,
    overscan,
    scrollMargin,
    estimateSize: () => guessedPx,
    getItemKey: (index) => rows[index]?.id ?? index,
    rangeExtractor: (range) => {
      const used = usedAt >= 0 && usedAt < range.count ? [usedAt] : [];
      return [...new Set([...defaultRangeExtractor(range), ...used])].sort((left, right) => left - right);
    },
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

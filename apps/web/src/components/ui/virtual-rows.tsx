import { defaultRangeExtractor, measureElement } from '@tanstack/react-virtual';
import type { Range, VirtualItem } from '@tanstack/react-virtual';
import { useLayoutEffect, useState } from 'react';
import type { ComponentProps, RefObject } from 'react';

/** The rows to render: the visible ones and `more`, such as the row with the focus; in order, each once. */
export function rowsWith(range: Range, more: readonly number[]): number[] {
  const rows = [...defaultRangeExtractor(range), ...more].filter((row) => row >= 0 && row < range.count);
  return [...new Set(rows)].sort((left, right) => left - right);
}

/**
 * The height of a row. A hidden list has rows without a height: they keep the one that they had, or the list would scroll by
 * all of them when it is shown again.
 */
export const heightOfRow: typeof measureElement = (row, entry, list) =>
  measureElement(row, entry, list) || list.measurementsCache[list.indexFromElement(row)]?.size || 0;

/** The distance of a list from the top of the page, in pixels. */
export function useTopOf(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [list]);
  return top;
}

/** A row of a list whose rows are positioned; it states its number among all rows to screen readers. */
export function VirtualRow({
  row: { index, start },
  count,
  ...props
}: ComponentProps<'li'> & { row: VirtualItem; count: number }) {
  return (
    <li
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${String(start)}px)` }}
      {...props}
    />
  );
}

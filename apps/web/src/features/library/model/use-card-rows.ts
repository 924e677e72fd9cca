import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { Range, VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';
import { rowsWith, useTopOf } from '../../../components/ui/virtual-rows.tsx';

/** Up to this number of rows all are in the document, so that find-in-page finds them. */
const maxUnvirtualizedRows = 30;
const overscan = 3;
/** The estimate until a row is measured. */
const estimatedPx = 480;
export const rowGapPx = 48;

/** The visible rows, and those around the active one: the focus stays, and Tab reaches the adjacent rows. */
function rowsToMount(range: Range, usedRow: number): number[] {
  if (range.count <= maxUnvirtualizedRows) return Array.from({ length: range.count }, (_row, index) => index);
  return rowsWith(range, usedRow < 0 ? [] : [usedRow - 1, usedRow, usedRow + 1]);
}

/** Keeps visible rows in position when rows above change their height, in browsers without scroll anchoring. */
function anchorScroll(rows: Virtualizer<Window, HTMLElement>): void {
  const hasScrollAnchoring = 'overflowAnchor' in document.documentElement.style;
  rows.shouldAdjustScrollPositionOnItemSizeChange = ({ start }, _delta, { scrollDirection, scrollOffset }) =>
    !hasScrollAnchoring && scrollDirection === 'backward' && start < (scrollOffset ?? 0);
}

interface CardRows {
  /** The rows to render, from the top. */
  readonly mounted: readonly VirtualItem[];
  /** Where the last row ends on the page. */
  readonly bottomPx: number;
  /** Where the first row begins on the page. */
  readonly topPx: number;
  /** The ref of each cell. The cell names its row in `data-row`. */
  readonly measure: (cell: HTMLElement | null) => (() => void) | undefined;
}

interface CardRowsOptions {
  readonly list: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Changes whenever a card may have moved to another row. */
  readonly order: unknown;
  /** The active row; -1 for none. */
  readonly usedRow: number;
}

/** Chooses the rows of cards that are in the document. The window scrolls; a row is as high as its highest card. */
export function useCardRows({ list, count, order, usedRow }: CardRowsOptions): CardRows {
  const topPx = useTopOf(list);
  const rangeExtractor = useCallback((range: Range) => rowsToMount(range, usedRow), [usedRow]);
  const rows = useWindowVirtualizer<HTMLElement>({
    count,
    estimateSize: () => estimatedPx,
    gap: rowGapPx,
    overscan,
    scrollMargin: topPx,
    rangeExtractor,
    initialOffset: () => window.scrollY,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    useFlushSync: false,
  });
  useLayoutEffect(() => anchorScroll(rows), [rows]);

  const [handles] = useState(() => ({
    note: (cell: HTMLElement) => {
      if (cell.offsetHeight > 0) rows.resizeItem(Number(cell.dataset['row']), cell.offsetHeight);
    },
  }));
  const [measure] = useState(() => {
    const watch = new ResizeObserver((entries) => {
      for (const { target } of entries) handles.note(target as HTMLElement);
    });
    return (cell: HTMLElement | null) => {
      if (!cell) return undefined;
      watch.observe(cell);
      return () => watch.unobserve(cell);
    };
  });

  // A card that moves to another row keeps its size, but the height of its new row may change.
  useLayoutEffect(() => {
    for (const cell of list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []) handles.note(cell);
  }, [list, handles, order]);

  return {
    mounted: rows.getVirtualItems(),
    bottomPx: topPx + rows.getTotalSize(),
    topPx,
    measure,
  };
}

import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import type { Range, VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Libraries up to this many rows are in the document whole: find-in-page sees all of them. */
const mostWhole = 30;
const overscan = 3;
/** A first guess; a row in sight is measured. */
const guessedPx = 480;
export const rowGapPx = 48;

/** The rows in sight, and around the one in use: what has focus stays, and Tab finds its neighbours. */
function rowsToMount(range: Range, usedRow: number): number[] {
  if (range.count <= mostWhole) return Array.from({ length: range.count }, (_row, index) => index);
  const used = usedRow < 0 ? [] : [usedRow - 1, usedRow, usedRow + 1];
  const wanted = [...defaultRangeExtractor(range), ...used].filter((row) => row >= 0 && row < range.count);
  return [...new Set(wanted)].sort((left, right) => left - right);
}

/** The rows lie in the page's own flow: most browsers keep what is in sight where it is, the others need help. */
function keepInSight(rows: Virtualizer<Window, HTMLElement>): void {
  const isBrowserAble = 'overflowAnchor' in document.documentElement.style;
  rows.shouldAdjustScrollPositionOnItemSizeChange = ({ start }, _delta, { scrollDirection, scrollOffset }) =>
    !isBrowserAble && scrollDirection === 'backward' && start < (scrollOffset ?? 0);
}

/** How far down the page the list begins. */
function useTopOf(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => {
      watch.disconnect();
    };
  }, [list]);
  return top;
}

interface CardRows {
  /** What is to be in the document, from the top. */
  readonly mounted: readonly VirtualItem[];
  /** Where the last row ends on the page. */
  readonly bottomPx: number;
  /** Where the first row begins on the page. */
  readonly topPx: number;
  /** For the ref of each cell, which names its row in `data-row`. */
  readonly measure: (cell: HTMLElement | null) => (() => void) | undefined;
  /** Heights measured so far. */
  readonly heights: () => VirtualItem[];
}

interface CardRowsOptions {
  readonly list: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Changes whenever a card may have moved to another row. */
  readonly order: unknown;
  /** The row in use; -1 for none. */
  readonly usedRow: number;
  /** Heights from an earlier visit. */
  readonly known: VirtualItem[];
}

/** Which rows of cards are in the document. The window scrolls, and a row is as high as its highest card. */
export function useCardRows({ list, count, order, usedRow, known }: CardRowsOptions): CardRows {
  const topPx = useTopOf(list);
  const rangeExtractor = useCallback((range: Range) => rowsToMount(range, usedRow), [usedRow]);
  const rows = useWindowVirtualizer<HTMLElement>({
    count,
    estimateSize: () => guessedPx,
    gap: rowGapPx,
    overscan,
    scrollMargin: topPx,
    rangeExtractor,
    initialMeasurementsCache: known,
    initialOffset: () => window.scrollY,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    useFlushSync: false,
  });
  useLayoutEffect(() => {
    keepInSight(rows);
  }, [rows]);

  const [handles] = useState(() => ({
    heights: () => rows.takeSnapshot(),
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
      return () => {
        watch.unobserve(cell);
      };
    };
  });

  // A card that moved to another row has not changed its size, yet its new row has changed its height.
  useLayoutEffect(() => {
    for (const cell of list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []) handles.note(cell);
  }, [list, handles, order]);

  return {
    mounted: rows.getVirtualItems(),
    bottomPx: topPx + rows.getTotalSize(),
    topPx,
    measure,
    heights: handles.heights,
  };
}

interface Row {
  readonly index: number;
  /** Pixels from the top of the page. */
  readonly start: number;
  readonly end: number;
}

/** A row of cards, or the height of the rows that are not in the document. */
export type GridChild = { readonly row: number } | { readonly gapPx: number; readonly beforeRow: number };

interface Measures {
  /** Where the first row begins. */
  readonly topPx: number;
  /** Where the last row ends. */
  readonly bottomPx: number;
  /** The gap between two children of the grid. */
  readonly rowGapPx: number;
  /** The number of all rows. */
  readonly count: number;
}

/** The rows in order, with one gap for each run of missing rows. The total height equals the height of all rows. */
export function layoutRows(
  rows: readonly Row[],
  { topPx, bottomPx, rowGapPx, count }: Measures,
): GridChild[] {
  const children: GridChild[] = [];
  let next = 0;
  // The grid adds its own gap between two adjacent children.
  let fromPx = topPx;
  for (const { index, start, end } of rows) {
    if (index > next) children.push({ gapPx: Math.max(0, start - rowGapPx - fromPx), beforeRow: index });
    children.push({ row: index });
    next = index + 1;
    fromPx = end + rowGapPx;
  }
  if (next < count) children.push({ gapPx: Math.max(0, bottomPx - fromPx), beforeRow: count });
  return children;
}

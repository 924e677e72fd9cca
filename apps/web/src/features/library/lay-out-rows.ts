interface Row {
  readonly index: number;
  /** Pixels from the top of the page. */
  readonly start: number;
  readonly end: number;
}

/** A row of cards, or the height of the rows that are not in the document. */
export type LaidOut = { readonly row: number } | { readonly gapPx: number; readonly beforeRow: number };

interface Measures {
  /** Where the first row begins. */
  readonly topPx: number;
  /** Where the last row ends. */
  readonly bottomPx: number;
  /** Between any two children of the grid. */
  readonly rowGapPx: number;
  /** How many rows there are. */
  readonly count: number;
}

/** Rows in their order, with a gap for each run of missing ones: together as high as if all were there. */
export function layOutRows(rows: readonly Row[], { topPx, bottomPx, rowGapPx, count }: Measures): LaidOut[] {
  const children: LaidOut[] = [];
  let next = 0;
  // The grid puts its own gap on each side of a child that has a neighbour there.
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

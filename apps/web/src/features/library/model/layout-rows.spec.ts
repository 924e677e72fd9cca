/** @jest-environment node */
import fc from 'fast-check';
import { layoutRows } from './layout-rows.ts';

const rowGapPx = 48;
const topPx = 120;

/** The positions of rows when all are in the document. */
function rowsOf(heights: readonly number[]) {
  let at = topPx;
  return heights.map((height, index) => {
    const row = { index, start: at, end: at + height };
    at = row.end + rowGapPx;
    return row;
  });
}

/** Where the grid puts each row of the children. */
function startsOf(children: ReturnType<typeof layoutRows>, heights: readonly number[]) {
  let at = topPx;
  const starts = new Map<number, number>();
  for (const child of children) {
    if ('row' in child) starts.set(child.row, at);
    at += ('row' in child ? heights[child.row]! : child.gapPx) + rowGapPx;
  }
  return { starts, bottomPx: at - rowGapPx };
}

const library = fc
  .array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 60 })
  .chain((heights) => fc.tuple(fc.constant(heights), fc.subarray(heights.map((_height, index) => index))));

it('each row has the position that it has among all rows, and the page has the same height', () => {
  fc.assert(
    fc.property(library, ([heights, mounted]) => {
      const all = rowsOf(heights);
      const bottomPx = all.at(-1)!.end;
      const rows = mounted.map((index) => all[index]!);
      const children = layoutRows(rows, { topPx, bottomPx, rowGapPx, count: heights.length });
      const layout = startsOf(children, heights);
      for (const { index, start } of rows) expect(layout.starts.get(index)).toBe(start);
      expect(layout.bottomPx).toBe(bottomPx);
    }),
  );
});

it('has no gap when every row is in the document', () => {
  const heights = [400, 420, 380];
  const rows = rowsOf(heights);
  const children = layoutRows(rows, { topPx, bottomPx: rows[2]!.end, rowGapPx, count: 3 });
  expect(children).toEqual([{ row: 0 }, { row: 1 }, { row: 2 }]);
});

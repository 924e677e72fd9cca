import fc from 'fast-check';
import { layOutRows } from './lay-out-rows.ts';

const rowGapPx = 48;
const topPx = 120;

/** Rows one below the other, as a browser lays them out when all are there. */
function rowsOf(heights: readonly number[]) {
  let at = topPx;
  return heights.map((height, index) => {
    const row = { index, start: at, end: at + height };
    at = row.end + rowGapPx;
    return row;
  });
}

/** Where each row of the children begins, as the grid lays them out. */
function startsOf(children: ReturnType<typeof layOutRows>, heights: readonly number[]) {
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

it('each row stands where it would stand among all of them, and the page is as long', () => {
  fc.assert(
    fc.property(library, ([heights, mounted]) => {
      const all = rowsOf(heights);
      const bottomPx = all.at(-1)!.end;
      const rows = mounted.map((index) => all[index]!);
      const children = layOutRows(rows, { topPx, bottomPx, rowGapPx, count: heights.length });
      const laidOut = startsOf(children, heights);
      for (const { index, start } of rows) expect(laidOut.starts.get(index)).toBe(start);
      expect(laidOut.bottomPx).toBe(bottomPx);
    }),
  );
});

it('has no gap when every row is there', () => {
  const heights = [400, 420, 380];
  const rows = rowsOf(heights);
  const children = layOutRows(rows, { topPx, bottomPx: rows[2]!.end, rowGapPx, count: 3 });
  expect(children).toEqual([{ row: 0 }, { row: 1 }, { row: 2 }]);
});

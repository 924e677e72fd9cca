/** @jest-environment node */
import { allRowsLimit, readAllRows } from './all-rows.ts';

const numbers = (count: number) => Array.from({ length: count }, (_row, n) => ({ id: String(n) }));

function reading(count: number, requested: number[] = []) {
  const all = numbers(count);
  return {
    idOf: ({ id }: { id: string }) => id,
    readPage: (page: number, limit: number) => {
      requested.push(page);
      return Promise.resolve({ rows: all.slice((page - 1) * limit, page * limit), total: count });
    },
  };
}

test.each([
  [0, 1],
  [1, 1],
  [100, 1],
  [101, 2],
  [250, 3],
])('%d rows are read in %d pages', async (count, pages) => {
  const requested: number[] = [];
  const { rows, isCut } = await readAllRows(reading(count, requested));
  expect(rows).toHaveLength(count);
  expect(isCut).toBe(false);
  expect(requested).toHaveLength(pages);
});

test('a list of more than ten thousand rows is cut, and reported as cut', async () => {
  const progress: [number, number][] = [];
  const { rows, isCut } = await readAllRows({
    ...reading(10_050),
    onProgress: (count, total) => progress.push([count, total]),
  });
  expect(rows).toHaveLength(allRowsLimit);
  expect(isCut).toBe(true);
  expect(progress.at(0)).toEqual([100, 10_000]);
  expect(progress.at(-1)).toEqual([10_000, 10_000]);
});

test('a row that moves to the next page during the read is returned once', async () => {
  const pages = [numbers(100), [{ id: '99' }, { id: '100' }]];
  const { rows } = await readAllRows({
    idOf: ({ id }: { id: string }) => id,
    readPage: (page) => Promise.resolve({ rows: pages[page - 1] ?? [], total: 101 }),
  });
  expect(rows).toHaveLength(101);
});

test('stops when the signal is aborted', async () => {
  const controller = new AbortController();
  const requested: number[] = [];
  await expect(
    readAllRows({
      ...reading(1_000, requested),
      signal: controller.signal,
      onProgress: (count) => {
        if (count >= 200) controller.abort();
      },
    }),
  ).rejects.toThrow();
  expect(requested).toEqual([1, 2]);
});

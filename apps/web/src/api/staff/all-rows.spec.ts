import { allRowsLimit, readAllRows } from './all-rows.ts';

const numbers = (count: number) => Array.from({ length: count }, (_row, n) => ({ id: String(n) }));

function reading(count: number, asked: number[] = []) {
  const all = numbers(count);
  return {
    idOf: ({ id }: { id: string }) => id,
    readPage: (page: number, limit: number) => {
      asked.push(page);
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
  const asked: number[] = [];
  const { rows, isCut } = await readAllRows(reading(count, asked));
  expect(rows).toHaveLength(count);
  expect(isCut).toBe(false);
  expect(asked).toHaveLength(pages);
});

test('more than ten thousand rows are cut, and that is said', async () => {
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

test('a row that moves to the next page meanwhile is there once', async () => {
  const pages = [numbers(100), [{ id: '99' }, { id: '100' }]];
  const { rows } = await readAllRows({
    idOf: ({ id }: { id: string }) => id,
    readPage: (page) => Promise.resolve({ rows: pages[page - 1] ?? [], total: 101 }),
  });
  expect(rows).toHaveLength(101);
});

test('stops when nobody wants it any more', async () => {
  const controller = new AbortController();
  const asked: number[] = [];
  await expect(
    readAllRows({
      ...reading(1_000, asked),
      signal: controller.signal,
      onProgress: (count) => {
        if (count >= 200) controller.abort();
      },
    }),
  ).rejects.toThrow();
  expect(asked).toEqual([1, 2]);
});

import fc from 'fast-check';
import { pageByPostedVideos } from './posted-videos-order.ts';

const row = (id: string, postedVideos: number, createdAt = 0) => ({ id, postedVideos, createdAt });
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join('');

describe(pageByPostedVideos, () => {
  it('sorts in both directions, with the newest first among equals', () => {
    const rows = [row('a', 1, 1), row('b', 3), row('c', 1, 2), row('d', 0)];
    expect(idsOf(pageByPostedVideos(rows, { descending: true, page: 1, limit: 0 }))).toBe('bcad');
    expect(idsOf(pageByPostedVideos(rows, { descending: false, page: 1, limit: 0 }))).toBe('dcab');
    expect(idsOf(pageByPostedVideos(rows, { descending: true, page: 2, limit: 3 }))).toBe('d');
  });

  it('shows each row on exactly one page, for any order of the input', () => {
    const counts = fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 30 });
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 7 }), fc.boolean(), (numbers, limit, descending) => {
        const rows = numbers.map(([videos, at], index) => row(String(index), videos, at));
        const pages = Array.from({ length: Math.ceil(rows.length / limit) }, (_, index) =>
          // Auth may return the rows in any order.
          pageByPostedVideos(index % 2 ? rows.toReversed() : rows, { descending, page: index + 1, limit }),
        );
        expect(pages.flat()).toEqual(pageByPostedVideos(rows, { descending, page: 1, limit: 0 }));
      }),
    );
  });
});

import { z } from 'zod';
import { pageSizeLimit } from '../../rules/plans.ts';
import { optionalPage, pageOf, sortOrder, sortQuery } from './list-order.ts';

const fields = { title: 'title', assetId: 'asset_id' } as const;

describe(sortOrder, () => {
  it.each([
    ['title', { sort: 'title', descending: false }],
    ['-assetId', { sort: 'asset_id', descending: true }],
    [undefined, { sort: 'created_at', descending: true }],
  ] as const)('reads %s', (sort, order) => {
    expect(sortOrder(fields, sortQuery(fields).parse(sort))).toEqual(order);
  });

  it.each(['', '-', '--title', 'asset_id', 'toString'])('has no order named %j', (sort) => {
    expect(sortQuery(fields).safeParse(sort).success).toBe(false);
  });
});

describe(pageOf, () => {
  const read = (query: object) => pageOf(z.object(optionalPage).parse(query));

  it('is the whole list when no page is requested', () => {
    expect(read({})).toEqual({ page: 1, limit: 0 });
  });

  it.each([
    [{ page: '3' }, { page: 3, limit: pageSizeLimit }],
    [{ limit: '5' }, { page: 1, limit: 5 }],
    [
      { page: '2', limit: '10' },
      { page: 2, limit: 10 },
    ],
  ])('reads %j', (query, page) => {
    expect(read(query)).toEqual(page);
  });

  it.each([{ limit: '101' }, { limit: '0' }, { page: '0' }, { page: 'x' }])('refuses %j', (query) => {
    expect(z.object(optionalPage).safeParse(query).success).toBe(false);
  });
});

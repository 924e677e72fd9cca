import { readAllVideosRequest, type AllVideosRequest } from './all-videos-query.ts';

const all: AllVideosRequest = {
  ...{ page: 0, limit: 0, sort: '', descending: false, q: '', state: '', orOwnerIds: [] },
};
const read = (request: Partial<AllVideosRequest>) => readAllVideosRequest({ ...all, ...request });

it('is everything, the oldest first, when nothing is said', () => {
  const order = { createdAt: 1, _id: 1 };
  expect(read({})).toEqual({ skip: 0, limit: 20_000, order, orOwnerIds: [] });
});

it.each([
  [0, 0],
  [1, 0],
  [3, 200],
])('page %i begins after %i videos', (page, skip) => {
  expect(read({ page, limit: 100 })).toMatchObject({ skip, limit: 100 });
});

it('turns an order round with all that it holds', () => {
  expect(read({ sort: 'state', descending: true }).order).toEqual({ state: -1, createdAt: 1, _id: 1 });
  expect(read({ sort: 'title', descending: true }).order).toEqual({ titleKey: -1, _id: -1 });
});

it('takes owners only beside a text', () => {
  expect(read({ orOwnerIds: ['a'] }).orOwnerIds).toEqual([]);
  expect(read({ q: 'x', orOwnerIds: ['a'] })).toMatchObject({ text: 'x', orOwnerIds: ['a'] });
});

it.each([
  ['a page that is none', { page: -1 }],
  ['a limit that is none', { limit: -1 }],
  ['more than is listed at once', { limit: 20_001 }],
  ['an unknown order', { sort: 'toString' }],
  ['an unknown state', { state: 'lost' }],
  ['a long text', { q: 'x'.repeat(201) }],
  ['many owners', { q: 'x', orOwnerIds: Array.from({ length: 501 }, String) }],
])('refuses %s', (_what, request) => {
  expect(() => read(request)).toThrow(expect.objectContaining({ code: 'invalid-input' }) as Error);
});

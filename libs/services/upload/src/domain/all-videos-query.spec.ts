import { readAllVideosRequest, type AllVideosRequest } from './all-videos-query.ts';

const all: AllVideosRequest = {
  ...{ page: 0, limit: 0, sort: '', descending: false, q: '', state: '', orOwnerIds: [] },
};
const read = (request: Partial<AllVideosRequest>) => readAllVideosRequest({ ...all, ...request });

it('an empty request lists everything, the oldest first', () => {
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

it('a descending request reverses every field of the order', () => {
  expect(read({ sort: 'state', descending: true }).order).toEqual({ state: -1, createdAt: 1, _id: 1 });
  expect(read({ sort: 'title', descending: true }).order).toEqual({ titleKey: -1, _id: -1 });
});

it('owners are used only together with a text', () => {
  expect(read({ orOwnerIds: ['a'] }).orOwnerIds).toEqual([]);
  expect(read({ q: 'x', orOwnerIds: ['a'] })).toMatchObject({ text: 'x', orOwnerIds: ['a'] });
});

it.each([
  ['a negative page', { page: -1 }],
  ['a negative limit', { limit: -1 }],
  ['a limit above the maximum', { limit: 20_001 }],
  ['an unknown order', { sort: 'toString' }],
  ['an unknown state', { state: 'lost' }],
  ['a text that is too long', { q: 'x'.repeat(201) }],
  ['too many owners', { q: 'x', orOwnerIds: Array.from({ length: 501 }, String) }],
])('refuses %s', (_what, request) => {
  expect(() => read(request)).toThrow(expect.objectContaining({ code: 'invalid-input' }) as Error);
});

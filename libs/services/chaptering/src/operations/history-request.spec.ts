import { parseHistoryRequest } from './history-request.ts';

const all = { ownerId: 'ada', page: 0, limit: 0, sort: '', descending: false, q: '' };
const read = (request: Partial<typeof all>) => parseHistoryRequest({ ...all, ...request });

it('without parameters it is everything, the oldest first', () => {
  const order = { createdAt: 1, _id: 1 };
  expect(read({})).toEqual({ ownerId: 'ada', skip: 0, limit: 10_000, order, text: '' });
});

it.each([
  [0, 0],
  [1, 0],
  [3, 40],
])('page %i begins after %i operations', (page, skip) => {
  expect(read({ page, limit: 20 })).toMatchObject({ skip, limit: 20 });
});

it('reverses all fields of an order', () => {
  expect(read({ sort: 'tokens', descending: true }).order).toEqual({ tokens: -1, createdAt: 1, _id: 1 });
});

it.each([
  ['a negative page', { page: -1 }],
  ['more than the maximum per request', { limit: 10_001 }],
  ['an unknown order', { sort: 'constructor' }],
  ['a long text', { q: 'x'.repeat(201) }],
])('refuses %s', (_what, request) => {
  expect(() => read(request)).toThrow(expect.objectContaining({ code: 'invalid-input' }) as Error);
});

import { chain, follows, type ChainedEntry, type EntryContent } from './entry-chain.ts';

const content = (id: string): EntryContent => ({
  ...{ _id: id, ownerId: 'team', at: new Date('2026-11-20T09:00:00Z'), actorId: 'ann', isStaff: false },
  ...{ action: 'auth.set-role', fields: { userId: 'bo', role: 'admin' }, before: { role: 'editor' } },
  ...{ address: '203.0.113.7', correlationId: 'c' },
});
const begin = { seq: 0, hash: '' };
const first = chain(content('1'), begin);
const second = chain(content('2'), first);

describe('the chain of entries', () => {
  it('gives each entry its place and the hash of the one before', () => {
    expect([first.seq, first.prevHash, second.seq]).toEqual([1, '', 2]);
    expect(second.prevHash).toBe(first.hash);
    expect(follows(first, begin)).toBe(true);
    expect(follows(second, first)).toBe(true);
  });

  it('is the same when a store has changed the order of fields', () => {
    expect(follows({ ...first, fields: { role: 'admin', userId: 'bo' } }, begin)).toBe(true);
  });

  it('ends where an entry is missing, or another one stands in its place', () => {
    expect(follows(second, begin)).toBe(false);
    expect(follows(chain(content('2'), begin), first)).toBe(false);
  });

  it.each<Partial<ChainedEntry>>([
    { _id: '3' },
    { ownerId: 'another' },
    { at: new Date('2026-11-20T09:00:01Z') },
    { actorId: 'eve' },
    { isStaff: true },
    { action: 'auth.remove-member' },
    { fields: { userId: 'bo', role: 'owner' } },
    { fields: { userId: 'bo', role: 'admin', note: null } },
    { before: {} },
    { address: '' },
    { correlationId: 'd' },
    { seq: 3 },
    { prevHash: '' },
    { hash: first.hash },
  ])('ends where an entry has %j', (change) => {
    expect(follows({ ...second, ...change }, first)).toBe(false);
  });
});

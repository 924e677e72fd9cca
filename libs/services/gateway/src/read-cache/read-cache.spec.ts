import { ChangeLog } from './change-log.ts';
import { ReadCache } from './read-cache.ts';

describe(ReadCache, () => {
  const megabyte = 1_024 * 1_024;
  const content = { ids: ['v'], isGenerating: false };

  function open(now = () => 0): ReadCache<Buffer> {
    const clock = { now: () => new Date(now()) };
    const sizeOf = ({ length }: Buffer) => length;
    return new ReadCache({ changes: new ChangeLog(), clock, maxBytes: 32 * megabyte, sizeOf });
  }

  /** Stores values of one size under ids with rising numbers. @returns the numbers that are still kept */
  function storeAll(count: number, bytes: number): number[] {
    const cache = open();
    const value = Buffer.alloc(bytes);
    const key = (number: number) => ({ ownerId: 'ada', sessionId: 's', videoId: `v${String(number)}` });
    const numbers = Array.from({ length: count }, (_, number) => number);
    for (const number of numbers) cache.store(cache.startRead(key(number)), value, content);
    return numbers.filter((number) => cache.find(key(number)));
  }

  it('keeps at most 5,000 values, the ones used last', () => {
    const entries = storeAll(5_010, 10);
    expect([entries.length, entries[0]]).toEqual([5_000, 10]);
  });

  it('keeps at most the given number of bytes', () => {
    expect(storeAll(20, 2 * megabyte)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  });

  it('keeps the later of two reads, whichever ends first', () => {
    let ms = 0;
    const cache = open(() => ms);
    const key = { ownerId: 'ada', sessionId: 's', videoId: 'v' };
    const early = cache.startRead(key);
    ms = 1;
    const late = cache.startRead(key);
    cache.store(late, Buffer.from('late'), content);
    cache.store(early, Buffer.from('early'), content);
    expect(cache.find(key)?.toString()).toBe('late');
  });

  it('does not keep a value of more than 4 MiB', () => {
    expect(storeAll(1, 4 * megabyte + 1)).toEqual([]);
  });
});

import { Changes } from '../messages/changes.ts';
import { videoOf } from '../testing/video-of.ts';
import { toVideoRecord } from '../videos/to-video-record.ts';
import { RecordCache } from './record-cache.ts';

describe(RecordCache, () => {
  const clock = { now: () => new Date(0) };
  const megabyte = 1_024 * 1_024;

  /** Stores answers of one size under ids with rising numbers. @returns the numbers that are still kept */
  function storeAll(count: number, bytes: number): number[] {
    const cache = new RecordCache(new Changes(), clock);
    const body = Buffer.alloc(bytes);
    const key = (number: number) => ({ ownerId: 'ada', anyId: `v${String(number)}` });
    const numbers = Array.from({ length: count }, (_, number) => number);
    for (const number of numbers) {
      const read = cache.beginRead(key(number));
      cache.store(read, toVideoRecord(videoOf(read.anyId), undefined, true), { body, etag: '"e"' });
    }
    return numbers.filter((number) => cache.find(key(number)));
  }

  it('keeps at most 5,000 records, the ones used last', () => {
    const kept = storeAll(5_010, 10);
    expect([kept.length, kept[0]]).toEqual([5_000, 10]);
  });

  it('keeps at most 32 MiB', () => {
    expect(storeAll(20, 2 * megabyte)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  });

  it('keeps the later of two reads, whichever ends first', () => {
    let ms = 0;
    const cache = new RecordCache(new Changes(), { now: () => new Date(ms) });
    const record = toVideoRecord(videoOf('v'), undefined, true);
    const key = { ownerId: 'ada', anyId: 'v' };
    const early = cache.beginRead(key);
    ms = 1;
    const late = cache.beginRead(key);
    cache.store(late, record, { body: Buffer.from('late'), etag: '"2"' });
    cache.store(early, record, { body: Buffer.from('early'), etag: '"1"' });
    expect(cache.find(key)?.etag).toBe('"2"');
  });

  it('does not keep a record of more than 4 MiB', () => {
    expect(storeAll(1, 4 * megabyte + 1)).toEqual([]);
  });
});

import { jest } from '@jest/globals';
import type { VideoRecord } from '@vault/contracts';
import { RecordCacheService } from './record-cache.service.ts';
import type { VideoComposerService } from './video-composer.service.ts';

describe(RecordCacheService, () => {
  let now = 0;
  let title = 'First';
  let chaptersMissing: true | undefined;
  let reads: string[] = [];
  /** Ends the reads that wait for it. */
  let gate: Promise<unknown> = Promise.resolve();
  let cache: RecordCacheService;

  beforeEach(() => {
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    [now, title, chaptersMissing, reads, gate] = [1_000, 'First', undefined, [], Promise.resolve()];
    const get = async (ownerId: string, anyId: string) => {
      const record = { id: anyId, title, chapters: [], chaptersMissing } as unknown as VideoRecord;
      reads.push(`${ownerId} ${anyId}`);
      await gate;
      if (title === '') throw new Error('away');
      return record;
    };
    cache = new RecordCacheService({ get } as VideoComposerService, undefined as never);
  });
  afterEach(() => jest.restoreAllMocks());

  const read = async (ownerId = 'ada', isForced = false) => {
    const { body } = await cache.read(ownerId, 'v', isForced);
    return (JSON.parse(body.toString()) as { data: { title: string } }).data.title;
  };

  it('reads a record once a second for each person, counted from when the read began', async () => {
    const slow = Promise.withResolvers<undefined>();
    gate = slow.promise;
    const first = read();
    now += 900;
    const joined = read();
    title = 'Second';
    slow.resolve(undefined);
    expect([await first, await joined, await read()]).toEqual(['First', 'First', 'First']);
    expect(await read('eve')).toBe('Second');
    now += 101;
    expect(await read()).toBe('Second');
    expect(reads).toEqual(['ada v', 'eve v', 'ada v']);
  });

  it('does not join a read that began more than a second ago', async () => {
    const slow = Promise.withResolvers<undefined>();
    gate = slow.promise;
    const first = read();
    now += 1_001;
    title = 'Second';
    const later = read();
    slow.resolve(undefined);
    expect([await first, await later, await read()]).toEqual(['First', 'Second', 'Second']);
  });

  it('does not keep what was read, or is being read, before the person did something', async () => {
    await read('eve');
    const slow = Promise.withResolvers<undefined>();
    gate = slow.promise;
    const before = read();
    title = 'Second';
    cache.forget('ada');
    slow.resolve(undefined);
    expect([await before, await read(), await read('eve')]).toEqual(['First', 'Second', 'First']);
    title = 'Third';
    cache.forget('ada');
    expect(await read()).toBe('Third');
  });

  it('reads again when asked to, and keeps that', async () => {
    await read();
    title = 'Second';
    expect([await read(), await read('ada', true), await read()]).toEqual(['First', 'Second', 'Second']);
  });

  it('keeps neither failures nor records without their chapters', async () => {
    title = '';
    await expect(read()).rejects.toThrow('away');
    [title, chaptersMissing] = ['Bare', true];
    expect(await read()).toBe('Bare');
    title = 'Whole';
    expect(await read()).toBe('Whole');
  });
});

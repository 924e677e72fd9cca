import { randomBytes, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import type { MediaStore, Part, PartedUpload, Span } from './media-store.ts';

/** A store for one test file, and what removes it. */
export interface OpenStore {
  store: MediaStore;
  remove(): Promise<void>;
}

/** What every store must do. @param open an empty store, or one in which nothing else has the prefix that the suite uses */
export function describeMediaStore(open: () => Promise<OpenStore>): void {
  let opened: OpenStore;
  let store: MediaStore;
  beforeAll(async () => {
    opened = await open();
    ({ store } = opened);
  });
  afterAll(async () => {
    store.close();
    await opened.remove();
  });

  const newPrefix = (): string => `contract/${randomUUID()}/`;
  const read = async (key: string, span?: Span): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    for await (const chunk of await store.get(key, span)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  };
  const missing = { name: 'MediaStoreError', problem: 'missing' };

  describe('an object', () => {
    test('is read as it was stored, whole and in spans', async () => {
      const key = `${newPrefix()}a/b-1.mp4`;
      const bytes = randomBytes(300_000);
      await store.put(key, bytes);
      expect(await store.head(key)).toEqual({ bytes: bytes.length });
      expect((await read(key)).equals(bytes)).toBe(true);
      for (const [start, end] of [
        [0, 1],
        [299_999, 300_000],
        [100_000, 200_000],
        [0, 300_000],
      ] as const)
        expect((await read(key, { start, end })).equals(bytes.subarray(start, end))).toBe(true);
      expect(await read(key, { start: 7, end: 7 })).toHaveLength(0);
    });

    test('may be empty', async () => {
      const key = `${newPrefix()}empty`;
      await store.put(key, new Uint8Array());
      expect([await store.head(key), await read(key)]).toEqual([{ bytes: 0 }, Buffer.alloc(0)]);
    });

    test('is replaced by another of its key', async () => {
      const key = `${newPrefix()}a`;
      await store.put(key, Buffer.from('first, and longer'));
      await store.put(key, Buffer.from('second'));
      expect((await read(key)).toString()).toBe('second');
    });

    test.each([0, 1])('is stored from a file, whose size is near %i parts', async (parts) => {
      const key = `${newPrefix()}file`;
      const bytes = randomBytes(parts * store.partBytes + 1234);
      const path = join(tmpdir(), randomUUID());
      await writeFile(path, bytes);
      await store.put(key, { path });
      await rm(path, { force: true });
      expect((await read(key)).equals(bytes)).toBe(true);
    });

    test('is stored once by those who store it as new', async () => {
      const key = `${newPrefix()}once`;
      const texts = ['a', 'b', 'c'];
      const stored = await Promise.all(texts.map((text) => store.putNew(key, Buffer.from(text))));
      expect(stored.filter(Boolean)).toHaveLength(1);
      expect((await read(key)).toString()).toBe(texts[stored.indexOf(true)]);
      expect(await store.putNew(key, Buffer.from('d'))).toBe(false);
    });

    test('that does not exist is missing', async () => {
      const prefix = newPrefix();
      expect(await store.head(`${prefix}none`)).toBeUndefined();
      await expect(read(`${prefix}none`)).rejects.toMatchObject(missing);
      await expect(read(`${prefix}none`, { start: 0, end: 1 })).rejects.toMatchObject(missing);
      await store.delete([`${prefix}none`]);
    });

    test('has no bytes beyond its end', async () => {
      const key = `${newPrefix()}short`;
      await store.put(key, Buffer.from('12345'));
      await expect(read(key, { start: 3, end: 6 })).rejects.toBeInstanceOf(RangeError);
      await expect(read(key, { start: 6, end: 7 })).rejects.toBeInstanceOf(RangeError);
      await expect(read(key, { start: 2, end: 1 })).rejects.toBeInstanceOf(RangeError);
    });

    test.each(['', '/a', 'a/', 'a//b', '../a', 'a/../b', '.parts/a', 'a b', 'ä', 'a'.repeat(513)])(
      'cannot have the key "%s"',
      async (key) => {
        await expect(store.put(key, Buffer.from('x'))).rejects.toBeInstanceOf(TypeError);
        await expect(store.get(key)).rejects.toBeInstanceOf(TypeError);
        await expect(store.delete([key])).rejects.toBeInstanceOf(TypeError);
      },
    );

    test('is read to its end by a reader that began before it was deleted, or ends with an error', async () => {
      const key = `${newPrefix()}deleted`;
      const bytes = randomBytes(3_000_000);
      await store.put(key, bytes);
      const stream = await store.get(key);
      await store.delete([key]);
      const chunks: Buffer[] = [];
      const isWhole = await (async () => {
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        return true;
      })().catch(() => false);
      if (isWhole) expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
    });

    test('is not read on after its reader has left', async () => {
      const key = `${newPrefix()}left`;
      await store.put(key, randomBytes(1_000_000));
      const controller = new AbortController();
      const stream = await store.get(key, undefined, { signal: controller.signal });
      const reason = new Error('left');
      controller.abort(reason);
      await expect(
        (async () => {
          for await (const chunk of stream) void chunk;
        })(),
      ).rejects.toBe(reason);
    });
  });

  describe('a list', () => {
    test('has the keys in order, in pages, without those deleted', async () => {
      const prefix = newPrefix();
      const names = ['a-b', 'a.c', 'a/x', 'a/y/z', 'a0', 'b'];
      for (const name of [...names].reverse()) await store.put(prefix + name, Buffer.from(name));
      const keys = async (page?: { after?: string; limit?: number }, of = prefix) =>
        (await store.list(of, page)).map(({ key }) => key.slice(prefix.length));
      expect(await keys()).toEqual(names);
      expect(await keys({ limit: 2 })).toEqual(names.slice(0, 2));
      expect(await keys({ after: `${prefix}a.c`, limit: 2 })).toEqual(['a/x', 'a/y/z']);
      expect(await keys({ after: `${prefix}a/x` })).toEqual(['a/y/z', 'a0', 'b']);
      expect(await keys({}, `${prefix}a/`)).toEqual(['a/x', 'a/y/z']);
      await store.delete(['a/x', 'a/y/z', 'b'].map((name) => prefix + name));
      expect(await keys()).toEqual(['a-b', 'a.c', 'a0']);
    });

    test('has the size and the time of each object', async () => {
      const prefix = newPrefix();
      await store.put(`${prefix}a`, Buffer.alloc(77));
      const [found] = await store.list(prefix);
      expect(found).toMatchObject({ key: `${prefix}a`, bytes: 77 });
      expect(Math.abs(found!.modifiedAt - Date.now())).toBeLessThan(600_000);
    });
  });

  describe('an upload in parts', () => {
    /** Sends all bytes as one part. */
    const send = (upload: PartedUpload, content: Buffer): Promise<Part> =>
      store.putPart(upload, { number: 1, offset: 0, content: [content] });

    test('is an object when it is complete, and not before; completing it again changes nothing', async () => {
      const prefix = newPrefix();
      const key = `${prefix}upload`;
      const size = store.minPartBytes;
      const bytes = randomBytes(size + 10_000);
      const upload = await store.begin(key);
      const first = await store.putPart(upload, { number: 1, offset: 0, content: [bytes.subarray(0, size)] });
      // Another number in between was given to a part that never arrived.
      const last = { number: 4, offset: size, content: [bytes.subarray(size)] };
      const second = await store.putPart(upload, last);
      expect([await store.head(key), await store.list(prefix)]).toEqual([undefined, []]);
      await store.complete(upload, [first, second]);
      expect((await read(key)).equals(bytes)).toBe(true);
      await store.complete(upload, [first, second]);
      expect((await read(key)).equals(bytes)).toBe(true);
      expect(await store.unfinished(prefix)).toEqual([]);
    });

    test('takes the last bytes that were sent of a part', async () => {
      const key = `${newPrefix()}again`;
      const bytes = randomBytes(10_000);
      const upload = await store.begin(key);
      await store.putPart(upload, { number: 1, offset: 0, content: [randomBytes(20_000)] });
      await store.complete(upload, [await send(upload, bytes)]);
      expect((await read(key)).equals(bytes)).toBe(true);
    });

    test('leaves nothing when it is aborted, also twice', async () => {
      const prefix = newPrefix();
      const upload = await store.begin(`${prefix}aborted`);
      const part = await store.putPart(upload, { number: 1, offset: 0, content: [randomBytes(1000)] });
      const found = await store.unfinished(prefix);
      expect(found).toMatchObject([upload]);
      expect(Math.abs(found[0]!.startedAt - Date.now())).toBeLessThan(600_000);
      await store.abort(upload);
      await store.abort(upload);
      expect([await store.unfinished(prefix), await store.list(prefix)]).toEqual([[], []]);
      await expect(store.complete(upload, [part])).rejects.toMatchObject(missing);
      await expect(
        store.putPart(upload, { number: 2, offset: 1000, content: [Buffer.from('x')] }),
      ).rejects.toMatchObject(missing);
    });

    test('of another upload of the same key does not mix with it', async () => {
      const key = `${newPrefix()}same`;
      const [one, two] = [await store.begin(key), await store.begin(key)];
      const [first, second] = [randomBytes(5000), randomBytes(6000)];
      const parts = [await send(one, first), await send(two, second)];
      await store.complete(one, [parts[0]!]);
      expect((await read(key)).equals(first)).toBe(true);
      await store.complete(two, [parts[1]!]);
      expect((await read(key)).equals(second)).toBe(true);
    });
  });

  test('an address, if there is one, reads the object for some time without credentials', async () => {
    const key = `${newPrefix()}public`;
    const bytes = randomBytes(10_000);
    await store.put(key, bytes);
    const address = await store.presign(key, { seconds: 60, contentType: 'video/mp4' });
    if (address === undefined) return;
    const answer = await fetch(address, { headers: { Range: 'bytes=100-199' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([206, 'video/mp4']);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true);
    const other = new URL(address);
    other.pathname = `${other.pathname}x`;
    expect((await fetch(other)).status).toBe(403);
  });
}

import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import type { Span } from './media-store.ts';
import { MediaStoreError } from './media-store.ts';
import { ObjectCache } from './object-cache.ts';

const blockBytes = 1000;
let folder: string;
let objects: Map<string, Buffer>;
let reads: (Span & { key: string })[];
let isAway: boolean;
/** Awaited by each read. */
let gate: Promise<void>;
let cache: ObjectCache;

/** A store in memory that counts its reads. */
const store = {
  head: (key: string) => {
    const found = objects.get(key);
    return Promise.resolve(found && { bytes: found.length });
  },
  get: async (key: string, span: Span = { start: 0, end: 0 }) => {
    reads.push({ key, ...span });
    await gate;
    if (isAway) throw new MediaStoreError('unavailable', 'away');
    const bytes = objects.get(key)!.subarray(span.start, span.end);
    const middle = Math.floor(bytes.length / 2);
    return Readable.from([bytes.subarray(0, middle), bytes.subarray(middle)]);
  },
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-cache-'));
  objects = new Map(['a', 'b', 'c', 'd'].map((key) => [key, randomBytes(10_500)]));
  reads = [];
  isAway = false;
  gate = Promise.resolve();
  cache = new ObjectCache(store, { folder: join(folder, 'objects'), maxBytes: 25_000, blockBytes });
  await cache.start();
});
afterEach(async () => {
  await cache.close();
  await rm(folder, { recursive: true });
});

async function bytesOf(path: string, { start, end }: Span): Promise<Buffer> {
  const file = await open(path, 'r');
  const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
  await file.close();
  return buffer;
}

/** Loads a span and compares it with the object. */
async function check(key: string, span: Span): Promise<void> {
  const opened = await cache.open(key);
  await opened.load(span);
  const bytes = await bytesOf(opened.path, span);
  opened.close();
  expect(bytes.equals(objects.get(key)!.subarray(span.start, span.end))).toBe(true);
}

test('only the blocks of a span are read, neighbours with one call, and each once', async () => {
  await check('a', { start: 2500, end: 4500 });
  expect(reads).toEqual([{ key: 'a', start: 2000, end: 5000 }]);
  await check('a', { start: 1000, end: 6000 });
  expect(reads.slice(1)).toEqual([
    { key: 'a', start: 1000, end: 2000 },
    { key: 'a', start: 5000, end: 6000 },
  ]);
  await check('a', { start: 10_400, end: 10_500 });
  expect(reads[3]).toEqual({ key: 'a', start: 10_000, end: 10_500 });
  expect(cache.statistics()).toEqual({ hits: 3, misses: 6, bytes: 6000, maxBytes: 25_000 });
});

test('those who ask at the same time share one read', async () => {
  let resolve = (): void => undefined;
  gate = new Promise((done) => {
    resolve = done;
  });
  const checks = [check('a', { start: 0, end: 3000 }), check('a', { start: 0, end: 3000 })];
  await sleep(10);
  resolve();
  await Promise.all(checks);
  expect(reads).toHaveLength(1);
});

test('a long span is read by three calls at a time', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  gate = promise;
  objects.set('a', randomBytes(65_500));
  const checked = check('a', { start: 0, end: 65_500 });
  await sleep(10);
  expect(reads.map(({ start, end }) => [start, end])).toEqual([
    [0, 16_000],
    [16_000, 32_000],
    [32_000, 48_000],
  ]);
  resolve(undefined);
  await checked;
  expect(reads.slice(3).map(({ start, end }) => [start, end])).toEqual([
    [48_000, 64_000],
    [64_000, 65_500],
  ]);
});

test('a reader that leaves does not end the read of the others', async () => {
  let resolve = (): void => undefined;
  gate = new Promise((done) => {
    resolve = done;
  });
  const opened = await cache.open('a');
  const ending = new AbortController();
  const left = opened.load({ start: 0, end: 3000 }, { signal: ending.signal });
  const stays = check('a', { start: 0, end: 3000 });
  await sleep(10);
  const reason = new Error('left');
  ending.abort(reason);
  await expect(left).rejects.toBe(reason);
  resolve();
  await stays;
  expect(reads).toHaveLength(1);
  opened.close();
});

test('random spans of several objects are right, and the bytes stay bounded', async () => {
  const random = (below: number): number => Math.floor(Math.random() * below);
  const work = Array.from({ length: 300 }, async () => {
    await sleep(random(30));
    const start = random(10_000);
    await check('abcd'[random(4)]!, { start, end: start + 1 + random(10_500 - start) });
  });
  await Promise.all(work);
  expect(cache.statistics().bytes).toBeLessThanOrEqual(25_000);
  const files = await readdir(join(folder, 'objects'));
  expect(files.length).toBeLessThanOrEqual(4);
});

test('an object that is open stays, the one used longest ago goes first', async () => {
  const opened = await cache.open('a');
  await opened.load();
  await check('b', { start: 0, end: 10_500 });
  await check('c', { start: 0, end: 10_500 });
  reads = [];
  await check('a', { start: 0, end: 10_500 });
  await check('c', { start: 0, end: 10_500 });
  expect(reads).toEqual([]);
  await check('b', { start: 0, end: 1 });
  expect(reads).toEqual([{ key: 'b', start: 0, end: 1000 }]);
  opened.close();
});

test('what is here is read on while the store is away, and the rest afterwards', async () => {
  await check('a', { start: 0, end: 2000 });
  isAway = true;
  await check('a', { start: 0, end: 2000 });
  await expect(check('a', { start: 0, end: 3000 })).rejects.toMatchObject({ problem: 'unavailable' });
  isAway = false;
  await check('a', { start: 0, end: 3000 });
});

test('a read that ends early is an error, and is repeated', async () => {
  const whole = objects.get('a')!;
  const opened = await cache.open('a');
  objects.set('a', whole.subarray(0, 500));
  await expect(opened.load({ start: 0, end: 1000 })).rejects.toMatchObject({ problem: 'unavailable' });
  objects.set('a', whole);
  await opened.load({ start: 0, end: 1000 });
  expect((await bytesOf(opened.path, { start: 0, end: 1000 })).equals(whole.subarray(0, 1000))).toBe(true);
  opened.close();
});

test('a forgotten object is read again, and those who had it open read on', async () => {
  const opened = await cache.open('a');
  await opened.load({ start: 0, end: 1000 });
  const old = objects.get('a')!;
  cache.forget('a');
  objects.set('a', randomBytes(10_500));
  await check('a', { start: 0, end: 1000 });
  expect((await bytesOf(opened.path, { start: 0, end: 1000 })).equals(old.subarray(0, 1000))).toBe(true);
  opened.close();
  await sleep(20);
  expect(await readdir(join(folder, 'objects'))).toHaveLength(1);
  await expect(cache.open('none')).rejects.toMatchObject({ problem: 'missing' });
});

import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { startVersitygw } from '../../../../tools/servers/versitygw.mjs';
import type { BucketOptions } from './bucket-store.ts';
import { BucketStore, originOf } from './bucket-store.ts';
import { describeMediaStore } from './media-store.contract.ts';

let server: Awaited<ReturnType<typeof startVersitygw>>;
beforeAll(async () => {
  server = await startVersitygw();
});
afterAll(() => server.stop());

function openBucket(options: Partial<BucketOptions> = {}): BucketStore {
  const { endpoint, bucket, region, credentials } = server;
  return new BucketStore({
    ...{ endpoint, bucket, region, isPathStyle: true, credentials: () => credentials },
    ...options,
  });
}

describe('a bucket', () => {
  describeMediaStore(() =>
    Promise.resolve({ store: openBucket({ prefix: 'tests/' }), remove: () => Promise.resolve() }),
  );

  test('keeps the objects of different prefixes apart', async () => {
    const [one, two] = [openBucket({ prefix: 'one/' }), openBucket({ prefix: 'two/' })];
    await one.put('a', Buffer.from('1'));
    await two.begin('a');
    expect([await two.head('a'), await two.list(''), await one.unfinished('')]).toEqual([undefined, [], []]);
    expect(await one.list('')).toMatchObject([{ key: 'a' }]);
    expect(await openBucket().list('one/')).toMatchObject([{ key: 'one/a' }]);
  });

  test('with other keys is forbidden', async () => {
    const credentials = () => ({ accessKeyId: 'another', secretAccessKey: 'wrong' });
    const store = openBucket({ credentials });
    await expect(store.list('')).rejects.toMatchObject({ problem: 'forbidden' });
    await expect(store.put('a', Buffer.from('1'))).rejects.toMatchObject({ problem: 'forbidden' });
  });

  test('takes changed keys with the next call', async () => {
    let current = { accessKeyId: 'another', secretAccessKey: 'wrong' };
    const store = openBucket({ credentials: () => current });
    await expect(store.list('')).rejects.toMatchObject({ problem: 'forbidden' });
    current = server.credentials;
    expect(await store.list('none/')).toEqual([]);
  });

  test('is read by others at its public address, until the time of that has passed', async () => {
    const publicEndpoint = server.endpoint.replace('127.0.0.1', 'localhost');
    const store = openBucket({ publicEndpoint });
    await store.put('shown', Buffer.from('shown'));
    const presign = (seconds: number) => store.presign('shown', { seconds, contentType: 'video/mp4' });
    const address = await presign(60);
    expect(new URL(address).origin).toBe(publicEndpoint);
    expect(await (await fetch(address)).text()).toBe('shown');
    const brief = await presign(1);
    while ((await fetch(brief)).ok) await wait(50);
    expect((await fetch(brief)).status).toBe(403);
    expect((await fetch(address)).status).toBe(200);
  });

  test('that does not exist is unavailable', async () => {
    await expect(openBucket({ bucket: 'none' }).put('a', Buffer.from('1'))).rejects.toMatchObject({
      problem: 'unavailable',
    });
  });

  test('is unavailable while its server is away, and answers afterwards', async () => {
    const store = openBucket({ prefix: 'away/', callMs: 5000 });
    await store.put('a', Buffer.from('1'));
    await server.kill();
    await expect(store.head('a')).rejects.toMatchObject({ problem: 'unavailable' });
    await server.restart();
    expect(await store.head('a')).toEqual({ bytes: 1 });
  });
});

test.each([
  [{ endpoint: 'http://s3.local:9000', isPathStyle: true }, 'http://s3.local:9000'],
  [{ endpoint: 'https://s3.example.com' }, 'https://media.s3.example.com'],
  [
    { endpoint: 'http://s3.local:9000', publicEndpoint: 'https://s3.example.com' },
    'https://media.s3.example.com',
  ],
  [{}, 'https://media.s3.eu-west-1.amazonaws.com'],
  [{ isPathStyle: true }, 'https://s3.eu-west-1.amazonaws.com'],
])('the origin of the bucket at %j', async (options, origin) => {
  expect(await originOf({ bucket: 'media', region: 'eu-west-1', ...options })).toBe(origin);
});

describe('a server that fails', () => {
  let http: Server;
  let answer: RequestListener;
  beforeAll(async () => {
    http = createServer((req, res) => {
      answer(req, res);
    });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
  });
  afterAll(() => {
    http.closeAllConnections();
    http.close();
  });
  const failing = (options: Partial<BucketOptions> = {}) =>
    openBucket({ endpoint: `http://127.0.0.1:${String((http.address() as AddressInfo).port)}`, ...options });
  const xml = (code: string): string => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;

  test.each([
    [503, 'SlowDown', 'unavailable'],
    [500, 'InternalError', 'unavailable'],
    [403, 'AccessDenied', 'forbidden'],
    [507, 'InsufficientStorage', 'full'],
    [400, 'QuotaExceeded', 'full'],
  ])('with %i %s is %s', async (status, code, problem) => {
    let requests = 0;
    answer = (_req, res) => {
      requests += 1;
      res.writeHead(status).end(xml(code));
    };
    await expect(failing().put('a', Buffer.from('1'))).rejects.toMatchObject({ problem });
    expect(requests).toBeLessThanOrEqual(3);
  });

  test('once is asked again', async () => {
    let requests = 0;
    answer = (_req, res) => {
      requests += 1;
      if (requests === 1) res.writeHead(503).end(xml('SlowDown'));
      else res.writeHead(200, { ETag: '"x"' }).end();
    };
    await failing().put('a', Buffer.from('1'));
    expect(requests).toBe(2);
  });

  test('by not answering is unavailable at the deadline', async () => {
    answer = () => undefined;
    const store = failing({ callMs: 200 });
    await expect(store.put('a', Buffer.from('1'))).rejects.toMatchObject({ problem: 'unavailable' });
    await expect(store.get('a')).rejects.toMatchObject({ problem: 'unavailable' });
  });

  test('in the middle of a body ends the read with an error', async () => {
    const read = async (store: BucketStore) => {
      for await (const chunk of await store.get('a')) void chunk;
    };
    answer = (_req, res) => {
      res.writeHead(200, { 'Content-Length': 1000 });
      res.write('half', () => res.destroy());
    };
    await expect(read(failing())).rejects.toMatchObject({ problem: 'unavailable' });
    answer = (_req, res) => {
      res.writeHead(200, { 'Content-Length': 1000 }).write('half');
    };
    await expect(read(failing({ idleMs: 200 }))).rejects.toMatchObject({ problem: 'unavailable' });
  });

  test('during a call that was ended throws the reason of the end', async () => {
    answer = () => undefined;
    const ending = new AbortController();
    const reason = new Error('the reader left');
    setTimeout(() => {
      ending.abort(reason);
    }, 50);
    const stored = failing().put('a', Buffer.from('1'), { signal: ending.signal });
    await expect(stored).rejects.toBe(reason);
  });
});

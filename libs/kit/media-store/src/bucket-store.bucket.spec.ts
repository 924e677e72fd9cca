import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm, truncate, writeFile } from 'node:fs/promises';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { startVersitygw } from '../../../../tools/servers/versitygw.mjs';
import { describeBucketStore } from './bucket-store.contract.ts';
import type { BucketRequest } from './bucket-requests.ts';
import type { BucketOptions } from './bucket-store.ts';
import { BucketStore, originOf } from './bucket-store.ts';

describeBucketStore(startVersitygw);

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
    http = createServer((req, res) => answer(req, res));
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
  });
  afterAll(() => {
    http.closeAllConnections();
    http.close();
  });
  const failing = (options: Partial<BucketOptions> = {}) =>
    new BucketStore({
      endpoint: `http://127.0.0.1:${String((http.address() as AddressInfo).port)}`,
      ...{ bucket: 'media', region: 'us-east-1', isPathStyle: true },
      credentials: () => ({ accessKeyId: 'key', secretAccessKey: 'secret' }),
      ...options,
    });
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
    const outcomes: string[] = [];
    answer = (_req, res) => {
      requests += 1;
      if (requests === 1) res.writeHead(503).end(xml('SlowDown'));
      else res.writeHead(200, { ETag: '"x"' }).end();
    };
    const onRequest = ({ outcome }: BucketRequest) => outcomes.push(outcome);
    await failing({ onRequest }).put('a', Buffer.from('1'));
    expect([requests, outcomes]).toEqual([2, ['unavailable', 'ok']]);
  });

  test('by not answering is unavailable at the deadline', async () => {
    answer = () => undefined;
    const requests: BucketRequest[] = [];
    const store = failing({ callMs: 200, onRequest: (request) => requests.push(request) });
    await expect(store.put('a', Buffer.from('1'))).rejects.toMatchObject({ problem: 'unavailable' });
    await expect(store.get('a')).rejects.toMatchObject({ problem: 'unavailable' });
    expect(requests).toMatchObject([
      { operation: 'PutObject', outcome: 'unavailable' },
      { operation: 'GetObject', outcome: 'unavailable' },
    ]);
  });

  test('for one part of a file ends the others, and then what is stored is removed', async () => {
    const mib = 1024 * 1024;
    const file = join(tmpdir(), randomUUID());
    await writeFile(file, '');
    await truncate(file, 48 * mib);
    const requests: string[] = [];
    const ended = Promise.withResolvers<undefined>();
    answer = (req, res) => {
      const part = Number(/partNumber=(\d+)/.exec(req.url ?? '')?.[1] ?? 0);
      requests.push(part === 0 ? (req.method ?? '') : `part ${String(part)}`);
      if (part === 1) res.once('close', () => ended.resolve(undefined));
      req.resume().once('end', () => {
        if (req.method === 'POST') res.end('<R><UploadId>1</UploadId></R>');
        else if (part === 2) res.writeHead(403).end(xml('AccessDenied'));
        // The first part gets no answer.
        else if (part !== 1) res.writeHead(200, { ETag: '"x"' }).end();
      });
    };
    await expect(failing().put('a', { path: file })).rejects.toMatchObject({ problem: 'forbidden' });
    await ended.promise;
    await rm(file);
    expect(requests[0]).toBe('POST');
    expect(requests).toEqual(expect.arrayContaining(['part 1', 'part 2', 'part 3']));
    expect(requests.indexOf('DELETE')).toBe(requests.length - 1);
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
    answer = (_req, res) => res.writeHead(200, { 'Content-Length': 1000 }).write('half');
    await expect(read(failing({ idleMs: 200 }))).rejects.toMatchObject({ problem: 'unavailable' });
  });

  test('during a call that was ended throws the reason of the end', async () => {
    answer = () => undefined;
    const ending = new AbortController();
    const reason = new Error('the reader left');
    setTimeout(() => ending.abort(reason), 50);
    const outcomes: string[] = [];
    const store = failing({ onRequest: ({ outcome }) => outcomes.push(outcome) });
    const stored = store.put('a', Buffer.from('1'), { signal: ending.signal });
    await expect(stored).rejects.toBe(reason);
    expect(outcomes).toEqual(['ended']);
  });
});

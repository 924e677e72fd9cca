import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import { appendFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { makeFolder } from '@vault/media/testing';
import type { Trace } from '../common/options.ts';
import { beginPut, readAll } from '../testing/send-raw.ts';
import { type TestEngine, startTestEngine, until } from '../testing/start-test-engine.ts';

jest.setTimeout(120_000);

let folder: Awaited<ReturnType<typeof makeFolder>>;
let engine: TestEngine;
let data: string;

beforeAll(async () => {
  folder = await makeFolder();
  data = join(folder.path, 'data');
  engine = await startTestEngine(data, {
    limits: { maxFileBytes: 4_000_000, uploadWindowSeconds: 1, uploadMinRate: 1000 },
    uploadOrigins: ['https://studio.example'],
  });
});
afterAll(async () => {
  await engine.stop();
  await folder.remove();
});

/** Random bytes that begin like an MP4, which the upload route accepts, because it does not decode. */
function noise(length: number): Buffer {
  return Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomiso2'), randomBytes(length - 24)]);
}

/** @returns `content` reads the stored bytes of the upload while it is not complete */
async function begin(
  corsOrigin = '*',
): Promise<{ id: string; url: string; content: () => Promise<Buffer | undefined> }> {
  const parts = join(data, 'objects/.parts');
  const listUploads = (): Promise<string[]> => readdir(parts).catch(() => []);
  const before = await listUploads();
  const upload = await engine.mux.video.uploads.create({ cors_origin: corsOrigin });
  const content = async (): Promise<Buffer | undefined> => {
    const name = (await listUploads()).find((one) => !before.includes(one));
    return name === undefined ? undefined : await readFile(join(parts, name, 'bytes')).catch(() => undefined);
  };
  return { id: upload.id, url: upload.url ?? '', content };
}

async function put(url: string, body: Uint8Array, range?: string): Promise<Response> {
  const headers = range === undefined ? undefined : { 'Content-Range': range };
  return await fetch(url, { method: 'PUT', body: Buffer.from(body), headers });
}

async function queryRange(url: string, total: number | '*' = '*'): Promise<string | null> {
  const response = await fetch(url, { method: 'PUT', headers: { 'Content-Range': `bytes */${total}` } });
  expect(response.status).toBe(308);
  return response.headers.get('range');
}

/** Waits until the engine has written so many bytes of an upload. */
async function untilWritten(content: () => Promise<Buffer | undefined>, length: number): Promise<void> {
  const written = async () => (await content())?.length ?? 0;
  await until(async () => ((await written()) >= length ? true : undefined), 'the bytes did not arrive');
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('the chunk route', () => {
  test('accepts chunks, reports the bytes held, and answers 200 at the end and on every repeat', async () => {
    const { id, url, content } = await begin();
    const bytes = noise(700_000);
    expect(await queryRange(url)).toBeNull();
    const first = await put(url, bytes.subarray(0, 300_000), 'bytes 0-299999/700000');
    expect(first.status).toBe(308);
    expect(first.headers.get('range')).toBe('bytes=0-299999');
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.headers.get('access-control-expose-headers')).toBe('Range, Retry-After');
    expect(sha256((await content())!)).toBe(sha256(bytes.subarray(0, 300_000)));
    expect(await queryRange(url, 700_000)).toBe('bytes=0-299999');

    const last = await put(url, bytes.subarray(300_000), 'bytes 300000-699999/700000');
    expect(last.status).toBe(200);
    const body = (await last.json()) as { data: { id: string; asset_id: string } };
    expect(body.data.id).toBe(id);
    for (const again of [
      await put(url, bytes.subarray(300_000), 'bytes 300000-699999/700000'),
      await put(url, new Uint8Array(), 'bytes */700000'),
    ]) {
      expect(again.status).toBe(200);
      expect(await again.json()).toEqual(body);
    }
    const assets = await engine.mux.video.assets.list({ upload_id: id });
    expect(assets.data).toHaveLength(1);
  });

  test('ignores bytes that it holds and appends only the tail', async () => {
    const { url, content } = await begin();
    const bytes = noise(500_000);
    await put(url, bytes.subarray(0, 200_000), 'bytes 0-199999/500000');
    const repeat = await put(url, Buffer.alloc(100_000, 9), 'bytes 0-99999/500000');
    expect([repeat.status, repeat.headers.get('range')]).toEqual([308, 'bytes=0-199999']);
    const overlap = Buffer.concat([Buffer.alloc(50_000, 9), bytes.subarray(200_000, 300_000)]);
    expect((await put(url, overlap, 'bytes 150000-299999/500000')).headers.get('range')).toBe(
      'bytes=0-299999',
    );
    expect(sha256((await content())!)).toBe(sha256(bytes.subarray(0, 300_000)));
  });

  test.each([
    ['a gap', 'bytes 200000-299999/500000', 409],
    ['another total', 'bytes 100000-199999/500001', 409],
    ['a malformed range', 'bytes=100000-199999/500000', 400],
    ['a range and a length that disagree', 'bytes 100000-199998/500000', 400],
    ['a total above the limit', 'bytes 100000-199999/4000001', 413],
  ])('%s changes nothing', async (_, range, status) => {
    const { url } = await begin();
    await put(url, noise(100_000), 'bytes 0-99999/500000');
    const refused = await put(url, Buffer.alloc(100_000), range);
    expect(refused.status).toBe(status);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    if (status === 409) expect(refused.headers.get('range')).toBe('bytes=0-99999');
    expect(await queryRange(url)).toBe('bytes=0-99999');
  });

  test('requires a length, a known url, bytes, and media', async () => {
    const { url } = await begin();
    const socket = await beginPut(
      url,
      { 'Transfer-Encoding': 'chunked', Connection: 'close' },
      Buffer.alloc(0),
    );
    socket.write('0\r\n\r\n');
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 411 /);
    expect((await put(url, new Uint8Array())).status).toBe(400);
    expect((await put(`${engine.url}/uploads/${'0'.repeat(40)}`, noise(100))).status).toBe(404);
    expect((await put(`${engine.url}/uploads/..%2f..%2fetc`, noise(100))).status).toBe(404);
    for (const text of [
      '#EXTM3U\n#EXTINF:1,\nfile:/etc/passwd\n',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
    ]) {
      const other = await begin();
      const refused = await put(other.url, Buffer.from(text));
      expect(refused.status).toBe(415);
      expect(await refused.json()).toMatchObject({ error: { type: 'not_media' } });
      // The upload has ended and no longer counts as open; another file needs a new upload.
      expect(await engine.mux.video.uploads.retrieve(other.id)).toMatchObject({
        status: 'errored',
        error: { type: 'not_media', message: 'This is not a video or audio file.' },
      });
      expect((await put(other.url, noise(100))).status).toBe(410);
    }
    expect(await queryRange(url)).toBeNull();
  });

  test('detects that a file is not media even if its first chunks are tiny', async () => {
    const { id, url } = await begin();
    const text = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nhello\n');
    expect((await put(url, text.subarray(0, 4), `bytes 0-3/${text.length}`)).status).toBe(308);
    expect((await put(url, text.subarray(4), `bytes 4-${text.length - 1}/${text.length}`)).status).toBe(415);
    expect((await engine.mux.video.uploads.retrieve(id)).status).toBe('errored');
  });

  test('accepts a whole file without Content-Range', async () => {
    const { id, url } = await begin();
    expect((await put(url, noise(50_000))).status).toBe(200);
    expect((await engine.mux.video.uploads.retrieve(id)).status).toBe('asset_created');
  });

  test('keeps what arrived before a connection was lost', async () => {
    const { url, content } = await begin();
    const bytes = noise(400_000);
    const headers = { 'Content-Range': 'bytes 0-399999/400000', 'Content-Length': 400_000 };
    const socket = await beginPut(url, headers, bytes.subarray(0, 250_000));
    await untilWritten(content, 200_001);
    socket.destroy();
    const range = await until(async () => (await queryRange(url)) ?? undefined, 'nothing was kept');
    const heldBytes = Number(range.slice('bytes=0-'.length)) + 1;
    expect(heldBytes).toBeGreaterThan(200_000);
    expect(sha256((await content())!)).toBe(sha256(bytes.subarray(0, heldBytes)));
    const rest = await put(url, bytes.subarray(heldBytes), `bytes ${heldBytes}-399999/400000`);
    expect(rest.status).toBe(200);
  });

  test('the total of a request without a byte is not saved', async () => {
    const { url } = await begin();
    const socket = await beginPut(
      url,
      { 'Content-Range': 'bytes 0-99999/200000', 'Content-Length': 100_000 },
      Buffer.alloc(0),
    );
    await sleep(100);
    socket.destroy();
    await sleep(100);
    expect((await put(url, noise(100_000), 'bytes 0-99999/150000')).status).toBe(308);
  });

  test('a newer request takes over from one that stalls, at once', async () => {
    const { url, content } = await begin();
    const bytes = noise(400_000);
    const headers = { 'Content-Range': 'bytes 0-399999/400000', 'Content-Length': 400_000 };
    const stalled = await beginPut(url, headers, bytes.subarray(0, 100_000));
    await untilWritten(content, 100_000);
    const range = await queryRange(url);
    expect(range).toBe('bytes=0-99999');
    const next = await put(url, bytes.subarray(100_000, 200_000), 'bytes 100000-199999/400000');
    expect(next.headers.get('range')).toBe('bytes=0-199999');
    stalled.write(Buffer.alloc(100_000, 7));
    await sleep(100);
    stalled.destroy();
    expect(await queryRange(url)).toBe('bytes=0-199999');
    expect(sha256((await content())!)).toBe(sha256(bytes.subarray(0, 200_000)));
  });

  test.each(['nothing', 'a byte now and then'])(
    'ends a request that sends %s, and reports the bytes held',
    async (content) => {
      const { url } = await begin();
      const headers = { 'Content-Range': 'bytes 0-399999/400000', 'Content-Length': 400_000 };
      const slow = await beginPut(url, headers, noise(100_000));
      const drip = setInterval(() => content !== 'nothing' && slow.write(Buffer.alloc(1)), 100);
      const answer = await readAll(slow).finally(() => clearInterval(drip));
      expect(answer).toMatch(/^HTTP\/1\.1 503 /);
      expect(answer).toMatch(/^retry-after: 1\r$/im);
      const heldBytes = /^range: (bytes=0-\d+)\r$/im.exec(answer)?.[1];
      expect(await queryRange(url)).toBe(heldBytes);
      if (content === 'nothing') expect(heldBytes).toBe('bytes=0-99999');
    },
  );

  test('ten requests at once for one upload leave one consistent file', async () => {
    const { url, content } = await begin();
    const bytes = noise(1_000_000);
    const send = async (): Promise<void> => {
      await put(url, bytes.subarray(0, 600_000), 'bytes 0-599999/1000000').catch(() => undefined);
    };
    await Promise.all(Array.from({ length: 10 }, send));
    const heldBytes = Number((await queryRange(url))?.slice('bytes=0-'.length) ?? -1) + 1;
    const stored = (await content())!.subarray(0, heldBytes);
    expect([stored.length, sha256(stored)]).toEqual([heldBytes, sha256(bytes.subarray(0, heldBytes))]);
    expect((await put(url, bytes.subarray(heldBytes), `bytes ${heldBytes}-999999/1000000`)).status).toBe(200);
  });

  test('answers 503 while too much work waits, and keeps the bytes', async () => {
    const busy = await startTestEngine(join(folder.path, 'busy'), { limits: { maxQueuedJobs: 0 } });
    const { url = '', id } = await busy.mux.video.uploads.create({ cors_origin: '*' });
    const answer = await put(url, noise(50_000));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
    const query = await fetch(url, { method: 'PUT', headers: { 'Content-Range': 'bytes */50000' } });
    expect([query.status, (await busy.mux.video.uploads.retrieve(id)).status]).toEqual([503, 'waiting']);
    await busy.stop();
    const later = await startTestEngine(join(folder.path, 'busy'));
    await later.waitForEvent('video.upload.asset_created', id);
    await later.stop();
  });

  test('answers 410 after the upload is cancelled, and its bytes are removed', async () => {
    const { id, url, content } = await begin();
    await put(url, noise(100_000), 'bytes 0-99999/500000');
    expect((await engine.mux.video.uploads.cancel(id)).status).toBe('cancelled');
    expect((await put(url, noise(100_000), 'bytes 100000-199999/500000')).status).toBe(410);
    await until(async () => (await content()) === undefined || undefined, 'the bytes are left');
    await engine.waitForEvent('video.upload.cancelled', id);
    await expect(engine.mux.video.uploads.cancel(id)).rejects.toMatchObject({ status: 400 });
  });

  test('answers a running request 410 at once when the upload is cancelled, and keeps no byte', async () => {
    const { id, url, content } = await begin();
    const headers = { 'Content-Range': 'bytes 0-399999/400000', 'Content-Length': 400_000 };
    const sending = await beginPut(url, headers, noise(100_000));
    await until(content, 'the upload did not begin');
    await engine.mux.video.uploads.cancel(id);
    const answered = new Promise<string>((resolve) => {
      sending.setEncoding('utf8').once('data', (text) => resolve(String(text)));
    });
    expect(await answered).toMatch(/^HTTP\/1\.1 410 /);
    // Further bytes are discarded, and the connection serves the next request.
    const next = `PUT ${new URL(url).pathname} HTTP/1.1\r\nHost: test\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
    sending.write(Buffer.concat([Buffer.alloc(300_000, 7), Buffer.from(next)]));
    expect(await readAll(sending)).toMatch(/^HTTP\/1\.1 410 /m);
    await until(async () => (await content()) === undefined || undefined, 'the bytes are left');
  });

  test('lets only pages of the allowed origins read answers', async () => {
    const { url } = await begin('https://app.example/');
    const from = (origin: string, method: string): Promise<Response> =>
      fetch(url, { method, headers: { Origin: origin, 'Content-Range': 'bytes */*' } });
    const preflight = await from('https://app.example', 'OPTIONS');
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('content-range');
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(
      (await from('https://app.example', 'PUT')).headers.get('access-control-allow-origin'),
    ).not.toBeNull();
    expect((await from('https://evil.example', 'PUT')).headers.get('access-control-allow-origin')).toBeNull();
    // An origin from the engine's options.
    for (const method of ['OPTIONS', 'PUT'])
      expect((await from('https://studio.example', method)).headers.get('access-control-allow-origin')).toBe(
        'https://studio.example',
      );
  });
});

test('a full disk is 507 and nothing is lost', async () => {
  // One byte less than the file, its packaging and the reserve need.
  let free = 2 * 9000 + 999;
  const other = await startTestEngine(join(folder.path, 'full'), {
    limits: { reserveBytes: 1000 },
    measureFree: () => Promise.resolve(free),
  });
  const upload = await other.mux.video.uploads.create({ cors_origin: '*' });
  const sendFirst = () => put(upload.url ?? '', noise(1000), 'bytes 0-999/9000');
  expect((await sendFirst()).status).toBe(507);
  free += 1;
  expect((await sendFirst()).status).toBe(308);
  free = 1000;
  const refused = await put(upload.url ?? '', noise(1000), 'bytes 1000-1999/9000');
  expect([refused.status, refused.headers.get('range')]).toEqual([507, 'bytes=0-999']);
  await other.stop();
});

test('an upload survives a restart, which cuts off bytes that were never acknowledged', async () => {
  const dataDir = join(folder.path, 'restart');
  const bytes = noise(600_000);
  let current = await startTestEngine(dataDir);
  const upload = await current.mux.video.uploads.create({ cors_origin: '*', timeout: 60 });
  await put(upload.url ?? '', bytes.subarray(0, 200_000), 'bytes 0-199999/600000');
  await current.stop();
  const [name = ''] = await readdir(join(dataDir, 'objects/.parts'));
  await appendFile(join(dataDir, 'objects/.parts', name, 'bytes'), Buffer.alloc(1000, 9));

  current = await startTestEngine(dataDir);
  const url = new URL(upload.url ?? '').pathname;
  expect(await queryRange(current.url + url)).toBe('bytes=0-199999');
  const rest = await put(current.url + url, bytes.subarray(200_000), 'bytes 200000-599999/600000');
  expect(rest.status).toBe(200);
  const { asset_id: assetId } = await current.mux.video.uploads.retrieve(upload.id);
  const failed = await current.waitForEvent('video.asset.errored', assetId);
  expect(failed.data.errors).toMatchObject({ type: 'invalid_input' });
  expect(sha256(await readFile(join(dataDir, 'objects/assets', assetId ?? '', 'source')))).toBe(
    sha256(bytes),
  );
  await current.stop();
});

test('log lines of a video have the trace id of the request that created its upload', async () => {
  const ids = new AsyncLocalStorage<string | undefined>();
  let requestId = 'first-request';
  const trace: Trace = {
    id: () => ids.getStore() ?? requestId,
    within: (id, _name, work) => ids.run(id, work),
    headers: () => ({}),
  };
  const lines: string[] = [];
  const write = (_: object, message: string): void => void lines.push(`${trace.id()} ${message}`);
  const other = await startTestEngine(join(folder.path, 'traced'), {
    trace,
    logger: { info: write, warn: write, error: write },
  });
  const upload = await other.mux.video.uploads.create({ cors_origin: '*' });
  requestId = 'other-request';
  expect((await put(upload.url ?? '', noise(1000))).status).toBe(200);
  await other.waitForEvent('video.asset.errored');
  expect(lines).toContain('first-request a job failed permanently');
  await other.stop();
});

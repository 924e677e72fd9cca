import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { makeFolder } from '@vault/media/testing';
import { createVideoEngine } from '../engine.ts';
import { FakeTranscriber } from '../testing/fake-transcriber.ts';
import { startTestEngine, until } from '../testing/start-test-engine.ts';

jest.setTimeout(120_000);

/** How the bucket answers. */
type Mood = 'well' | 'unavailable' | 'full' | 'forbidden' | 'silent' | 'no bucket';

let folder: Awaited<ReturnType<typeof makeFolder>>;
let mood: Mood;
let objects: Map<string, Buffer>;
let writes: string[];
let server: Server;
let endpoint: string;

const faults = {
  unavailable: { status: 503, code: 'ServiceUnavailable' },
  full: { status: 507, code: 'QuotaExceeded' },
  forbidden: { status: 403, code: 'AccessDenied' },
};

/** A bucket with the calls of a start. */
beforeEach(async () => {
  folder = await makeFolder();
  mood = 'well';
  objects = new Map();
  writes = [];
  server = createServer((req, res) => {
    void (async () => {
      const { pathname, searchParams } = new URL(req.url ?? '', 'http://bucket');
      const body = await buffer(req);
      const fail = ({ status, code }: { status: number; code: string }) =>
        res
          .writeHead(status, { 'Content-Type': 'application/xml' })
          .end(`<Error><Code>${code}</Code></Error>`);
      if (mood === 'silent') return;
      if (mood === 'no bucket') {
        res.end('<html>a page for every address</html>');
        return;
      }
      if (mood !== 'well' && (mood !== 'full' || req.method === 'PUT')) fail(faults[mood]);
      else if (req.method === 'PUT') {
        writes.push(pathname);
        objects.set(pathname, body);
        res.end();
      } else if (searchParams.has('delete')) {
        for (const [, key = ''] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g))
          objects.delete(`/media/${key}`);
        res.end('<DeleteResult></DeleteResult>');
      } else if (searchParams.has('list-type')) {
        const found = [...objects.keys()].filter((path) =>
          path.startsWith(`/media/${searchParams.get('prefix') ?? ''}`),
        );
        const at = new Date().toISOString();
        const rows = found.map(
          (path) =>
            `<Contents><Key>${path.slice('/media/'.length)}</Key><LastModified>${at}</LastModified></Contents>`,
        );
        res.end(`<ListBucketResult>${rows.join('')}</ListBucketResult>`);
      } else if (searchParams.has('uploads')) res.end('<Result><UploadId>1</UploadId></Result>');
      else if (req.method === 'DELETE') res.writeHead(204).end();
      else if (req.headers.range === 'bytes=0-0' && objects.has(pathname))
        res.writeHead(206, { 'Content-Range': 'bytes 0-0/1' }).end(objects.get(pathname)?.subarray(0, 1));
      else if (objects.has(pathname)) res.end(objects.get(pathname));
      else fail({ status: 404, code: 'NoSuchKey' });
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  endpoint = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await folder.remove();
});

const bucket = () => ({
  ...{ endpoint, bucket: 'media', region: 'any', isPathStyle: true, callMs: 500, idleMs: 500 },
  credentials: () => ({ accessKeyId: 'key', secretAccessKey: 'secret' }),
});
const start = (name = 'data') => startTestEngine(join(folder.path, name), { bucket: bucket() });
const answerOf = async (url: string) => (await fetch(`${url}/video/v1/assets`)).status;
const runs = (url: string) =>
  until(async () => ((await answerOf(url)) === 401 ? true : undefined), 'the engine does not run');

test.each<Mood>(['unavailable', 'forbidden', 'silent'])(
  'an engine whose bucket is %s waits, and runs when it answers',
  async (bad) => {
    mood = bad;
    const engine = await start();
    expect(await answerOf(engine.url)).toBe(503);
    expect(engine.statistics().media.problem).toBe(bad === 'forbidden' ? 'forbidden' : 'unavailable');
    mood = 'well';
    await runs(engine.url);
    await engine.stop();
  },
);

test('an engine whose bucket is a web page believes nothing of it, and names the setting', async () => {
  mood = 'no bucket';
  const engine = await start();
  expect(await answerOf(engine.url)).toBe(503);
  expect(engine.statistics().media).toMatchObject({ problem: 'forbidden', setting: 'address' });
  mood = 'well';
  await runs(engine.url);
  await engine.stop();
});

test('an engine that waits can be stopped', async () => {
  mood = 'silent';
  const engine = await start();
  await engine.stop();
  expect(writes).toEqual([]);
});

test('a full bucket stops no engine from playing what is there', async () => {
  await (await start()).stop();
  mood = 'full';
  writes = [];
  const engine = await start();
  await runs(engine.url);
  expect(engine.statistics().media.problem).toBe('full');
  expect(writes).toEqual([]);
  await engine.stop();
});

test('the bucket of others, which shows only after the wait, is the error of the start', async () => {
  const data = join(folder.path, 'data');
  await (await start()).stop();
  objects.set('/media/media-id', Buffer.from('another'));
  mood = 'unavailable';
  const engine = createVideoEngine({
    dataDir: data,
    publicUrl: 'http://127.0.0.1:9',
    token: { id: 'id', secrets: ['secret'] },
    bucket: bucket(),
    transcriber: new FakeTranscriber(),
  });
  await engine.start();
  expect(engine.isRunning).toBe(false);
  mood = 'well';
  await expect(engine.started()).rejects.toThrow('belongs to other files than those beside it');
  await engine.stop();
});

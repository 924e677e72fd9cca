import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { makeFolder, makeVideo } from '@vault/media/testing';
import { defaultLimits } from './common/options.ts';
import { startTestEngine, until } from './testing/start-test-engine.ts';

jest.setTimeout(120_000);

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => folder.remove());

test('statistics have the stored bytes, and the jobs until they are done', async () => {
  const engine = await startTestEngine(join(folder.path, 'data'));
  const idle = { waiting: 0, running: 0, unserved: 0, oldestAgeSeconds: 0, oldestWaitingSeconds: 0 };
  const kinds = ['ingest', 'verification', 'storyboard', 'captions'];
  expect(await engine.jobStatistics()).toEqual(kinds.map((kind) => ({ kind, ...idle })));
  expect(engine.statistics()).toEqual({
    uploadBytes: 0,
    media: { unlisted: 0, missing: 0, bytesOf: new Map() },
    disk: {
      ...{ freeBytes: expect.any(Number), sizeBytes: expect.any(Number) },
      reserveBytes: defaultLimits.reserveBytes,
    },
  });
  const { freeBytes = 0, sizeBytes = 0 } = engine.statistics().disk ?? {};
  expect(sizeBytes).toBeGreaterThan(freeBytes);

  const bytes = await readFile(await makeVideo(join(folder.path, 'talk.mp4'), 2));
  const upload = await engine.mux.video.uploads.create({ cors_origin: '*' });
  const half = Math.ceil(bytes.length / 2);
  const put = (from: number, to: number) =>
    fetch(upload.url ?? '', {
      method: 'PUT',
      body: bytes.subarray(from, to),
      headers: { 'Content-Range': `bytes ${String(from)}-${String(to - 1)}/${String(bytes.length)}` },
    });
  expect((await put(0, half)).status).toBe(308);
  expect(engine.statistics().uploadBytes).toBe(half);
  expect((await put(half, bytes.length)).status).toBe(200);
  expect(engine.statistics().uploadBytes).toBe(bytes.length);
  const ingest = (await engine.jobStatistics()).find(({ kind }) => kind === 'ingest');
  expect((ingest?.waiting ?? 0) + (ingest?.running ?? 0)).toBe(1);

  await until(
    async () =>
      (await engine.jobStatistics()).every(({ waiting, running }) => waiting + running === 0) || undefined,
    'jobs are left',
  );
  await engine.stop();
  expect(engine.statistics()).toEqual({
    uploadBytes: 0,
    disk: undefined,
    media: { unlisted: 0, missing: 0, bytesOf: new Map() },
  });
  expect(await engine.jobStatistics()).toEqual([]);
});

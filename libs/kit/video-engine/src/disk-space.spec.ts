import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { DiskFullError, DiskSpace } from '@vault/media';
import { makeFolder, makeVideo } from '@vault/media/testing';
import { startTestEngine, until } from './testing/start-test-engine.ts';

jest.setTimeout(120_000);

const reserveBytes = 1000;
let folder: Awaited<ReturnType<typeof makeFolder>>;
let free: number;
const measureFree = (): Promise<number> => Promise.resolve(free);

beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => folder.remove());

test('uploads leave the reserve free, jobs half of it', async () => {
  const disk = new DiskSpace(folder.path, reserveBytes, measureFree);
  free = 1600;
  expect([await disk.fitsUpload(600), await disk.fitsUpload(601)]).toEqual([true, false]);
  await expect(disk.requireSpace(1100)).resolves.toBeUndefined();
  await expect(disk.requireSpace(1101)).rejects.toBeInstanceOf(DiskFullError);
});

test('work is stopped when the disk fills up, and its success does not count then', async () => {
  const disk = new DiskSpace(folder.path, reserveBytes, measureFree);
  free = reserveBytes;
  const endless = disk.guard(
    (diskFull) =>
      new Promise((_, reject) => {
        diskFull.addEventListener('abort', () => reject(diskFull.reason as Error));
        free = 0;
      }),
  );
  await expect(endless).rejects.toBeInstanceOf(DiskFullError);
  free = reserveBytes;
  const silent = disk.guard(() => {
    free = 0;
    return Promise.resolve('succeeded');
  });
  await expect(silent).rejects.toBeInstanceOf(DiskFullError);
});

test('an uploaded video waits while the disk is full, and is ready when there is free space', async () => {
  free = Number.MAX_SAFE_INTEGER;
  const engine = await startTestEngine(join(folder.path, 'data'), {
    measureFree,
    limits: { reserveBytes },
  });
  const bytes = await readFile(await makeVideo(join(folder.path, 'talk.mp4'), 2));
  const { id, url = '' } = await engine.mux.video.uploads.create({ cors_origin: '*' });
  const put = (from: number, to: number) =>
    fetch(url, {
      method: 'PUT',
      body: bytes.subarray(from, to),
      headers: { 'Content-Range': `bytes ${String(from)}-${String(to - 1)}/${String(bytes.length)}` },
    });
  const last = bytes.length - 100;
  expect((await put(0, last)).status).toBe(308);
  free = reserveBytes + 100;
  expect((await put(last, bytes.length)).status).toBe(200);
  const { asset_id: assetId = '' } = await engine.mux.video.uploads.retrieve(id);
  const isWaiting = async () =>
    (await engine.jobStatistics()).some(({ waiting }) => waiting === 1) || undefined;
  await until(isWaiting, 'the job does not wait');

  free = reserveBytes - 1;
  const refused = engine.mux.video.uploads.create({ cors_origin: '*' });
  await expect(refused).rejects.toMatchObject({ status: 507, error: { error: { type: 'storage_full' } } });
  expect(engine.statistics().disk).toMatchObject({ freeBytes: free, reserveBytes });
  await sleep(50);
  expect((await engine.mux.video.assets.retrieve(assetId)).status).toBe('preparing');

  free = Number.MAX_SAFE_INTEGER;
  await engine.waitForEvent('video.asset.ready', assetId);
  await engine.stop();
});

import { randomBytes } from 'node:crypto';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';

import { Catalogue } from './catalogue/catalogue.ts';
import { nextSeq } from './catalogue/seq.ts';
import { newId } from './ids.ts';
import { makeFolder } from './testing/fixtures.ts';
import { startTestEngine, until } from './testing/start-test-engine.ts';

jest.setTimeout(60_000);

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => folder.remove());

/** Creates an upload in the state that a crash leaves. */
async function createInterrupted(
  data: string,
  bytes: Buffer,
  held: number,
  expiresAt: number,
): Promise<string> {
  const catalogue = await Catalogue.open(data);
  const id = newId();
  await catalogue.uploads.insert({
    id,
    seq: nextSeq(),
    secret: newId(),
    status: 'waiting',
    createdAt: 0,
    expiresAt,
    timeout: 60,
    corsOrigin: '*',
    settings: { subtitles: [], renditions: [] },
    echo: {},
    test: false,
    held,
    total: bytes.length,
    events: [],
  });
  await catalogue.close();
  await mkdir(join(data, 'uploads', id), { recursive: true });
  await writeFile(join(data, 'uploads', id, 'source'), bytes);
  return id;
}

test('an upload whose last byte was synced before a crash becomes an asset without its client', async () => {
  const data = join(folder.path, 'complete');
  const bytes = randomBytes(5000);
  const id = await createInterrupted(data, bytes, bytes.length, Date.now() + 60_000);
  const engine = await startTestEngine(data);
  await engine.waitForEvent('video.upload.asset_created', id);
  expect((await engine.mux.video.uploads.retrieve(id)).status).toBe('asset_created');
  await engine.stop();
});

test('an asset that a crash left out is created once, and not again after its deletion', async () => {
  const data = join(folder.path, 'between');
  const bytes = randomBytes(5000);
  const id = await createInterrupted(data, bytes, bytes.length, Date.now() + 60_000);
  const assetId = newId();
  /** The state after a crash between the end of the upload and the creation of its asset. */
  const interrupt = async (): Promise<void> => {
    const catalogue = await Catalogue.open(data);
    await catalogue.uploads.change(id, (upload) => {
      Object.assign(upload, { status: 'asset_created', assetId, lacksAsset: true });
    });
    await catalogue.close();
  };
  await interrupt();
  let engine = await startTestEngine(data);
  await engine.waitForEvent('video.asset.created', assetId);
  expect((await engine.mux.video.assets.retrieve(assetId)).upload_id).toBe(id);
  await engine.mux.video.assets.delete(assetId);
  await engine.stop();
  await interrupt();
  engine = await startTestEngine(data);
  await expect(engine.mux.video.assets.retrieve(assetId)).rejects.toMatchObject({ status: 404 });
  await engine.stop();
});

test('an expired upload is timed out and answered 410, and its bytes are removed', async () => {
  const data = join(folder.path, 'late');
  const id = await createInterrupted(data, randomBytes(5000), 100, Date.now() - 1);
  await mkdir(join(data, 'uploads', 'stray'));
  const engine = await startTestEngine(data);
  const event = await engine.waitForEvent('video.upload.errored', id);
  expect(event.data).toMatchObject({ status: 'timed_out', error: { type: 'timed_out' } });
  const { url = '' } = await engine.mux.video.uploads.retrieve(id);
  expect((await fetch(url, { method: 'PUT', headers: { 'Content-Range': 'bytes */*' } })).status).toBe(410);
  const areRemoved = async () => (await readdir(join(data, 'uploads'))).length === 0 || undefined;
  await until(areRemoved, 'the bytes are left');
  await engine.stop();
});

test('after a power failure the saved count of held bytes applies, if it is complete', async () => {
  const data = join(folder.path, 'note');
  const whole = await createInterrupted(data, randomBytes(5000), 100, Date.now() + 60_000);
  const torn = await createInterrupted(data, randomBytes(5000), 100, Date.now() + 60_000);
  await writeFile(join(data, 'uploads', whole, 'held'), '3000\n');
  await writeFile(join(data, 'uploads', torn, 'held'), '300');
  const engine = await startTestEngine(data);
  const rangeOf = async (id: string): Promise<string | null> => {
    const { url = '' } = await engine.mux.video.uploads.retrieve(id);
    const status = await fetch(url, { method: 'PUT', headers: { 'Content-Range': 'bytes */5000' } });
    return status.headers.get('range');
  };
  expect([await rangeOf(whole), await rangeOf(torn)]).toEqual(['bytes=0-2999', 'bytes=0-99']);
  await engine.stop();
});

test('bytes that a crash lost do not count as held', async () => {
  const data = join(folder.path, 'lost');
  const id = await createInterrupted(data, randomBytes(5000), 5000, Date.now() + 60_000);
  await writeFile(join(data, 'uploads', id, 'source'), randomBytes(1234));
  const engine = await startTestEngine(data);
  const { url = '' } = await engine.mux.video.uploads.retrieve(id);
  const status = await fetch(url, { method: 'PUT', headers: { 'Content-Range': 'bytes */5000' } });
  expect([status.status, status.headers.get('range')]).toEqual([308, 'bytes=0-1233']);
  expect((await stat(join(data, 'uploads', id, 'source'))).size).toBe(1234);
  await engine.stop();
});

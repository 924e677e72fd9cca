import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { FolderStore } from '@vault/media-store';
import { makeFolder } from '@vault/media/testing';
import { Catalogue } from './catalogue/catalogue.ts';
import { sourceKey } from './catalogue/files.ts';
import { nextSeq } from './catalogue/seq.ts';
import { newId } from './common/ids.ts';
import { objectsFolder } from './common/media-storage.ts';
import { startTestEngine, until } from './testing/start-test-engine.ts';

jest.setTimeout(60_000);

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => folder.remove());

/** Random bytes that begin like an MP4. */
function noise(length: number): Buffer<ArrayBuffer> {
  return Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomiso2'), randomBytes(length - 24)]);
}

async function hasNoParts(data: string): Promise<true | undefined> {
  return (await readdir(join(objectsFolder(data), '.parts'))).length === 0 || undefined;
}

/** Creates an upload in the state that a crash leaves. */
async function createInterrupted(
  data: string,
  bytes: Buffer,
  held: number,
  expiresAt: number,
): Promise<string> {
  const store = new FolderStore(objectsFolder(data));
  const parted = await store.begin(sourceKey(newId()));
  const part = await store.putPart(parted, { number: 1, offset: 0, content: [bytes] });
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
    held,
    total: bytes.length,
    parted,
    parts: [{ ...part, bytes: held }],
    nextPart: 2,
    events: [],
  });
  store.close();
  await catalogue.close();
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

test('an upload whose parts the store has lost begins anew', async () => {
  const data = join(folder.path, 'lost');
  const bytes = noise(5000);
  const id = await createInterrupted(data, bytes, bytes.length, Date.now() + 60_000);
  await rm(join(objectsFolder(data), '.parts'), { recursive: true });
  const engine = await startTestEngine(data);
  expect((await engine.mux.video.uploads.retrieve(id)).status).toBe('waiting');
  await engine.stop();
  const catalogue = await Catalogue.open(data);
  expect(await catalogue.uploads.byId(id)).toMatchObject({ held: 0, parts: [] });
  await catalogue.close();
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
  const engine = await startTestEngine(data);
  const event = await engine.waitForEvent('video.upload.errored', id);
  expect(event.data).toMatchObject({ status: 'timed_out', error: { type: 'timed_out' } });
  const { url = '' } = await engine.mux.video.uploads.retrieve(id);
  expect((await fetch(url, { method: 'PUT', headers: { 'Content-Range': 'bytes */*' } })).status).toBe(410);
  await until(() => hasNoParts(data), 'the bytes are left');
  await engine.stop();
});

test('the bytes of an upload that a crash left after its end are removed', async () => {
  const data = join(folder.path, 'cancelled');
  const id = await createInterrupted(data, randomBytes(5000), 100, Date.now() + 60_000);
  const catalogue = await Catalogue.open(data);
  await catalogue.uploads.finish(id, (upload) => {
    upload.status = 'cancelled';
  });
  await catalogue.close();
  const engine = await startTestEngine(data);
  await until(() => hasNoParts(data), 'the bytes are left');
  await engine.stop();
  const after = await Catalogue.open(data);
  expect(await after.uploads.leavingBytes()).toEqual([]);
  expect(await after.uploads.byId(id)).toMatchObject({ status: 'cancelled', parts: [] });
  await after.close();
});

test('an upload whose stored bytes are lost begins anew', async () => {
  const data = join(folder.path, 'lost');
  const bytes = noise(5000);
  const partly = await createInterrupted(data, bytes, 3000, Date.now() + 60_000);
  await rm(join(objectsFolder(data), '.parts'), { recursive: true });
  const engine = await startTestEngine(data);
  const { url = '' } = await engine.mux.video.uploads.retrieve(partly);
  const put = async (from: number): Promise<[number, string | null]> => {
    const range = `bytes ${String(from)}-4999/5000`;
    const body = bytes.subarray(from);
    const answer = await fetch(url, { method: 'PUT', body, headers: { 'Content-Range': range } });
    return [answer.status, answer.headers.get('range')];
  };
  expect(await put(3000)).toEqual([503, null]);
  expect(await put(0)).toEqual([200, null]);
  await engine.stop();
});

import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { FolderStore } from '@vault/media-store';
import { makeFolder } from '@vault/media/testing';
import { Catalogue } from './catalogue/catalogue.ts';
import { keyOf } from './catalogue/files.ts';
import { newId } from './common/ids.ts';
import { objectsFolder } from './common/media-storage.ts';
import { holdMedia } from './held-media.ts';
import { beginCopy, endCopy, mediaIdOf } from './media-identity.ts';
import { acceptMedia } from './stopped-media.ts';
import { newAsset } from './testing/new-asset.ts';
import { startTestEngine } from './testing/start-test-engine.ts';

jest.setTimeout(60_000);

let folder: Awaited<ReturnType<typeof makeFolder>>;
let data: string;
beforeEach(async () => {
  folder = await makeFolder();
  data = join(folder.path, 'media');
});
afterEach(() => folder.remove());

const hold = (path = data) => holdMedia(path, join(folder.path, 'work'));
const startAndStop = async (path = data): Promise<void> => (await startTestEngine(path)).stop();

/** Stores an asset. @returns its id */
async function storeAsset(): Promise<string> {
  await startAndStop();
  const catalogue = await Catalogue.open(data);
  const id = newId();
  const media = keyOf(id, 1, 'media');
  await new FolderStore(objectsFolder(data)).put(media, Buffer.from(id));
  await catalogue.assets.insert(newAsset({ id, status: 'ready', files: { media } }));
  await catalogue.close();
  return id;
}

test('media that are held can be read, also what only the log of a killed engine has, and no engine starts', async () => {
  const id = await storeAsset();
  const running = await Catalogue.open(data);
  const later = newId();
  await running.assets.insert(newAsset({ id: later }));
  const copy = join(folder.path, 'killed');
  await cp(data, copy, { recursive: true });
  await running.close();
  expect(await readdir(copy)).toContain('catalogue.sqlite-wal');
  const held = await hold(copy);
  const found = await held.catalogue.collection<{ _id: string }>('assets').find().toArray();
  expect(found.map(({ _id }) => _id).sort()).toEqual([id, later].sort());
  expect(await mediaIdOf(held.store)).toBe(held.id);
  await expect(startAndStop(copy)).rejects.toThrow('is used by another process');
  await held.assertUnchanged();
  await held.close();
  await startAndStop(copy);
  await expect(held.assertUnchanged()).rejects.toThrow('is used by another process');
});

test('media that an engine uses, that are incomplete or of another catalogue cannot be held', async () => {
  await expect(hold()).rejects.toThrow(`There is no media catalogue in ${data}`);
  const engine = await startTestEngine(data);
  await expect(hold()).rejects.toThrow('is used by another process. Stop that one first.');
  await engine.stop();
  await rm(join(objectsFolder(data), 'media-id'));
  await expect(hold()).rejects.toThrow('belongs to other files');
  await acceptMedia({ dataDir: data });
  await (await hold()).close();
});

test('no engine starts with a copy before it is complete', async () => {
  const id = await storeAsset();
  const held = await hold();
  const target = join(folder.path, 'target');
  const store = new FolderStore(objectsFolder(target));
  await beginCopy(store, held.id, false);
  await expect(startAndStop(target)).rejects.toThrow('Media are being copied to this engine');
  await store.put(keyOf(id, 1, 'media'), Buffer.from(id));
  await beginCopy(store, held.id, false);
  await endCopy(store, held.id);
  await beginCopy(store, held.id, true);
  await cp(join(folder.path, 'work/catalogue.sqlite'), join(target, 'catalogue.sqlite'));
  await held.close();
  await startAndStop(target);
  // Its catalogue may be copied again, into another database.
  await beginCopy(store, held.id, false);
  await expect(startAndStop(target)).rejects.toThrow('Media are being copied to this engine');
});

test('a copy into a store with other media is refused, and changes nothing', async () => {
  await storeAsset();
  const store = new FolderStore(objectsFolder(data));
  await expect(beginCopy(store, newId(), false)).rejects.toThrow('has other media');
  await store.delete(['media-id']);
  await expect(beginCopy(store, newId(), false)).rejects.toThrow('has other media');
  expect((await store.list('media')).map(({ key }) => key)).toEqual(['media-start']);
  const begun = new FolderStore(join(folder.path, 'begun'));
  await beginCopy(begun, newId(), false);
  await expect(beginCopy(begun, newId(), false)).rejects.toThrow('has other media');
  const raced = newId();
  await begun.putNew('media-id', Buffer.from('another'));
  await expect(endCopy(begun, raced)).rejects.toThrow('Another engine');
});

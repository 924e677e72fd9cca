import { readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { FolderStore } from '@vault/media-store';
import { makeFolder } from '@vault/media/testing';
import { Catalogue } from './catalogue/catalogue.ts';
import { keyOf } from './catalogue/files.ts';
import { newId } from './common/ids.ts';
import { FolderStorage, objectsFolder } from './common/media-storage.ts';
import { silentLogger } from './common/options.ts';
import { MediaSweep } from './media-sweep.ts';
import { acceptMedia, StoppedMedia } from './stopped-media.ts';
import { newAsset } from './testing/new-asset.ts';
import { objectsOf } from './testing/objects.ts';
import { startTestEngine, until } from './testing/start-test-engine.ts';

jest.setTimeout(60_000);

const dayMs = 86_400_000;
let folder: Awaited<ReturnType<typeof makeFolder>>;
let data: string;
let store: FolderStore;
beforeEach(async () => {
  folder = await makeFolder();
  use(join(folder.path, 'media'));
});
afterEach(() => folder.remove());

function use(path: string): void {
  data = path;
  store = new FolderStore(objectsFolder(path));
}

const catalogueFile = () => join(data, 'catalogue.sqlite');

/** Stores assets as an engine does. @returns their ids */
async function storeAssets(count: number): Promise<string[]> {
  await startAndStop();
  const catalogue = await Catalogue.open(data);
  const ids = Array.from({ length: count }, () => newId());
  for (const id of ids) {
    const media = keyOf(id, 1, 'media');
    await store.put(media, Buffer.from(id));
    await catalogue.assets.insert(newAsset({ id, status: 'ready', lastLease: 1, files: { media } }));
  }
  await catalogue.close();
  return ids;
}

/** Compares and cleans up, as an engine does at the time `now`. */
async function sweep(now = Date.now()): Promise<{ unlisted: number; missing: number }> {
  const { unlisted, missing } = await sweepMedia(now);
  return { unlisted, missing };
}

async function sweepMedia(now: number): Promise<MediaSweep> {
  const catalogue = await Catalogue.open(data);
  const media = new MediaSweep({ catalogue, storage: new FolderStorage(data), logger: silentLogger });
  await media.deleteDropped();
  await media.sweep(now);
  await catalogue.close();
  return media;
}

async function startAndStop(): Promise<void> {
  const engine = await startTestEngine(data);
  await engine.stop();
}

/** Uses the catalogue as another process does. @returns what ends it */
function lockCatalogue(): () => void {
  const database = new DatabaseSync(catalogueFile());
  database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  return () => database.close();
}

async function removeCatalogue(): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(`${catalogueFile()}${suffix}`, { force: true });
}

/** The ids of the assets whose recording is stored. A running engine may delete a recording between the two reads. */
async function stored(): Promise<string[]> {
  const ids = await readdir(join(objectsFolder(data), 'assets')).catch(() => []);
  const read = ids.map(async (id) => {
    const path = (await objectsOf(data, id)).get('media');
    return path !== undefined && (await readFile(path, 'utf8').catch(() => undefined)) === id ? [id] : [];
  });
  return (await Promise.all(read)).flat().sort();
}

test.each([
  ['missing', () => removeCatalogue()],
  [
    'empty',
    async () => {
      await removeCatalogue();
      await writeFile(catalogueFile(), '');
    },
  ],
  [
    'emptied',
    async () => {
      const catalogue = await Catalogue.open(data);
      for (const { id } of await catalogue.assets.identities()) await catalogue.assets.remove(id);
      await catalogue.close();
    },
  ],
])('a catalogue that is %s beside media refuses to start, and no file is lost', async (_name, damage) => {
  const ids = await storeAssets(3);
  await rename(catalogueFile(), `${catalogueFile()}.saved`);
  await writeFile(catalogueFile(), await readFile(`${catalogueFile()}.saved`));
  await damage();
  await expect(startAndStop()).rejects.toThrow(
    `The media catalogue ${catalogueFile()} is missing or empty, but there are media files beside it.`,
  );
  expect(await stored()).toEqual(ids.toSorted());
  await removeCatalogue();
  await rename(`${catalogueFile()}.saved`, catalogueFile());
  await startAndStop();
  expect(await sweep()).toEqual({ unlisted: 0, missing: 0 });
  expect(await stored()).toEqual(ids.toSorted());
});

test('the catalogue of other media refuses to start', async () => {
  const ids = await storeAssets(1);
  const other = data;
  use(join(folder.path, 'second'));
  await storeAssets(1);
  await writeFile(catalogueFile(), await readFile(join(other, 'catalogue.sqlite')));
  await expect(startAndStop()).rejects.toThrow('belongs to other files than those beside it');
  use(other);
  expect(await stored()).toEqual(ids);
});

test('a catalogue without its media refuses to start', async () => {
  await storeAssets(2);
  await rm(objectsFolder(data), { recursive: true });
  await expect(startAndStop()).rejects.toThrow('lists recordings, but no media files are beside it');
});

test('a damaged catalogue, and one that is in use, say so', async () => {
  await storeAssets(1);
  const release = lockCatalogue();
  await expect(startAndStop()).rejects.toThrow('is used by another process');
  release();
  await writeFile(catalogueFile(), 'no database '.repeat(1000));
  await expect(startAndStop()).rejects.toThrow(`${catalogueFile()} is damaged`);
});

test('files that an older catalogue does not know stay for 30 days, and are used again with the newer one', async () => {
  const [first = ''] = await storeAssets(1);
  const older = await readFile(catalogueFile());
  const [second = ''] = await storeAssets(1);
  const newer = await readFile(catalogueFile());
  await writeFile(catalogueFile(), older);
  await startAndStop();
  expect(await sweep(Date.now() + 29 * dayMs)).toEqual({ unlisted: 1, missing: 0 });
  expect(await stored()).toEqual([first, second].sort());
  await writeFile(catalogueFile(), newer);
  await startAndStop();
  expect(await sweep()).toEqual({ unlisted: 0, missing: 0 });
  await writeFile(catalogueFile(), older);
  await startAndStop();
  await sweep(Date.now() + 31 * dayMs);
  expect(await stored()).toEqual([first]);
});

test('restarts do not make a file stay that no record names', async () => {
  const [first = ''] = await storeAssets(1);
  await startAndStop();
  await store.put(keyOf(newId(), 1, 'media'), Buffer.from('of a request that was killed'));
  await startAndStop();
  await startAndStop();
  expect(await sweep()).toMatchObject({ unlisted: 1 });
  expect(await sweep(Date.now() + dayMs + 60_000)).toMatchObject({ unlisted: 0 });
  expect(await readdir(join(objectsFolder(data), 'assets'))).toEqual([first]);
});

test('the bytes of each owner are counted once, also when several assets name an object', async () => {
  const [first = ''] = await storeAssets(1);
  const catalogue = await Catalogue.open(data);
  const record = await catalogue.assets.byId(first);
  await catalogue.assets.insert(newAsset({ owner: record!.owner, files: { ...record!.files } }));
  const other = newAsset({ owner: 'other' });
  other.files = { media: keyOf(other.id, 1, 'media') };
  await catalogue.assets.insert(other);
  await catalogue.close();
  await store.put(other.files['media']!, Buffer.alloc(100));
  const { bytesOf } = await sweepMedia(Date.now());
  expect(Object.fromEntries(bytesOf)).toEqual({ [record!.owner]: first.length, other: 100 });
});

test('an accepted folder starts with an empty catalogue, and its files stay for 30 days', async () => {
  await storeAssets(2);
  await removeCatalogue();
  await acceptMedia({ dataDir: data });
  await startAndStop();
  expect(await sweep(Date.now() + 29 * dayMs)).toEqual({ unlisted: 2, missing: 0 });
  expect(await sweep(Date.now() + 31 * dayMs)).toEqual({ unlisted: 0, missing: 0 });
  expect(await stored()).toEqual([]);
});

test('a deletion that a crash interrupted is finished, even when no other asset is left', async () => {
  const [id = ''] = await storeAssets(1);
  const catalogue = await Catalogue.open(data);
  await catalogue.assets.change(id, (asset) => Object.assign(asset, { deletedAt: Date.now(), files: {} }));
  await catalogue.close();
  const engine = await startTestEngine(data);
  await until(async () => (await stored()).length === 0 || undefined, 'the files are left');
  await engine.stop();
});

test('an asset that is discarded while the engine is stopped stays for 30 days', async () => {
  const [remaining = '', discarded = ''] = await storeAssets(2);
  const release = lockCatalogue();
  await expect(StoppedMedia.open({ dataDir: data })).rejects.toThrow('is used by another process');
  release();
  const media = await StoppedMedia.open({ dataDir: data });
  await media.discard('assets', discarded);
  expect(await media.assets()).toMatchObject([{ id: remaining, isWhole: true }]);
  await media.close();
  await startAndStop();
  expect(await sweep(Date.now() + 29 * dayMs)).toEqual({ unlisted: 1, missing: 0 });
  await sweep(Date.now() + 31 * dayMs);
  expect(await stored()).toEqual([remaining]);
});

test('an asset without files is not whole, and a folder without a catalogue is refused', async () => {
  const [id = ''] = await storeAssets(1);
  await rm(join(objectsFolder(data), 'assets', id), { recursive: true });
  const media = await StoppedMedia.open({ dataDir: data });
  expect(await media.assets()).toMatchObject([{ id, isWhole: false }]);
  await media.close();
  expect(await sweep()).toEqual({ unlisted: 0, missing: 1 });
  await expect(StoppedMedia.open({ dataDir: folder.path })).rejects.toThrow('There is no media catalogue');
});

test('what no record names is deleted after a day; what another asset shares is not', async () => {
  const [id = ''] = await storeAssets(1);
  const catalogue = await Catalogue.open(data);
  const origin = await catalogue.assets.byId(id);
  await catalogue.assets.insert(newAsset({ status: 'ready', files: { ...origin?.files } }));
  await catalogue.assets.change(id, (asset) => Object.assign(asset, { deletedAt: 1, files: {} }));
  await catalogue.close();
  const unnamed = keyOf(newId(), 1, 'media');
  const parted = await store.begin(`assets/${newId()}/source`);
  await store.put(unnamed, Buffer.from('1'));
  await store.put('uploads/u/1', Buffer.from('2'));
  expect(await sweep(Date.now() + 0.9 * dayMs)).toEqual({ unlisted: 1, missing: 0 });
  expect(await store.unfinished('assets/')).toHaveLength(1);
  const twoHours = 7200;
  for (const key of [unnamed, 'uploads/u/1'])
    await utimes(join(objectsFolder(data), key), twoHours, Date.now() / 1000 - twoHours);
  expect(await sweep(Date.now() + 1.1 * dayMs)).toEqual({ unlisted: 0, missing: 0 });
  expect([await store.head(unnamed), await store.head('uploads/u/1')]).toEqual([undefined, undefined]);
  expect(await store.unfinished('assets/')).toEqual([]);
  expect(parted.key).toContain('source');
  expect(await stored()).toEqual([id]);
});

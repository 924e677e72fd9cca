import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

import { Catalogue } from './catalogue/catalogue.ts';
import { newId } from './ids.ts';
import { acceptMedia } from './media-folder.ts';
import { Quarantine } from './quarantine.ts';
import { StoppedMedia } from './stopped-media.ts';
import { makeFolder } from './testing/fixtures.ts';
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

const catalogueFile = () => join(data, 'catalogue.sqlite');

/** Stores assets as an engine does; returns their ids. */
async function store(count: number): Promise<string[]> {
  await startAndStop();
  const catalogue = await Catalogue.open(data);
  const ids = Array.from({ length: count }, () => newId());
  for (const id of ids) {
    await catalogue.assets.insert(newAsset({ id, status: 'ready' }));
    await mkdir(join(data, 'assets', id), { recursive: true });
    await writeFile(join(data, 'assets', id, 'media.mp4'), id);
  }
  await catalogue.close();
  return ids;
}

async function startAndStop(): Promise<number> {
  const engine = await startTestEngine(data);
  const { quarantined } = engine.statistics();
  await engine.stop();
  return quarantined;
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

/** The assets whose files are complete, in any order. */
async function intact(): Promise<Set<string>> {
  const names = await readdir(join(data, 'assets'));
  const read = names.map(
    async (id) => (await readFile(join(data, 'assets', id, 'media.mp4'), 'utf8')) === id,
  );
  return new Set(
    (await Promise.all(read)).flatMap((isIntact, index) => (isIntact ? [names[index] ?? ''] : [])),
  );
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
      for (const id of await catalogue.assets.ids()) await catalogue.assets.remove(id);
      await catalogue.close();
    },
  ],
])('a catalogue that is %s beside media refuses to start, and no file is lost', async (_name, damage) => {
  const ids = await store(3);
  await rename(catalogueFile(), `${catalogueFile()}.saved`);
  await writeFile(catalogueFile(), await readFile(`${catalogueFile()}.saved`));
  await damage();
  await expect(startAndStop()).rejects.toThrow(
    `The media catalogue ${catalogueFile()} is missing or empty, but the files of 3 recordings are beside it.`,
  );
  expect(await intact()).toEqual(new Set(ids));
  await removeCatalogue();
  await rename(`${catalogueFile()}.saved`, catalogueFile());
  expect(await startAndStop()).toBe(0);
  expect(await intact()).toEqual(new Set(ids));
});

test('the catalogue of other media refuses to start', async () => {
  const ids = await store(1);
  const other = data;
  data = join(folder.path, 'second');
  await store(1);
  await writeFile(catalogueFile(), await readFile(join(other, 'catalogue.sqlite')));
  await expect(startAndStop()).rejects.toThrow('belongs to other files than those beside it');
  data = other;
  expect(await intact()).toEqual(new Set(ids));
});

test('a catalogue without its media refuses to start', async () => {
  await store(2);
  await rm(join(data, 'assets'), { recursive: true });
  await rm(join(data, 'media-id'));
  await expect(startAndStop()).rejects.toThrow('lists 2 recordings, but no media files are beside it');
});

test('a damaged catalogue, and one that is in use, say so', async () => {
  await store(1);
  const release = lockCatalogue();
  await expect(startAndStop()).rejects.toThrow('is used by another process');
  release();
  await writeFile(catalogueFile(), 'no database '.repeat(1000));
  await expect(startAndStop()).rejects.toThrow(`${catalogueFile()} is damaged`);
});

test('files that an older catalogue does not know are set aside, and taken back with the newer one', async () => {
  const [first = ''] = await store(1);
  const older = await readFile(catalogueFile());
  const [second = ''] = await store(1);
  const newer = await readFile(catalogueFile());
  await writeFile(catalogueFile(), older);
  expect(await startAndStop()).toBe(1);
  expect(await intact()).toEqual(new Set([first]));
  await writeFile(catalogueFile(), newer);
  expect(await startAndStop()).toBe(0);
  expect(await intact()).toEqual(new Set([first, second]));
});

test('an accepted folder starts with an empty catalogue, and its files wait in quarantine for 30 days', async () => {
  await store(2);
  await removeCatalogue();
  expect(await acceptMedia(data)).toBe(2);
  expect(await startAndStop()).toBe(2);
  expect(await readdir(join(data, 'assets'))).toEqual([]);
  const quarantine = new Quarantine(data);
  const day = 86_400_000;
  await quarantine.expire(Date.now() + 30 * day);
  expect(quarantine.count).toBe(2);
  expect(await quarantine.expire(Date.now() + 31 * day)).toBe(2);
  expect(await readdir(join(data, 'quarantine'))).toEqual([]);
});

test('a deletion that a crash interrupted is finished, even when no other asset is left', async () => {
  const [id = ''] = await store(1);
  const catalogue = await Catalogue.open(data);
  await catalogue.assets.change(id, (asset) => {
    asset.deletedAt = Date.now();
  });
  await catalogue.close();
  expect(await startAndStop()).toBe(0);
  expect(await readdir(join(data, 'assets'))).toEqual([]);
});

test('an asset that is discarded while the engine is stopped waits in quarantine, also after the next start', async () => {
  const [remaining = '', discarded = ''] = await store(2);
  const release = lockCatalogue();
  await expect(StoppedMedia.open(data)).rejects.toThrow('is used by another process');
  release();
  const media = await StoppedMedia.open(data);
  await media.discard('assets', discarded);
  expect(await media.assets()).toMatchObject([{ id: remaining, isWhole: true }]);
  await media.close();
  expect(await startAndStop()).toBe(1);
  expect(await intact()).toEqual(new Set([remaining]));
});

test('an asset without files is not whole, and a folder without a catalogue is refused', async () => {
  const [id = ''] = await store(1);
  await rm(join(data, 'assets', id), { recursive: true });
  const media = await StoppedMedia.open(data);
  expect(await media.assets()).toMatchObject([{ id, isWhole: false }]);
  await media.close();
  await expect(StoppedMedia.open(folder.path)).rejects.toThrow('There is no media catalogue');
});

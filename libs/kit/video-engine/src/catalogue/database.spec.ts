import { readFileSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { isDiskFull } from '@vault/media';
import { makeFolder } from '@vault/media/testing';
import { newAsset } from '../testing/new-asset.ts';
import { Catalogue } from './catalogue.ts';
import { catalogueFile } from './database.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(() => folder.remove());

test('a failure of SQLite because the disk is full is a disk-full error', () => {
  const database = new DatabaseSync(':memory:');
  // With this limit SQLite fails in the same way as on a full disk.
  database.exec('CREATE TABLE t (value BLOB); PRAGMA max_page_count = 2');
  let thrown: unknown;
  try {
    database.exec('INSERT INTO t VALUES (zeroblob(100000))');
  } catch (error) {
    thrown = new Error('not stored', { cause: error });
  }
  expect(isDiskFull(thrown)).toBe(true);
  database.close();
});

test('a catalogue that was opened again has the changes of the first', async () => {
  const asset = newAsset();
  let catalogue = await Catalogue.open(folder.path);
  await catalogue.setId('media');
  await catalogue.assets.insert(asset);
  await catalogue.close();
  catalogue = await Catalogue.open(folder.path);
  expect([await catalogue.id(), await catalogue.assets.byId(asset.id)]).toEqual(['media', asset]);
  await catalogue.close();
  expect(statSync(catalogueFile(folder.path)).size).toBeGreaterThan(0);
});

test('a deleted asset leaves no trace of its content in the file', async () => {
  const meta = { title: 'analytical-engine'.repeat(20) };
  const catalogue = await Catalogue.open(folder.path);
  const asset = newAsset({ meta });
  await catalogue.assets.insert(asset);
  await catalogue.assets.remove(asset.id);
  await catalogue.close();
  expect(readFileSync(catalogueFile(folder.path)).includes('analytical-engine')).toBe(false);
});

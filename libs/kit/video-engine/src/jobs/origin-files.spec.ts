import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { makeFolder } from '@vault/media/testing';
import { Catalogue } from '../catalogue/catalogue.ts';
import { keyOf } from '../catalogue/files.ts';
import { newAsset } from '../testing/new-asset.ts';
import { shareFiles, takeSource } from './origin-files.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
let catalogue: Catalogue;

beforeEach(async () => {
  folder = await makeFolder();
  catalogue = await Catalogue.open(folder.path);
});
afterEach(async () => {
  await catalogue.close();
  await folder.remove();
});

async function storeBoth() {
  const origin = newAsset();
  origin.files = { source: keyOf(origin.id, 1, 'source'), media: keyOf(origin.id, 2, 'media') };
  const other = newAsset({ source: { kind: 'tracks', assetId: origin.id, sound: 2 } });
  await catalogue.assets.insert(origin);
  await catalogue.assets.insert(other);
  return { origin, other };
}

test('the file of another asset is shared, and a repeat needs that asset no more', async () => {
  const { origin, other } = await storeBoth();
  const { source } = origin.files;
  expect(await takeSource({ catalogue }, other)).toMatchObject({ source });
  const stored = await catalogue.assets.byId(other.id);
  expect(stored?.files).toEqual({ source });
  await catalogue.assets.change(origin.id, (asset) => Object.assign(asset, { deletedAt: 1, files: {} }));
  expect(await takeSource({ catalogue }, stored!)).toEqual({ source });
  expect(await catalogue.assets.names(source!)).toBe(true);
});

test.each([
  ['before', 0],
  ['while it is shared', 1],
])('a file that is dropped %s is not used', async (_, reads) => {
  const { origin, other } = await storeBoth();
  const byId = catalogue.assets.byId.bind(catalogue.assets);
  let left = reads;
  catalogue.assets.byId = async (id) => {
    const found = await byId(id);
    if (id === origin.id && left-- > 0) await drop();
    return found;
  };
  const drop = (): Promise<unknown> =>
    catalogue.assets.change(origin.id, ({ files }) => delete files['source']);
  if (reads === 0) await drop();
  await expect(shareFiles({ catalogue }, other, origin.id, ['source'])).rejects.toThrow('was deleted');
});

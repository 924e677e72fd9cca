import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, afterEach, expect, test } from '@jest/globals';

import { AssetFiles } from '../asset-files.ts';
import type { AssetRecord } from '../catalogue/records.ts';
import { DiskSpace } from '../disk-space.ts';
import { makeFolder } from '../testing/fixtures.ts';
import { UploadFiles } from '../uploads/upload-files.ts';
import { takeSource } from './origin-files.ts';

const content = Buffer.from('an uploaded file');
const reserveBytes = 1000;
const asset = { id: 'second', source: { kind: 'tracks', assetId: 'first', sound: 2 } } as AssetRecord;

let folder: Awaited<ReturnType<typeof makeFolder>>;
let assetFiles: AssetFiles;
let free: number;

beforeEach(async () => {
  folder = await makeFolder();
  assetFiles = new AssetFiles(folder.path);
  free = reserveBytes;
  await assetFiles.prepare('first');
  await assetFiles.prepare('second');
  await writeFile(assetFiles.source('first'), content);
});
afterEach(() => folder.remove());

const take = async (...failure: [code?: string]): Promise<void> => {
  const disk = new DiskSpace(folder.path, reserveBytes, () => Promise.resolve(free));
  const makeLink = () => Promise.reject(Object.assign(new Error('no link'), { code: failure[0] }));
  const parts = { assetFiles, uploadFiles: new UploadFiles(folder.path), disk };
  await takeSource(parts, asset, await assetFiles.workFolder(), failure.length > 0 ? makeLink : undefined);
};

test('the file of another asset is linked, which takes no space', async () => {
  free = 0;
  await take();
  expect((await stat(assetFiles.source('second'))).ino).toBe((await stat(assetFiles.source('first'))).ino);
});

test.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK', 'EINVAL'])(
  'the file is copied where it cannot be linked: %s',
  async (code) => {
    await take(code);
    await rm(assetFiles.folder('first'), { recursive: true });
    expect(await readFile(assetFiles.source('second'))).toEqual(content);
    // A repeated attempt takes what is there.
    await take(code);
    expect(await readdir(assetFiles.folder('second'))).toEqual(['source']);
  },
);

test('without space for a copy nothing is written, and the job can be repeated', async () => {
  free = reserveBytes / 2 + content.length - 1;
  await expect(take('EPERM')).rejects.toMatchObject({ name: 'DiskFullError' });
  expect(await readdir(assetFiles.folder('second'))).toEqual([]);
  expect(await readdir(join(folder.path, 'work'), { recursive: true })).not.toContain('source');
  free += 1;
  await take('EPERM');
  expect(await readFile(assetFiles.source('second'))).toEqual(content);
});

test('a file that is deleted meanwhile is the reason, not the missing link', async () => {
  await rm(assetFiles.source('first'));
  await expect(take('EPERM')).rejects.toThrow('was deleted');
});

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test } from '@jest/globals';

import { FolderStore } from './folder-store.ts';
import { describeMediaStore } from './media-store.contract.ts';

async function openFolder(): Promise<{ folder: string; store: FolderStore; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-media-'));
  return { folder, store: new FolderStore(folder), remove: () => rm(folder, { recursive: true }) };
}

describe('a folder', () => {
  describeMediaStore(openFolder);

  test('leaves no empty folders and no other files behind', async () => {
    const { folder, store, remove } = await openFolder();
    await store.put('a/b/c', Buffer.from('1'));
    await store.put('a/d', Buffer.from('2'));
    await store.delete(['a/b/c']);
    expect(await readdir(join(folder, 'a'))).toEqual(['d']);
    await store.delete(['a/d']);
    expect((await readdir(folder)).filter((name) => !name.startsWith('.'))).toEqual([]);
    expect(await readdir(join(folder, '.new'))).toEqual([]);
    await remove();
  });

  test('shows the file of an object itself', async () => {
    const { folder, store, remove } = await openFolder();
    await store.put('a/b', Buffer.from('1'));
    const opened = await store.open('a/b');
    await opened.load();
    expect(opened).toMatchObject({ path: join(folder, 'a/b'), bytes: 1 });
    await expect(store.open('a/none')).rejects.toMatchObject({ problem: 'missing' });
    await remove();
  });

  test('cannot complete an upload of which bytes are missing', async () => {
    const { store, remove } = await openFolder();
    const upload = await store.begin('a');
    const part = await store.putPart(upload, { number: 1, offset: 0, content: [Buffer.from('12')] });
    await expect(store.complete(upload, [{ ...part, bytes: 3 }])).rejects.toMatchObject({
      problem: 'missing',
    });
    expect(await store.head('a')).toBeUndefined();
    await store.complete(upload, [part]);
    expect(await store.head('a')).toEqual({ bytes: 2 });
    await remove();
  });

  test('completes an upload again whose first completion ended before its folder was removed', async () => {
    const { folder, store, remove } = await openFolder();
    const upload = await store.begin('a');
    const part = await store.putPart(upload, { number: 1, offset: 0, content: [Buffer.from('12')] });
    await rename(join(folder, '.parts', upload.id, 'bytes'), join(folder, 'a'));
    await store.complete(upload, [part]);
    expect([await store.head('a'), await readdir(join(folder, '.parts'))]).toEqual([{ bytes: 2 }, []]);
    await remove();
  });

  test('knows only uploads of its own', async () => {
    const { folder, store, remove } = await openFolder();
    const upload = await store.begin('a');
    for (const id of ['', '..', `../${upload.id}`])
      await expect(store.abort({ key: 'a', id })).rejects.toMatchObject({ problem: 'missing' });
    expect(await readdir(join(folder, '.parts'))).toEqual([upload.id]);
    await remove();
  });

  test('removes at its start what a crash left', async () => {
    const { folder, store, remove } = await openFolder();
    await store.put('a', Buffer.from('1'));
    await writeFile(join(folder, '.new', 'left'), '1');
    await store.start();
    expect([await readdir(folder), await store.list('')]).toMatchObject([['a'], [{ key: 'a' }]]);
    await remove();
  });

  test('that is a file is not available', async () => {
    const { folder, remove } = await openFolder();
    await writeFile(join(folder, 'file'), '');
    await expect(new FolderStore(join(folder, 'file')).put('a', Buffer.from('1'))).rejects.toMatchObject({
      name: 'MediaStoreError',
    });
    await remove();
  });

  test('has whole objects only, at whatever moment its process is killed', async () => {
    const { folder, store, remove } = await openFolder();
    for (let round = 0; round < 8; round += 1) {
      const child = fork(new URL('./testing/store-until-killed.ts', import.meta.url), [folder], {
        execArgv: ['--disable-warning=ExperimentalWarning', '--conditions=@vault/source'],
      });
      await once(child, 'message');
      await new Promise((resolve) => setTimeout(resolve, 5 + 7 * round));
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const objects = await store.list('');
    expect(objects.length).toBeGreaterThan(8);
    for (const { key, bytes } of objects) expect([key, bytes]).toEqual([key, Number(key.split('-')[1])]);
    await remove();
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { FolderStore, MediaStoreError, type Content } from '@vault/media-store';
import { ObjectCopy } from './copy-objects.ts';

describe(ObjectCopy, () => {
  let folder: string;
  let from: FolderStore;
  let to: FolderStore;
  let lines: string[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'copy-objects-'));
    [from, to] = [new FolderStore(join(folder, 'from')), new FolderStore(join(folder, 'to'))];
    lines = [];
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  const put = (store: FolderStore, key: string, content = `content of ${key}`) =>
    store.put(`assets/${key}`, Buffer.from(content));
  const copy = () => new ObjectCopy({ from, to, print: (line) => void lines.push(line) }).run();
  const counts = ({ copied, verified, different }: Awaited<ReturnType<typeof copy>>) =>
    [copied, verified, different].map(({ objects }) => objects);
  const keysOf = async (store: FolderStore) => (await store.list('')).map(({ key }) => key);

  it('copies only media, pages of them, and once', async () => {
    // More than one page.
    await Promise.all(Array.from({ length: 1_201 }, (_, at) => put(from, `${String(at % 7)}/${String(at)}`)));
    await from.put('uploads/1/2', Buffer.from('rest'));
    await put(from, 'empty/0', '');
    expect(counts(await copy())).toEqual([1_202, 1_202, 0]);
    expect(await text(await to.get('assets/3/1109'))).toBe('content of 3/1109');
    expect(await keysOf(to)).not.toContain('uploads/1/2');
    expect(counts(await copy())).toEqual([0, 1_202, 0]);
  });

  it('copies anew what has another size or other bytes, and leaves what only the target has', async () => {
    for (const key of ['a/1', 'b/1', 'c/1']) await put(from, key);
    await put(to, 'a/1', 'short');
    await put(to, 'b/1', 'CONTENT of b/1');
    await put(to, 'd/1');
    expect(counts(await copy())).toEqual([3, 3, 0]);
    expect(lines).toContain('assets/b/1 differs in the target, and is copied anew.');
    expect(await text(await to.get('assets/b/1'))).toBe('content of b/1');
    expect(await keysOf(to)).toContain('assets/d/1');
  });

  it('lists what the target stored wrong, and the next run repairs it', async () => {
    for (const key of ['a/1', 'b/1']) await put(from, key);
    const putReally = to.put.bind(to);
    jest.spyOn(to, 'put').mockImplementation(async (key: string, content: Content) => {
      await putReally(key, key === 'assets/b/1' ? Buffer.from('CONTENT of b/1') : content);
    });
    expect(counts(await copy())).toEqual([2, 1, 1]);
    expect(lines).toContain('DIFFERENT: assets/b/1');
    jest.restoreAllMocks();
    expect(counts(await copy())).toEqual([1, 2, 0]);
  });

  it('fails when the source changes meanwhile', async () => {
    for (const key of ['a/1', 'b/1']) await put(from, key);
    const getReally = from.get.bind(from);
    jest.spyOn(from, 'get').mockImplementation(async (...args) => {
      if (args[0] === 'assets/b/1') await from.delete(['assets/b/1']);
      return await getReally(...args);
    });
    await expect(copy()).rejects.toMatchObject({ problem: 'missing' });
  });

  it('waits for a store that is away for a while, and ends at once when it refuses', async () => {
    await put(from, 'a/1');
    const away = new MediaStoreError('unavailable', 'away');
    const store = jest.spyOn(to, 'put').mockRejectedValueOnce(away);
    jest.spyOn(from, 'get').mockRejectedValueOnce(away);
    expect(counts(await copy())).toEqual([1, 1, 0]);
    await put(from, 'b/1');
    store.mockReset().mockRejectedValue(new MediaStoreError('forbidden', 'refused'));
    await expect(copy()).rejects.toMatchObject({ problem: 'forbidden' });
    expect(store).toHaveBeenCalledTimes(1);
  });

  it('ends the unfinished uploads of a killed run, and no others', async () => {
    await put(from, 'a/1');
    await to.begin('assets/a/1');
    const other = await to.begin('assets/b/source');
    await copy();
    expect(await to.unfinished('')).toMatchObject([other]);
  });
});

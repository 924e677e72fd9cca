import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ServiceName } from '@vault/contracts';
import { type Environment, DataFolderError } from '@vault/base';
import { ConsumerLock, EmbeddedLog } from '@vault/messaging/embedded';
import { acceptLoss, prepareDataFolder } from './data-folder.ts';
import { openEmbeddedStore } from './embedded-infrastructure.ts';
import { hostConfig } from '../config/host.config.ts';
import { assertDataFolder } from './infrastructure.ts';

const services: readonly ServiceName[] = ['auth', 'upload', 'search'];
const everyFile = ['log.sqlite', 'store/auth.sqlite', 'store/search.sqlite', 'store/upload.sqlite'];

describe(prepareDataFolder, () => {
  let root: string;
  let dataDir: string;
  const path = (file: string) => join(dataDir, file);
  const start = (names = services) => prepareDataFolder(dataDir, names);

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'data-folder-'));
    dataDir = join(root, 'data');
    await start();
    await fill(dataDir);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('accepts a folder that is complete, and keeps its data', async () => {
    await start();
    expect(await countUsers(dataDir)).toBe(1);
  });

  const losses: [string, (file: string) => void][] = [
    ['is missing', (file) => rmSync(file)],
    ['was emptied', (file) => truncateSync(file)],
    ['was replaced by a new one', (file) => replaceBy(file, 'SELECT 1')],
    ['was replaced by another database', (file) => replaceBy(file, 'CREATE TABLE something (id INTEGER)')],
  ];
  for (const [loss, lose] of losses)
    it.each(everyFile)(`refuses to start when %s ${loss}, and creates nothing`, async (file) => {
      lose(path(file));
      const before = existsSync(path(file)) && readFileSync(path(file));
      await expect(start()).rejects.toThrow(DataFolderError);
      await expect(start()).rejects.toThrow(`Missing, empty or replaced: ${file}.`);
      expect(existsSync(path(file)) && readFileSync(path(file))).toEqual(before);
    });

  it('names all lost files', async () => {
    rmSync(path('store'), { recursive: true });
    await expect(start()).rejects.toThrow('store/auth.sqlite, store/search.sqlite, store/upload.sqlite.');
  });

  it('refuses a folder that has nothing but recordings, until the loss is accepted', async () => {
    mkdirSync(path('media/objects/assets'), { recursive: true });
    rmSync(path('store'), { recursive: true });
    rmSync(path('log.sqlite'));
    const empty = join(root, 'empty');
    mkdirSync(join(empty, 'media/objects/assets'), { recursive: true });
    await prepareDataFolder(empty, services);

    mkdirSync(path('media/objects/assets/recording'));
    await expect(start()).rejects.toThrow('Missing, empty or replaced: log.sqlite, store.');
    expect(existsSync(path('log.sqlite'))).toBe(false);
    expect(await acceptLoss(dataDir)).toEqual(['log.sqlite', 'store']);
    await start();
    expect(await countUsers(dataDir)).toBe(0);
  });

  it('refuses a file of another data folder', async () => {
    const other = join(root, 'other');
    await prepareDataFolder(other, services);
    copyFileSync(join(other, 'store/upload.sqlite'), path('store/upload.sqlite'));
    await expect(start()).rejects.toThrow('are of different data folders');
  });

  const damages: [string, (file: string) => void][] = [
    ['is not a database', (file) => writeFileSync(file, 'not a database'.repeat(1_000))],
    ['is cut off', (file) => truncateSync(file, 4_096 * 2)],
    ['has a damaged page', (file) => writeFileSync(file, withDamagedPages(readFileSync(file)))],
  ];
  for (const [damage, apply] of damages)
    it.each(everyFile)(`refuses to start when %s ${damage}`, async (file) => {
      apply(path(file));
      await expect(start()).rejects.toThrow(DataFolderError);
      await expect(start()).rejects.toThrow(`${path(file)} is damaged.`);
    });

  it('adds a new service to a folder', async () => {
    await start([...services, 'clip']);
    await start([...services, 'clip']);
    rmSync(path('store/clip.sqlite'));
    await expect(start([...services, 'clip'])).rejects.toThrow('store/clip.sqlite.');
    expect(await countUsers(dataDir)).toBe(1);
  });

  it.each([0, 1, 2, 3, 4])(
    'starts again when the first start was killed after %d files had their id',
    async (count) => {
      const half = join(root, 'half');
      await prepareDataFolder(half, services);
      for (const [index, file] of everyFile.entries()) {
        if (index >= count) rmSync(join(half, file));
        else exec(join(half, file), "UPDATE data_folder SET files = '[]'");
      }
      await prepareDataFolder(half, services);
      rmSync(join(half, 'log.sqlite'));
      await expect(prepareDataFolder(half, services)).rejects.toThrow('log.sqlite.');
    },
  );

  it('starts again when the first start was killed while it wrote the lists', async () => {
    for (const file of everyFile.slice(2)) exec(path(file), "UPDATE data_folder SET files = '[]'");
    await start();
    rmSync(path('log.sqlite'));
    await expect(start()).rejects.toThrow('log.sqlite.');
  });

  it('starts again when a file was created without any content', async () => {
    const half = join(root, 'half');
    await prepareDataFolder(half, ['auth']);
    writeFileSync(join(half, 'store/upload.sqlite'), '');
    await prepareDataFolder(half, ['auth', 'upload']);
  });

  it('says that another process uses the folder', async () => {
    const lock = await ConsumerLock.acquire(path('log.sqlite.lock'));
    await expect(start()).rejects.toThrow(`Another process uses ${dataDir}. Stop it`);
    lock.release();
    await start();
  }, 60_000);

  it('continues without lost files after their loss was accepted', async () => {
    rmSync(path('store/upload.sqlite'));
    truncateSync(path('log.sqlite'));
    expect(await acceptLoss(dataDir)).toEqual(['log.sqlite', 'store/upload.sqlite']);
    await start();
    expect(await acceptLoss(dataDir)).toEqual([]);
    expect(await countUsers(dataDir)).toBe(1);
    rmSync(path('store/upload.sqlite'));
    await expect(start()).rejects.toThrow('store/upload.sqlite.');
  });
});

describe(assertDataFolder, () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'data-folder-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const check = (servers: Environment = {}) =>
    assertDataFolder(hostConfig.parse({ DATA_DIR: join(root, 'data'), ...servers }));
  const withServers = () => check({ KAFKA_BROKERS: 'kafka:9092', MONGO_URL: 'mongodb://mongo' });

  it('accepts a new folder and leaves no file of its own', async () => {
    await check();
    expect(existsSync(join(root, 'data', 'write-test'))).toBe(false);
    await prepareDataFolder(join(root, 'data'), services);
  });

  it('creates neither the lock nor the folder of the stores when servers have the data', async () => {
    await withServers();
    expect(readdirSync(join(root, 'data'))).toEqual([]);
  });

  it.each([
    ['here', check],
    ['in servers', withServers],
  ])('says which folder cannot be used, and why, with the data %s', async (_where, open) => {
    writeFileSync(join(root, 'data'), 'a file');
    const opened = open();
    await expect(opened).rejects.toThrow(DataFolderError);
    await expect(opened).rejects.toThrow(`The data folder ${join(root, 'data')} cannot be used`);
  });
});

/** Writes to every file, so that each has several pages. */
async function fill(dataDir: string): Promise<void> {
  for (const service of services) {
    const store = await openEmbeddedStore({ dataDir, service });
    const entries = store.connection.collection<{ _id: number; text: string }>('users');
    await entries.insertOne({ _id: 1, text: 'x'.repeat(30_000) });
    await store.close();
  }
  const log = new EmbeddedLog({ file: join(dataDir, 'log.sqlite') });
  await log.close();
}

async function countUsers(dataDir: string): Promise<number> {
  const store = await openEmbeddedStore({ dataDir, service: 'auth' });
  const count = await store.connection.collection('users').countDocuments();
  await store.close();
  return count;
}

function exec(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

function replaceBy(file: string, sql: string): void {
  rmSync(file);
  exec(file, sql);
}

/** All pages but the first are overwritten. */
function withDamagedPages(bytes: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, 4_096), Buffer.alloc(bytes.length - 4_096, 0xaa)]);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Schema } from 'mongoose';
import { prepareDataFolder } from '../infrastructure/data-folder.ts';
import { openEmbeddedStore } from '../infrastructure/embedded-infrastructure.ts';
import { withStore } from './with-store.ts';

const models = [{ name: 'Thing', schema: new Schema({ name: { type: String, unique: true } }) }];
const owner = { name: 'admin', models } as const;

describe(withStore, () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'with-store-'));
  });
  const createStore = () => prepareDataFolder(dataDir, [owner.name]);

  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('opens the file of a service, with its indexes, and closes it', async () => {
    const env = { DATA_DIR: dataDir };
    await createStore();
    await withStore(owner, env, (store) => store.model('Thing').create({ name: 'one' }));
    const again = withStore(owner, env, (store) => store.model('Thing').create({ name: 'one' }));
    await expect(again).rejects.toThrow(/duplicate|E11000/);
    const found = await withStore(owner, env, (store) => store.model('Thing').find().lean());
    expect(found).toMatchObject([{ name: 'one' }]);
  });

  it('fails with the advice to stop the product while it has the file open', async () => {
    const env = { DATA_DIR: dataDir };
    await createStore();
    const holder = holdOpen(join(dataDir, 'store', 'admin.sqlite'));
    await once(holder.stdout, 'data');
    const opened = withStore(owner, env, () => Promise.resolve());
    await expect(opened).rejects.toThrow(`The product runs and has ${dataDir} open. Stop it`);
    holder.kill();
    await once(holder, 'exit');
    await withStore(owner, env, () => Promise.resolve());
  }, 60_000);

  it('refuses data of another version', async () => {
    const store = await openEmbeddedStore({ dataDir, service: owner.name });
    await store.close();
    const opened = withStore(owner, { DATA_DIR: dataDir }, () => Promise.resolve());
    await expect(opened).rejects.toThrow(`The data in ${dataDir} are of version 1`);
  });

  it('does not create a missing store', async () => {
    const opened = withStore(owner, { DATA_DIR: dataDir }, () => Promise.resolve());
    await expect(opened).rejects.toThrow(`There is no ${join(dataDir, 'store', 'admin.sqlite')}.`);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('names problems of the settings', async () => {
    const opened = withStore(owner, { MONGO_URL: 'localhost' }, () => Promise.resolve());
    await expect(opened).rejects.toThrow('MONGO_URL: must begin with mongodb://');
  });
});

/** Another process that has the file open, like a running product. */
function holdOpen(file: string) {
  const code = `
    const database = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(file)});
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
    console.log('open');
    setInterval(() => database, 1_000);`;
  return spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'] });
}

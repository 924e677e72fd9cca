import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedLog } from '@vault/messaging/embedded';
import { EngineFolder } from './engine-folder.ts';
import { listFiles } from './list-files.ts';
import { moveCommand } from './move-command.ts';
import { readKeys } from './move-keys.ts';
import { SourceFolder } from './source-folder.ts';
import {
  makeOneProcessFolder,
  services,
  type OneProcessFolder,
} from './testing/one-process-folder.fixture.ts';

describe('the folder of a product in one process', () => {
  let folder: OneProcessFolder;
  beforeEach(async () => {
    folder = await makeOneProcessFolder();
  });
  afterEach(() => folder.remove());

  const open = () => SourceFolder.open(folder.path, services);
  const openLog = async () => {
    const log = new EmbeddedLog({ file: join(folder.path, 'log.sqlite') });
    await log.subscribe({ group: 'auth', topics: ['auth.commands'], handler: () => Promise.resolve() });
    return log;
  };

  it('is refused while the product runs in it, and cannot be used while it is open', async () => {
    const log = await openLog();
    await expect(open()).rejects.toThrow(/The product runs and has .* open/);
    await log.close();
    const source = await open();
    await expect(openLog()).rejects.toThrow('Another process consumes');
    source.close();
    await (await openLog()).close();
  }, 30_000);

  it('is not changed by reading it, also when its process was killed and its databases have a log', async () => {
    // A connection that is not closed, as a killed process leaves it.
    const store = new DatabaseSync(join(folder.path, 'store/auth.sqlite'));
    store.exec(
      'PRAGMA wal_autocheckpoint = 0; CREATE TABLE of_the_log (a); INSERT INTO of_the_log VALUES (1)',
    );
    const before = await listFiles(folder.path);
    expect(before.map(({ path }) => path)).toContain('store/auth.sqlite-wal');
    const source = await open();
    await source.copyDatabases(folder.other('work'), services);
    await source.assertUnchanged();
    source.close();
    expect(await listFiles(folder.path)).toEqual(before);
    const copy = new DatabaseSync(folder.other('work/store/auth.sqlite'));
    expect(copy.prepare('SELECT a FROM of_the_log').all()).toEqual([{ a: 1 }]);
    copy.close();
    store.close();
  });

  it('has the same fingerprint until its data change', async () => {
    const fingerprint = async () => {
      const source = await open();
      source.close();
      return source.fingerprint;
    };
    const first = await fingerprint();
    expect(await fingerprint()).toBe(first);
    await folder.change('upload', async (connection) => {
      await connection.collection('videos').insertOne({ a: 1 });
    });
    expect(await fingerprint()).not.toBe(first);
  });

  it('is refused in another form', async () => {
    await expect(SourceFolder.open(folder.path, ['auth'])).rejects.toThrow(
      /no service for store\/upload.sqlite/,
    );
    const source = await open();
    const file = join(folder.path, 'store/auth.sqlite');
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 2');
    database.close();
    await expect(source.copyDatabases(folder.other('work'), services)).rejects.toThrow(
      /another format \(user_version 2\)/,
    );
    source.close();
    rmSync(join(folder.path, 'secrets.json'));
    await expect(open()).rejects.toThrow(
      /is not the data folder of a product in one process: it has no secrets.json/,
    );
  });

  it('is moved to an engine folder that is empty or has this move', async () => {
    const source = await open();
    const path = folder.other('engine');
    const engine = await EngineFolder.open(path, source);
    await engine.assertSpace(1_000);
    await expect(engine.assertSpace(1e15)).rejects.toThrow('too little space');
    engine.save({ messages: 'begun' });
    await expect(EngineFolder.open(path, source)).rejects.toThrow(`Another move to ${path} runs.`);
    engine.close();
    const again = await EngineFolder.open(path, source);
    expect(again.state.messages).toBe('begun');
    again.close();
    const other = { path: source.path, fingerprint: 'x' };
    await expect(EngineFolder.open(path, other)).rejects.toThrow(/the move of another folder/);
    await expect(EngineFolder.open(join(folder.path, 'inside'), source)).rejects.toThrow('different folders');
    await expect(EngineFolder.open(join(folder.path, '..'), source)).rejects.toThrow('different folders');
    folder.write('../foreign/media/catalogue.sqlite', 'x');
    await expect(EngineFolder.open(folder.other('foreign'), source)).rejects.toThrow(
      'files that are not from a move',
    );
    source.close();
  });

  it('gives its secrets to a file for a shell, and replaces no file', async () => {
    folder.write('keys/session-20260101-aa.pem', 'PEM 1\n');
    folder.write('keys/session-20260102-bb.pem', 'PEM 2\n');
    const file = folder.other('keys.env');
    const lines: string[] = [];
    const run = (to = file) =>
      moveCommand([
        { name: 'auth', models: [] },
        { name: 'upload', models: [] },
      ] as never).run([folder.path, '--keys', to], {}, (line) => lines.push(line));
    await run();
    const keys = JSON.stringify([
      { kid: '20260101-aa', pem: 'PEM 1\n' },
      { kid: '20260102-bb', pem: 'PEM 2\n' },
    ]);
    expect(readFileSync(file, 'utf8')).toBe(
      [
        "MUX_TOKEN_ID='id'\n",
        "MUX_TOKEN_SECRET='a'\\''b'\n",
        "MUX_WEBHOOK_SECRET='c'\n",
        "MUX_SIGNING_KEY='d'\n",
        "MUX_PRIVATE_KEY='ZQ=='\n",
        `JWT_KEYS='${keys}'\n`,
      ].join(''),
    );
    expect(lines).toEqual([
      `${file}: MUX_TOKEN_ID, MUX_TOKEN_SECRET, MUX_WEBHOOK_SECRET, MUX_SIGNING_KEY, MUX_PRIVATE_KEY, JWT_KEYS. The microservices must use these values.`,
    ]);
    await expect(run()).rejects.toThrow('The keys cannot be written');
    lines.length = 0;
    await run('-');
    expect(`${lines.join('')}\n`).toBe(readFileSync(file, 'utf8'));
    expect(existsSync(folder.other('engine'))).toBe(false);
  });

  it('gives no key of signed playback when the product has none', () => {
    folder.write('secrets.json', JSON.stringify({ MUX_TOKEN_ID: 'id' }));
    expect(readKeys(folder.path)).toEqual({ names: ['MUX_TOKEN_ID'], text: "MUX_TOKEN_ID='id'\n" });
  });

  it.each([[[]], [['data']], [['data', 'more', '--keys', 'x']], [['data', '--all']]])(
    'answers %j with the usage',
    async (args) => {
      await expect(moveCommand([]).run(args, {}, () => undefined)).rejects.toThrow(
        /^Usage:\n {2}move FOLDER/,
      );
    },
  );
});

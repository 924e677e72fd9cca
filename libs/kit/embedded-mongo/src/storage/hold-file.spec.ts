import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sqliteFailureOf } from '../errors/sqlite-failure.ts';
import { holdFile } from './hold-file.ts';

const run = promisify(execFile);

describe(holdFile, () => {
  let root: string;
  let folder: string;
  let file: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'hold-file-'));
    folder = join(root, 'data');
    mkdirSync(folder);
    file = join(folder, 'data.sqlite');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const failureOf = (work: () => void) => {
    try {
      work();
      return undefined;
    } catch (error) {
      return sqliteFailureOf(error);
    }
  };
  const contents = () =>
    Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'base64')]));

  /** Opens the store in another process as a store does, and then does more. @returns what it prints */
  async function inOtherProcess(more: string): Promise<string> {
    const open = 'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; BEGIN EXCLUSIVE; COMMIT;';
    const script = `
      const { DatabaseSync } = require('node:sqlite');
      const database = new DatabaseSync(process.argv[1]);
      try { database.exec(${JSON.stringify(open)}); } catch { console.log('refused'); process.exit(); }
      ${more}`;
    const { stdout } = await run(process.execPath, ['--no-warnings', '-e', script, file]).catch(
      (error: unknown) => error as { stdout: string },
    );
    return stdout.trim();
  }

  const write = "database.exec('CREATE TABLE IF NOT EXISTS t (x); INSERT INTO t VALUES (1)');";
  it.each([
    ['that was closed', `${write} database.close();`, ['data.sqlite']],
    [
      'whose process was killed',
      `${write} process.kill(process.pid, 'SIGKILL');`,
      ['data.sqlite', 'data.sqlite-wal'],
    ],
  ])('no process can open a store %s, and nothing in its folder changes', async (_, end, names) => {
    await inOtherProcess(end);
    const before = contents();
    expect(Object.keys(before)).toEqual(names);
    const release = holdFile(file);
    expect(await inOtherProcess("console.log('opened')")).toBe('refused');
    release();
    expect(contents()).toEqual(before);
    expect(await inOtherProcess("console.log('opened')")).toBe('opened');
  });

  it('refuses a store that a process has open, and a file that is none', async () => {
    await inOtherProcess(`${write} database.close();`);
    const script = `
      const { DatabaseSync } = require('node:sqlite');
      const database = new DatabaseSync(process.argv[1]);
      database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
      console.log('open');
      setInterval(() => undefined, 1000);`;
    const child = execFile(process.execPath, ['--no-warnings', '-e', script, file]);
    await once(child.stdout!, 'data');
    const failure = failureOf(() => holdFile(file));
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect(failure).toBe('in use');
    writeFileSync(file, 'no database '.repeat(1_000));
    expect(failureOf(() => holdFile(file))).toBe('damaged');
  });
});

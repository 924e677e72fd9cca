import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteFile } from './sqlite-file.ts';

const pageBytes = 4_096;

describe(SqliteFile, () => {
  let folder: string;
  let file: SqliteFile;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sqlite-file-'));
    file = new SqliteFile({
      file: join(folder, 'data.sqlite'),
      databaseName: 'data',
      synchronous: 'FULL',
      sweepSeconds: 60,
    });
    file.execute('CREATE TABLE entries (value BLOB)');
  });
  afterEach(() => {
    file.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (bytes: number) =>
    file.writes.run(() => file.statement('INSERT INTO entries VALUES (?)').run(Buffer.alloc(bytes)));

  it('has no failure while it works, nor after an error of the caller', async () => {
    await write(10);
    await expect(file.writes.run(() => file.execute('no SQL'))).rejects.toThrow('syntax error');
    expect(file.checkFailure()).toBeUndefined();
  });

  it('is full until a write succeeds again, without a write of the caller', async () => {
    const { page_count: pages } = file.statement('PRAGMA page_count').get() as { page_count: number };
    file.execute(`PRAGMA max_page_count = ${String(pages)}`);
    await expect(write(10 * pageBytes)).rejects.toThrow('full');
    expect([file.checkFailure(), file.checkFailure()]).toEqual(['full', 'full']);
    file.execute(`PRAGMA max_page_count = ${String(pages + 100)}`);
    expect(file.checkFailure()).toBeUndefined();
    await write(10 * pageBytes);
  });

  it('rejects all writes of a commit when one of them finds the disk full', async () => {
    const { page_count: pages } = file.statement('PRAGMA page_count').get() as { page_count: number };
    file.execute(`PRAGMA max_page_count = ${String(pages)}`);
    const written = await Promise.allSettled([write(10), write(10 * pageBytes), write(10)]);
    const [before, large, after] = written.map(({ status }) => status);
    file.execute(`PRAGMA max_page_count = ${String(pages + 100)}`);
    const { rows } = file.statement('SELECT count(*) AS rows FROM entries').get() as { rows: number };
    expect([before, large]).toEqual(['rejected', 'rejected']);
    expect(rows).toBe(after === 'fulfilled' ? 1 : 0);
  });

  it('stays damaged once damage was found, although other pages can be written', async () => {
    file.notice(Object.assign(new Error('database disk image is malformed'), { errcode: 11 }));
    await write(10);
    expect(file.checkFailure()).toBe('damaged');
  });

  it('rejects a write after it was closed, and does not end the process', async () => {
    file.close();
    await expect(write(10)).rejects.toThrow('not open');
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { copyCatalogue } from './copy-catalogue.ts';

const rows = 50;
const changes = 3_000;

describe(copyCatalogue, () => {
  let folder: string;
  let file: string;
  let copy: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
    [file, copy] = [join(folder, 'catalogue.sqlite'), join(folder, 'copy.sqlite')];
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** The database as the engine has it open. */
  function openCatalogue(checkpointPages: number): DatabaseSync {
    const database = new DatabaseSync(file);
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
    database.exec(`PRAGMA wal_autocheckpoint = ${String(checkpointPages)}`);
    database.exec('CREATE TABLE counts (id INTEGER PRIMARY KEY, n INTEGER NOT NULL, padding TEXT) STRICT');
    const insert = database.prepare('INSERT INTO counts VALUES (?, 0, ?)');
    for (let id = 0; id < rows; id += 1) insert.run(id, 'x'.repeat(4_000));
    return database;
  }

  function readCopy(): Set<number> {
    const database = new DatabaseSync(copy);
    const found = database.prepare('SELECT n FROM counts').all() as { n: number }[];
    database.close();
    expect(found).toHaveLength(rows);
    return new Set(found.map(({ n }) => n));
  }

  it('copies a database that is open exclusively, with the changes that are only in its log', async () => {
    const database = openCatalogue(10_000);
    database.exec('UPDATE counts SET n = 7');
    await copyCatalogue(file, copy);
    expect(readCopy()).toEqual(new Set([7]));
    database.close();
    await copyCatalogue(file, copy);
    expect(readCopy()).toEqual(new Set([7]));
  });

  it('has a state between two changes, while every change is written and the log begins anew again and again', async () => {
    const database = openCatalogue(200);
    const over = new AbortController();
    const writing = (async () => {
      for (let n = 1; n < changes && !over.signal.aborted; n += 1) {
        // All rows change together, so a mixture of two states has two numbers.
        database.exec('UPDATE counts SET n = n + 1');
        await turn();
      }
    })();
    for (let copies = 0; copies < 10; copies += 1) {
      await copyCatalogue(file, copy);
      expect(readCopy().size).toBe(1);
    }
    over.abort();
    await writing;
    database.close();
  }, 60_000);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { isDiskFull } from '../disk-space.ts';
import { makeFolder } from '../testing/fixtures.ts';
import { Catalogue } from './catalogue.ts';
import { inTransaction, openDatabase } from './database.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => folder.remove());

test('a commit waits for the disk', () => {
  const database = openDatabase(folder.path);
  expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  database.close();
});

test('a full disk is a disk-full error and changes nothing', () => {
  const database = openDatabase(folder.path);
  const pages = Number(database.prepare('PRAGMA page_count').get()?.['page_count']);
  // With this limit SQLite fails in the same way as on a full disk.
  database.exec(`PRAGMA max_page_count = ${pages}`);
  const write = (bytes: number): void => {
    inTransaction(database, () => {
      database
        .prepare("INSERT INTO events (subject, type, body, created_at, due_at) VALUES ('', '', ?, 0, 0)")
        .run('x'.repeat(bytes));
    });
  };
  let thrown: unknown;
  try {
    write(100_000);
  } catch (error) {
    thrown = error;
  }
  expect(isDiskFull(thrown)).toBe(true);
  expect(database.isTransaction).toBe(false);
  database.exec(`PRAGMA max_page_count = ${pages + 1000}`);
  write(100_000);
  expect(database.prepare('SELECT count(*) AS n FROM events').get()).toMatchObject({ n: 1 });
  database.close();
});

test('deleted content leaves no trace once the write-ahead log was emptied', async () => {
  const { path, remove } = await makeFolder();
  const catalogue = new Catalogue(path);
  const traces = (text: string): string[] =>
    ['', '-wal'].filter((end) => readFileSync(join(path, `catalogue.sqlite${end}`)).includes(text));
  catalogue.setId('analytical-engine'.repeat(500));
  catalogue.emptyWriteAheadLog();
  expect(traces('analytical-engine')).toEqual(['']);
  catalogue.setId('difference-engine');
  expect(traces('difference-engine')).toEqual(['-wal']);
  catalogue.emptyWriteAheadLog();
  expect(traces('analytical-engine')).toEqual([]);
  catalogue.close();
  await remove();
});

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { ADDED_COLUMNS, ADDED_INDEXES, SCHEMA } from './schema.ts';

/**
 * Opens the catalogue file. Exclusive locking makes a second engine on the same folder fail at once instead of sharing
 * leases. With synchronous=NORMAL a commit does not wait for the disk (waiting would block every other request of the
 * process): commits survive a crash of the process, and a power failure loses at most the last ones, each as a whole.
 * Upload offsets must survive a power failure too, so they are synced to a file in the folder of their upload.
 *
 * @throws Error when another engine holds the folder.
 */
export function openDatabase(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true });
  const database = new DatabaseSync(join(dataDir, 'catalogue.sqlite'), { timeout: 2000 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    database.exec('PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 500;');
    database.exec(SCHEMA);
    addMissingColumns(database);
    database.exec(ADDED_INDEXES);
  } catch (cause) {
    database.close();
    throw new Error(`the media catalogue in ${dataDir} cannot be opened; is another engine using it?`, {
      cause,
    });
  }
  return database;
}

/** Adds the columns that a catalogue of an older version lacks. */
function addMissingColumns(database: DatabaseSync): void {
  for (const { table, name, definition, value } of ADDED_COLUMNS) {
    const columns = database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all();
    if (columns.some((column) => column['name'] === name)) continue;
    inTransaction(database, () => {
      database.exec(`ALTER TABLE ${table} ADD COLUMN ${name} ${definition}`);
      database.exec(`UPDATE ${table} SET ${name} = ${value}`);
    });
  }
}

/** Runs `work` in one transaction, or in the transaction that is already open. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  if (isInTransaction(database)) return work();
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // When the disk is full, SQLite has rolled the transaction back itself.
    if (isInTransaction(database)) database.exec('ROLLBACK');
    throw error;
  }
}

function isInTransaction({ isTransaction }: DatabaseSync): boolean {
  return isTransaction;
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { LATER_COLUMNS, LATER_INDEXES, SCHEMA } from './schema.ts';

/**
 * Opens the catalogue file. Exclusive locking makes a second engine on the same folder fail at once instead of
 * sharing leases. With synchronous=NORMAL a commit does not wait for the disk (it would stop every other request of the
 * process): it survives a crash of the process, and a power cut at worst loses the last ones whole. Upload offsets,
 * which must not be lost even then, are synced beside their files.
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
    addLaterColumns(database);
    database.exec(LATER_INDEXES);
  } catch (cause) {
    database.close();
    throw new Error(`the media catalogue in ${dataDir} cannot be opened; is another engine using it?`, {
      cause,
    });
  }
  return database;
}

/** Brings a catalogue that an older engine made up to what this one reads. */
function addLaterColumns(database: DatabaseSync): void {
  for (const { table, name, definition, value } of LATER_COLUMNS) {
    const columns = database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all();
    if (columns.some((column) => column['name'] === name)) continue;
    inTransaction(database, () => {
      database.exec(`ALTER TABLE ${table} ADD COLUMN ${name} ${definition}`);
      database.exec(`UPDATE ${table} SET ${name} = ${value}`);
    });
  }
}

/** Runs `work` in one transaction: everything it writes is there afterwards, or nothing. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  if (isInTransaction(database)) return work();
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // Of a full disk SQLite has ended the transaction itself.
    if (isInTransaction(database)) database.exec('ROLLBACK');
    throw error;
  }
}

function isInTransaction({ isTransaction }: DatabaseSync): boolean {
  return isTransaction;
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { MediaFolderError } from '../lifecycle-errors.ts';
import { schema } from './schema.ts';

const sqliteCodes = { busy: 5, corrupt: 11, notADatabase: 26 };

/**
 * Opens the catalogue file. Exclusive locking makes a second engine on the same folder fail at once instead of sharing
 * leases. A commit waits for the disk, so that not even a power failure makes the catalogue older than the media files.
 *
 * @throws MediaFolderError when another engine holds the folder, or the file is damaged or cannot be written
 */
export function openDatabase(dataDir: string): DatabaseSync {
  const file = join(dataDir, 'catalogue.sqlite');
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(dataDir, { recursive: true });
    database = new DatabaseSync(file, { timeout: 2000 });
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    database.exec('PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 500;');
    const [check] = database.prepare('PRAGMA quick_check(1)').all();
    if (check?.['quick_check'] !== 'ok')
      throw Object.assign(new Error('it is damaged'), { errcode: sqliteCodes.corrupt });
    database.exec(schema);
    return database;
  } catch (cause) {
    database?.close();
    throw new MediaFolderError(`The media catalogue ${file} ${problemOf(cause)}`, { cause });
  }
}

/** The cause in words, by SQLite's result code. */
function problemOf(cause: unknown): string {
  const { errcode } = cause as { errcode?: number };
  // The lowest byte is the primary result code.
  const code = errcode === undefined ? undefined : errcode & 0xff;
  if (code === sqliteCodes.busy) return 'is used by another process. Stop that one first.';
  if (code === sqliteCodes.corrupt || code === sqliteCodes.notADatabase)
    return 'is damaged. Restore it from a backup.';
  return `cannot be opened: ${(cause as Error).message}.`;
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

import { DatabaseSync } from 'node:sqlite';

/** SQLITE_IOERR_LOCK: a lock for writing was refused, because the file is open for reading only. */
const isOpenForReading = 3850;

/**
 * Keeps every process from opening a store, without a change: its folder may be mounted read-only. Meanwhile this process must not
 * open the file in another way, because closing any handle of a file ends all locks that the process has on it.
 *
 * @returns what ends it
 * @throws an error for `sqliteFailureOf`: `in use` when a process has the store open, `damaged` when it is no store
 */
export function holdFile(file: string): () => void {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    // In this mode a connection keeps the shared lock that its first read takes. That read fails afterwards, because the
    // write-ahead log would need a lock for writing.
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== isOpenForReading) {
      database.close();
      throw error;
    }
  }
  return () => database.close();
}

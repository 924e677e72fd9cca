/** Failures of a file that are not the caller's: someone must do something about the disk or the file. */
export type SqliteFailure = 'full' | 'damaged' | 'in use' | 'read-only' | 'unreadable';

/** By SQLite's primary result code: BUSY, LOCKED, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB. */
const failures: Readonly<Record<number, SqliteFailure>> = {
  5: 'in use',
  6: 'in use',
  8: 'read-only',
  10: 'unreadable',
  11: 'damaged',
  13: 'full',
  14: 'unreadable',
  26: 'damaged',
};

/** What is wrong with the file, by the error of SQLite in a chain of causes; undefined for all other errors. */
export function sqliteFailureOf(error: unknown): SqliteFailure | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 10; cause = cause.cause, depth += 1) {
    if ('errcode' in cause && typeof cause.errcode === 'number') return failures[cause.errcode & 0xff];
  }
  return undefined;
}

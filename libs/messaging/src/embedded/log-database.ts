import { DatabaseSync } from 'node:sqlite';
import { sqliteFailureOf } from '@vault/embedded-mongo';

const tablesSql = `
  CREATE TABLE IF NOT EXISTS topics (
    topic TEXT PRIMARY KEY, next_offset INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS messages (
    topic TEXT NOT NULL, offset INTEGER NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL, stored_at INTEGER NOT NULL,
    PRIMARY KEY (topic, offset)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS positions (
    group_name TEXT NOT NULL, topic TEXT NOT NULL, position INTEGER NOT NULL, epoch INTEGER NOT NULL,
    returns INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (group_name, topic)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS deferred (
    group_name TEXT NOT NULL, topic TEXT NOT NULL, offset INTEGER NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL,
    attempts INTEGER NOT NULL, due_at INTEGER NOT NULL,
    PRIMARY KEY (group_name, topic, key, offset)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS started (
    group_name TEXT PRIMARY KEY, messages TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS dead_letters (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    group_name TEXT NOT NULL, topic TEXT NOT NULL, offset INTEGER NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL,
    attempts INTEGER NOT NULL, error TEXT NOT NULL, failed_at INTEGER NOT NULL
  ) STRICT;
`;

/**
 * The file of the embedded log, opened twice. `durable` syncs each commit to disk: messages and operator changes.
 * `quick` does not: a power cut can lose the progress of a group, whose messages are then delivered again; a killed
 * process loses nothing.
 */
export class LogDatabase {
  readonly durable: DatabaseSync;
  readonly quick: DatabaseSync;
  private lastFailure: unknown;

  constructor(file: string) {
    this.durable = open(file, 'FULL');
    this.durable.exec(tablesSql);
    this.quick = open(file, 'NORMAL');
  }

  /** Runs the work in one transaction that is on disk when this returns. */
  durably<T>(work: () => T): T {
    return this.transact(this.durable, work);
  }

  /** Runs the work in one transaction that survives a killed process, but perhaps not a power cut. */
  quickly<T>(work: () => T): T {
    return this.transact(this.quick, work);
  }

  /** The error that shows what is wrong with the file; undefined when it works. */
  get failure(): unknown {
    return this.lastFailure;
  }

  /** Remembers what an error says about the file: that it is full, for example. */
  notice(error: unknown): void {
    if (sqliteFailureOf(error) && !this.isDamaged) this.lastFailure = error;
  }

  /** Damage lasts until a start with a sound file; other failures end with the next write. */
  get isDamaged(): boolean {
    return sqliteFailureOf(this.lastFailure) === 'damaged';
  }

  /** Tries to write again after a failure. */
  retry(): void {
    try {
      this.durably(() => {
        // Needs a new page, and leaves nothing behind.
        this.durable.exec('CREATE TABLE write_test (value BLOB) STRICT; DROP TABLE write_test;');
      });
    } catch (error) {
      this.notice(error);
    }
  }

  /** Empties the write-ahead log, which otherwise keeps deleted content until later writes have overwritten it. */
  emptyWriteAheadLog(): void {
    this.durable.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  private transact<T>(connection: DatabaseSync, work: () => T): T {
    try {
      const result = transact(connection, work);
      if (!this.isDamaged) this.lastFailure = undefined;
      return result;
    } catch (error) {
      this.notice(error);
      throw error;
    }
  }

  close(): void {
    this.quick.close();
    this.durable.close();
  }
}

function open(file: string, synchronous: 'FULL' | 'NORMAL'): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: 5000 });
  connection.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA secure_delete = ON;`,
  );
  return connection;
}

function transact<T>(connection: DatabaseSync, work: () => T): T {
  connection.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite rolls back automatically on some errors (disk full); a second ROLLBACK would hide the cause.
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}
